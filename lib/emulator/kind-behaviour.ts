import { idFromName } from "../api/experiment-schema";
import type { Endpoint } from "../api/kind";
import type { Content, StoredRecord } from "./listing";

/** Who the responses say made every change. */
const EDITOR = { id: "emulator", name: "Emulator" } as const;

/**
 * What is special about a kind in the emulator. A kind without an entry is kept and shown as it was sent, so one whose
 * identity a create may leave out needs one.
 */
interface KindBehaviour {
  /**
   * What the service fills in where the body of a create says nothing.
   *
   * @param given what the call gave
   * @param isTaken whether an entity with these fields exists
   */
  readonly filledIn?: (given: Content, isTaken: (fields: Content) => boolean) => Content;
  /** The method whose body gives the entity another identity. */
  readonly renamedBy?: Endpoint["method"];
  /** The entity as a response shows it: its fields, and what stands in one that it lacks. */
  readonly shown?: (entity: StoredRecord, isNew: boolean) => Content;
}

const behaviours: Readonly<Record<string, KindBehaviour>> = {
  experiment: {
    filledIn: ({ name }) => ({ id: idFromName(String(name)), status: "setup" }),
    shown: shownExperiment,
  },
  metric_source: {
    shown: ({ data }) => ({
      name: data.name,
      description: data.description ?? "",
      tags: data.tags ?? [],
      sql: data.sql,
      timestampColumn: data.timestampColumn,
      timestampAsDay: data.timestampAsDay ?? false,
      idTypeMapping: data.idTypeMapping,
      sourceType: data.sourceType ?? "query",
      tableName: data.tableName ?? "",
    }),
  },
  assignment_source: {
    renamedBy: "POST",
    shown: ({ data }) => ({
      name: data.name,
      description: data.description ?? "",
      tags: data.tags ?? [],
      sql: data.sql ?? "",
      timestampColumn: data.timestampColumn ?? "",
      groupIDColumn: data.groupIDColumn ?? "",
      experimentIDColumn: data.experimentIDColumn ?? "",
      idTypeMapping: data.idTypeMapping ?? [],
    }),
  },
  segment: {
    filledIn: ({ name }) => ({ id: name, idType: "userID" }),
    shown: ({ data }) => ({
      id: data.id,
      isEnabled: true,
      description: data.description ?? "",
      lastModifierName: EDITOR.name,
      lastModifierID: EDITOR.id,
      type: data.type,
      count: 0,
      tags: data.tags ?? [],
    }),
  },
  ingestion_source: {
    shown: ({ data }, isNew) => ({
      type: data.type,
      dataset: data.dataset,
      source_name: data.source_name,
      query: data.query,
      column_mapping: data.column_mapping ?? {},
      ...(isNew && { use_delta_sharing: data.use_delta_sharing ?? false }),
      share: data.share,
      schema: data.schema,
      table: data.table,
      enabled: data.enabled ?? true,
    }),
  },
  prompt_version: {
    filledIn: ({ promptID }, isTaken) => {
      let number = 1;
      while (isTaken({ promptID, id: `v${number}` })) number++;
      return { id: `v${number}` };
    },
    shown: ({ data: { promptID: _, ...version } }) => ({ ...version, workflow_body: { type: "JSON", value: "{}" } }),
  },
};

/** What is special about a kind; nothing for one that has no entry. */
export function behaviourOf(kind: string): KindBehaviour {
  return behaviours[kind] ?? {};
}

/** What the response to a create says, in its order, where no call gave a field or only the service knows it. */
const unsetExperiment: Content = {
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

const experimentUpdateFields = `
  id description lastModifierName lastModifierID idType status layerID hypothesis primaryMetrics primaryMetricTags
  secondaryMetrics secondaryMetricTags groups allocation duration targetingGateID defaultConfidenceInterval
  bonferroniCorrection tags
`;

/** An experiment as the service shows it: all of it after a create, part of it after an update. */
function shownExperiment({ data, createdTime, modifiedTime }: StoredRecord, isNew: boolean): Content {
  const all: Content = {
    ...unsetExperiment,
    ...data,
    lastModifiedTime: modifiedTime,
    createdTime,
    targetApps: [data.targetApps ?? []].flat(),
    groups: ((data.groups ?? []) as Content[]).map(shownGroup),
  };
  const fields = isNew ? Object.keys(unsetExperiment) : experimentUpdateFields.trim().split(/\s+/);
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

function shownGroup({ name = "", id = name, size = 0, parameterValues = {}, description = "" }: Content): Content {
  return { name, id, size, parameterValues, description };
}
