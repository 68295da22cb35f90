import { metricSource } from "../../lib/api/metric-source-schema";
import { type Table, testBody } from "./body-tests";
import { boolean, listOf, oneOf, orNull, shape, text } from "./cell-types";
import { idTypeMapping, owner } from "./sources";

const columns = ["create", "update"] as const;

const table: Table<typeof columns> = {
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
};

testBody("the create body", metricSource.create, table, columns, "create");
testBody("the update body", metricSource.update, table, columns, "update");
