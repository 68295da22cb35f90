import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { type Table, testBody } from "./body-tests";
import { boolean, listOf, orNull, text, wholeBetween } from "./cell-types";
import { idTypeMapping, owner } from "./sources";

const columns = ["post", "patch"] as const;

const table: Table<typeof columns> = {
  sql: ["required", "-", text],
  timestampColumn: ["required", "opt", text],
  experimentIDColumn: ["required", "opt", text],
  groupIDColumn: ["required", "opt", text],
  idTypeMapping: ["required", "opt", idTypeMapping],
  name: ["opt", "opt", text],
  description: ["opt", "opt", text],
  isVerified: ["opt", "opt", boolean],
  tags: ["opt", "opt", listOf(text)],
  groupNameColumn: ["opt", "opt", text],
  isReadOnly: ["opt", "opt", boolean],
  owner: ["opt", "opt", owner],
  team: ["opt", "opt", orNull(text)],
  teamID: ["opt", "opt", orNull(text)],
  scheduledReloadHour: ["opt", "opt", orNull(wholeBetween(0, 23))],
  dryRun: ["opt", "opt", boolean],
};

const [post, patch] = assignmentSource.upsert ?? [];

testBody("the post body", post, table, columns, "post");
testBody("the patch body", patch, table, columns, "patch");
