import type * as z from "zod";
import type { assignmentSource } from "./assignment-source-schema";
import type { experiment } from "./experiment-schema";
import type { ingestionSource } from "./ingestion-source-schema";
import type { Body, Kind } from "./kind";
import type { metricSource } from "./metric-source-schema";
import type { promptVersion } from "./prompt-version-schema";
import type { segment } from "./segment-schema";

/** The fields of a kind that take any text. */
type TextFieldOf<Of extends { readonly fields: Body }> = {
  [Field in keyof z.infer<Of["fields"]>]-?: string extends NonNullable<z.infer<Of["fields"]>[Field]> ? Field : never;
}[keyof z.infer<Of["fields"]>];

/** What a text does: it names something else, is its entity's own name, or is read as it stands. */
type Purpose = "names" | "own" | "text";

interface Purposes {
  readonly experiment: Readonly<Record<TextFieldOf<typeof experiment>, Purpose>>;
  readonly metric_source: Readonly<Record<TextFieldOf<typeof metricSource>, Purpose>>;
  readonly assignment_source: Readonly<Record<TextFieldOf<typeof assignmentSource>, Purpose>>;
  readonly ingestion_source: Readonly<Record<TextFieldOf<typeof ingestionSource>, Purpose>>;
  readonly segment: Readonly<Record<TextFieldOf<typeof segment>, Purpose>>;
  readonly prompt_version: Readonly<Record<TextFieldOf<typeof promptVersion>, Purpose>>;
}

/** Every field that takes any text. A new one does not compile until somebody has decided. */
const purposes: Purposes = {
  experiment: {
    name: "own",
    id: "own",
    layerID: "names",
    description: "text",
    idType: "names",
    secondaryIDType: "names",
    identityResolutionSource: "names",
    hypothesis: "text",
    controlGroupID: "names",
    targetApps: "names",
    targetingGateID: "names",
    launchedGroupID: "names",
    assignmentSourceName: "names",
    assignmentSourceExperimentName: "names",
    creatorID: "names",
    creatorEmail: "names",
    team: "names",
    teamID: "names",
    analysisEndTime: "names",
    decisionReason: "text",
  },
  metric_source: {
    name: "own",
    sql: "text",
    timestampColumn: "names",
    description: "text",
    tableName: "names",
    datePartitionColumn: "names",
    team: "names",
    teamID: "names",
  },
  assignment_source: {
    sql: "text",
    timestampColumn: "names",
    experimentIDColumn: "names",
    groupIDColumn: "names",
    name: "own",
    description: "text",
    groupNameColumn: "names",
    team: "names",
    teamID: "names",
  },
  ingestion_source: { source_name: "own", query: "text", share: "names", schema: "names", table: "names" },
  segment: {
    name: "own",
    id: "own",
    description: "text",
    idType: "names",
    creatorID: "names",
    creatorEmail: "names",
    team: "names",
    teamID: "names",
  },
  prompt_version: {
    name: "own",
    id: "own",
    description: "text",
    model: "names",
    provider: "names",
    eval_model: "names",
    promptID: "names",
  },
};

/** The fields of a kind that name something else. */
export function namingFields({ name }: Kind): string[] {
  const ofKind: Readonly<Record<string, Purpose>> = purposes[name as keyof Purposes] ?? {};
  return Object.entries(ofKind).flatMap(([field, purpose]) => (purpose === "names" ? [field] : []));
}
