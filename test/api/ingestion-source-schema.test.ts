import { ingestionSource } from "../../lib/api/ingestion-source-schema";
import { testBodies } from "./body-tests";
import { boolean, oneOf, shape, text } from "./cell-types";

const columnMapping = shape({
  unit_id: text,
  id_type: text,
  dateid: text,
  metric_name: text,
  metric_value: text,
  numerator: text,
  denominator: text,
});

testBodies(ingestionSource, {
  // "which fields are required on create: not shown", so none is
  dataset: ["opt", "required", oneOf("Metrics")],
  type: [
    "opt",
    "required",
    oneOf("redshift", "bigquery-v2", "snowflake-v2", "databricks", "azure-synapse", "s3", "athena", "adls"),
  ],
  source_name: ["opt", "opt", text],
  query: ["opt", "opt", text],
  share: ["opt", "opt", text],
  schema: ["opt", "opt", text],
  table: ["opt", "opt", text],
  enabled: ["opt", "opt", boolean],
  use_delta_sharing: ["opt", "-", boolean],
  column_mapping: ["-", "opt", columnMapping],
});
