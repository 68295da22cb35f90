import * as z from "zod";
import { enterpriseOnly, nestedObject } from "./field-types";
import { defineKind } from "./kind";

/** Maps a unit id of the service to the column of a source that holds it. */
export const idTypeMapping = nestedObject({
  /** Unit id in the service, for example `userID`. */
  serviceUnitID: z.string(),
  /** Column of the source that holds it. */
  column: z.string(),
});

/** The owner of a metric source or an assignment source. A source that was made through the API has none. */
export const owner = nestedObject({
  /** Service id of the owner. */
  ownerID: z.string(),
  /** Kind of owner, for example `USER`. */
  ownerType: z.string(),
  /** Display name of the owner. */
  ownerName: z.string(),
  /** E-mail address of the owner. */
  ownerEmail: z.string(),
});

export const customField = nestedObject({
  /** Name of the custom field. */
  key: z.string(),
  /** Formula that computes it. */
  formula: z.string(),
});

/** Every field of a metric source, in the order of the API's table. */
const metricSourceFields = z.strictObject({
  /** Another name is another source. */
  name: z.string(),
  /** Query or statement that extracts the data. */
  sql: z.string(),
  /** Column that holds the timestamp. */
  timestampColumn: z.string(),
  /** Columns of the unit ids. */
  idTypeMapping: z.array(idTypeMapping),
  /** Description of the source. */
  description: z.string(),
  /** Tags of the source. */
  tags: z.array(z.string()),
  /** Whether the timestamp is a day. */
  timestampAsDay: z.boolean(),
  /** What the source is. */
  sourceType: z.enum(["table", "query"]),
  /** Name of the table, when `sourceType` is `table`. */
  tableName: z.string(),
  /** Column that partitions the table by date, when `sourceType` is `table`. */
  datePartitionColumn: z.string(),
  /** Additional fields, each computed by a formula. */
  customFieldMapping: z.array(customField),
  /** Whether the source can be edited only through the API. */
  isReadOnly: z.boolean(),
  /** Whether the source is marked as verified. */
  isVerified: z.boolean(),
  /** Owner of the source. */
  owner: owner,
  /** Name of the responsible team. Enterprise tier only. */
  team: enterpriseOnly(z.string().nullable()),
  /** Id of the responsible team. Enterprise tier only. */
  teamID: enterpriseOnly(z.string().nullable()),
  /** Whether the service only validates the source, and keeps nothing. */
  dryRun: z.boolean(),
});

const requiredAtOnce = { sql: true, timestampColumn: true, idTypeMapping: true } as const;
const metricSourceCreate = metricSourceFields.partial().required({ name: true, ...requiredAtOnce });

export const metricSource = defineKind({
  name: "metric_source",
  role: "source",
  fields: metricSourceCreate,
  identity: ["name"],
  answeredIdentity: ["name"],
  namedBy: "name",
  answered: [],
  create: { method: "POST", path: "/console/v1/metrics/metric_source", parameters: {}, body: metricSourceCreate },
  update: {
    method: "POST",
    path: "/console/v1/metrics/metric_source/{name}",
    parameters: { name: "name" },
    body: metricSourceFields.partial().required(requiredAtOnce),
  },
});
