import * as z from "zod";
import { nestedObject } from "./field-types";
import { defineKind } from "./kind";

export const columnMapping = nestedObject({
  /** Column that holds the unit id. */
  unit_id: z.string(),
  /** Column that holds the type of the unit id. */
  id_type: z.string(),
  /** Column that holds the date. */
  dateid: z.string(),
  /** Column that holds the name of the metric. */
  metric_name: z.string(),
  /** Column that holds the value of the metric. */
  metric_value: z.string(),
  /** Column that holds the numerator. */
  numerator: z.string(),
  /** Column that holds the denominator. */
  denominator: z.string(),
});

/** Every field of an ingestion source, in the order of the API's table. */
const ingestionSourceFields = z.strictObject({
  /** Data set that the source feeds. Required by an update. */
  dataset: z.enum(["Metrics"]),
  /** External data store. Required by an update. */
  type: z.enum(["redshift", "bigquery-v2", "snowflake-v2", "databricks", "azure-synapse", "s3", "athena", "adls"]),
  /** Name of the source. */
  source_name: z.string(),
  /** Query that reads the data. */
  query: z.string(),
  /** Share that holds the data. */
  share: z.string(),
  /** Schema that holds the data. */
  schema: z.string(),
  /** Table that holds the data. */
  table: z.string(),
  /** Whether ingestion runs. */
  enabled: z.boolean(),
  /** Whether the store uses delta sharing. Cannot change after creation. */
  use_delta_sharing: z.boolean(),
  /** Columns by their meaning. Only the update takes them, so the first deploy makes that call, too. */
  column_mapping: columnMapping,
});

const INGESTION_PATH = "/console/v1/ingestion";
const optionalIngestionSource = ingestionSourceFields.partial();

export const ingestionSource = defineKind({
  name: "ingestion_source",
  role: "source",
  fields: optionalIngestionSource,
  identity: ["dataset", "type", "source_name"],
  answeredIdentity: ["dataset", "type", "source_name"],
  mayAnswerBare: true,
  namedBy: "source_name",
  answered: [],
  mayDuplicate: true,
  create: {
    method: "POST",
    path: INGESTION_PATH,
    parameters: {},
    body: optionalIngestionSource.omit({ column_mapping: true }),
  },
  update: {
    method: "PATCH",
    path: INGESTION_PATH,
    parameters: {},
    body: optionalIngestionSource.omit({ use_delta_sharing: true }).required({ dataset: true, type: true }),
  },
});
