import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { testBodies } from "./body-tests";
import { boolean, idTypeMapping, listOf, orNull, owner, text, wholeBetween } from "./cell-types";

testBodies(assignmentSource, {
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
});
