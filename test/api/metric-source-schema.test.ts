import { metricSource } from "../../lib/api/metric-source-schema";
import { testBodies } from "./body-tests";
import { boolean, idTypeMapping, listOf, oneOf, orNull, owner, shape, text } from "./cell-types";

testBodies(metricSource, {
  // "on update the name cannot be changed; the body field is accepted but the name stays"
  name: ["required", "opt", text],
  sql: ["required", "required", text],
  timestampColumn: ["required", "required", text],
  idTypeMapping: ["required", "required", idTypeMapping],
  description: ["opt", "opt", text],
  tags: ["opt", "opt", listOf(text)],
  timestampAsDay: ["opt", "opt", boolean],
  sourceType: ["opt", "opt", oneOf("table", "query")],
  tableName: ["opt", "opt", text],
  datePartitionColumn: ["opt", "opt", text],
  customFieldMapping: ["opt", "opt", listOf(shape({ key: text, formula: text }))],
  isReadOnly: ["opt", "opt", boolean],
  isVerified: ["opt", "opt", boolean],
  owner: ["opt", "opt", owner],
  team: ["opt", "opt", orNull(text)],
  teamID: ["opt", "opt", orNull(text)],
  dryRun: ["opt", "opt", boolean],
});
