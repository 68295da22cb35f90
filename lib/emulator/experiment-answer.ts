import { EDITOR } from "./answer";
import type { Operation } from "./routes";
import type { Content, StoredRecord } from "./store";

/** What an answer says about a field that no call gave. */
const unset: Content = {
  description: "",
  idType: "userID",
  creatorID: EDITOR.id,
  creatorEmail: null,
  tags: [],
  launchedGroupID: null,
  layerID: null,
  hypothesis: "",
  primaryMetrics: [],
  primaryMetricTags: [],
  secondaryMetrics: [],
  secondaryMetricTags: [],
  allocation: 100,
  duration: 14,
  targetingGateID: null,
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  decisionReason: null,
};

/** What only the service knows. */
const defaultContent: Content = {
  lastModifierID: EDITOR.id,
  lastModifierName: EDITOR.name,
  lastModifierEmail: null,
  creatorName: EDITOR.name,
  holdoutIDs: [],
  experimentType: "experiment",
  startTime: null,
  endTime: null,
  decisionTime: null,
  healthChecks: [],
  healthCheckStatus: "waiting",
  inlineTargetingRulesJSON: "{}",
};

const createFields = `
  id name description idType lastModifierID lastModifiedTime lastModifierName lastModifierEmail creatorID createdTime
  creatorName creatorEmail targetApps holdoutIDs tags status experimentType launchedGroupID startTime endTime layerID
  hypothesis primaryMetrics primaryMetricTags secondaryMetrics secondaryMetricTags groups allocation duration
  targetingGateID defaultConfidenceInterval bonferroniCorrection decisionReason decisionTime healthChecks
  healthCheckStatus inlineTargetingRulesJSON
`;

const updateFields = `
  id description lastModifierName lastModifierID idType status layerID hypothesis primaryMetrics primaryMetricTags
  secondaryMetrics secondaryMetricTags groups allocation duration targetingGateID defaultConfidenceInterval
  bonferroniCorrection tags
`;

/** An experiment as the service answers it: the whole record to a create, part of it to an update. */
export function experimentAnswer(record: StoredRecord, operation: Operation): Content {
  const all: Content = {
    ...unset,
    ...record.data,
    ...defaultContent,
    lastModifiedTime: record.modifiedTime,
    createdTime: record.createdTime,
    targetApps: [record.data.targetApps ?? []].flat(),
    groups: ((record.data.groups ?? []) as Content[]).map(groupAnswer),
  };
  const fields = operation === "create" ? createFields : updateFields;
  return Object.fromEntries(
    fields
      .trim()
      .split(/\s+/)
      .map((field) => [field, all[field]]),
  );
}

function groupAnswer({ name = "", id = name, size = 0, parameterValues = {}, description = "" }: Content): Content {
  return { name, id, size, parameterValues, description };
}
