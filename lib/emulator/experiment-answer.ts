import { EDITOR } from "./answer";
import type { Operation } from "./routes";
import type { Content, StoredRecord } from "./store";

/** What an answer to a create says, in its order, where no call gave a field or only the service knows it. */
const unset: Content = {
  id: "",
  name: "",
  description: "",
  idType: "userID",
  lastModifierID: EDITOR.id,
  lastModifiedTime: 0,
  lastModifierName: EDITOR.name,
  lastModifierEmail: null,
  creatorID: EDITOR.id,
  createdTime: 0,
  creatorName: EDITOR.name,
  creatorEmail: null,
  targetApps: [],
  holdoutIDs: [],
  tags: [],
  status: "setup",
  experimentType: "experiment",
  launchedGroupID: null,
  startTime: null,
  endTime: null,
  layerID: null,
  hypothesis: "",
  primaryMetrics: [],
  primaryMetricTags: [],
  secondaryMetrics: [],
  secondaryMetricTags: [],
  groups: [],
  allocation: 100,
  duration: 14,
  targetingGateID: null,
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  decisionReason: null,
  decisionTime: null,
  healthChecks: [],
  healthCheckStatus: "waiting",
  inlineTargetingRulesJSON: "{}",
};

const updateFields = `
  id description lastModifierName lastModifierID idType status layerID hypothesis primaryMetrics primaryMetricTags
  secondaryMetrics secondaryMetricTags groups allocation duration targetingGateID defaultConfidenceInterval
  bonferroniCorrection tags
`;

/** An experiment as the service answers it: the whole record to a create, part of it to an update. */
export function experimentAnswer({ data, createdTime, modifiedTime }: StoredRecord, operation: Operation): Content {
  const all: Content = {
    ...unset,
    ...data,
    lastModifiedTime: modifiedTime,
    createdTime,
    targetApps: [data.targetApps ?? []].flat(),
    groups: ((data.groups ?? []) as Content[]).map(groupAnswer),
  };
  const fields = operation === "create" ? Object.keys(unset) : updateFields.trim().split(/\s+/);
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

function groupAnswer({ name = "", id = name, size = 0, parameterValues = {}, description = "" }: Content): Content {
  return { name, id, size, parameterValues, description };
}
