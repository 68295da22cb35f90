import { idFromName } from "../api/experiment-schema";
import type { Endpoint } from "../api/resource";
import { EDITOR } from "./answer";
import { experimentAnswer } from "./experiment-answer";
import type { Operation } from "./routes";
import type { Content, StoredRecord } from "./store";

/**
 * What is special about a kind in the emulator. A kind without an entry is kept and answered as it was sent, so one whose
 * identity a create may leave out needs one.
 */
export interface KindTraits {
  /**
   * What the service fills in where the body of a create says nothing.
   *
   * @param given what the call gave
   * @param isTaken whether an entity with these fields exists
   */
  readonly filledIn?: (given: Content, isTaken: (fields: Content) => boolean) => Content;
  /** The method whose body gives the entity another identity. */
  readonly renamedBy?: Endpoint["method"];
  /** The record as an answer shows it: its fields, and what stands in one that the record lacks. */
  readonly answer?: (record: StoredRecord, operation: Operation) => Content;
  /** Whether the API leaves open whether an answer has `{message, data}` around the record. */
  readonly envelopeUnsure?: boolean;
}

const traits: Readonly<Record<string, KindTraits>> = {
  experiment: {
    filledIn: ({ name }) => ({ id: idFromName(String(name)), status: "setup" }),
    answer: experimentAnswer,
  },
  metric_source: {
    answer: ({ data }) => ({
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
    answer: ({ data }) => ({
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
    answer: ({ data }) => ({
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
    envelopeUnsure: true,
    answer: ({ data }, operation) => ({
      type: data.type,
      dataset: data.dataset,
      source_name: data.source_name,
      query: data.query,
      column_mapping: data.column_mapping ?? {},
      ...(operation === "create" ? { use_delta_sharing: data.use_delta_sharing ?? false } : {}),
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
    answer: ({ data: { promptID: _, ...version } }) => ({ ...version, workflow_body: { type: "JSON", value: "{}" } }),
  },
};

/** What is special about a kind; nothing for one that has no entry. */
export function traitsOf(kind: string): KindTraits {
  return traits[kind] ?? {};
}
