import { didYouMean } from "../../lib/text/did-you-mean";

const words = ["active", "decision_made", "experiment_stopped", "assignment_stopped"];
const stores = ["redshift", "bigquery-v2", "snowflake-v2", "databricks", "azure-synapse", "s3", "athena", "adls"];

test.each<[string, string, readonly string[], similar: string]>([
  ["as other tools spell it", "statsig_unit_id", ["serviceUnitID", "column"], "serviceUnitID"],
  ["with a letter of another alphabet", "\u0430ctive", words, "active"],
  ["with another separator", "Decision-made", words, "decision_made"],
  ["with letters swapped", "actvie", words, "active"],
  ["without its end", "snowflake", stores, "snowflake-v2"],
  ["with its beginning only", "BigQuery", stores, "bigquery-v2"],
  ["a number for a text", "95", ["90", "95"], "95"],
  ["nothing like it", "zebra", words, ""],
  ["a short word", "s4x", stores, ""],
  ["the beginning of several", "group", ["group-ids", "group-names", "group-sizes"], ""],
  ["the beginning of a far longer one", "enabled", ["enabledNonProdEnvironments"], ""],
  ["another number", "97", ["90", "95"], ""],
  ["no words to choose from", "active", [], ""],
])("the most similar word is found, or none is guessed: %s", (_, given, known, similar) => {
  expect(didYouMean(given, known)).toBe(similar === "" ? "" : `; did you mean "${similar}"?`);
});
