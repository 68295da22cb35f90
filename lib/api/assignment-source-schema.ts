import * as z from "zod";
import { enterpriseOnly, hourOfDay } from "./field-types";
import { defineKind } from "./kind";
import { idTypeMapping, owner } from "./metric-source-schema";

/** Every field of an assignment source, in the order of the API's table. */
const assignmentSourceFields = z.strictObject({
  /**
   * Query that defines the source. With it, the call is a POST; without it, a PATCH.
   */
  sql: z.string(),
  /** Column that holds the time of the assignment. */
  timestampColumn: z.string(),
  /** Column that holds the experiment id. */
  experimentIDColumn: z.string(),
  /** Column that holds the group id. */
  groupIDColumn: z.string(),
  /** Columns of the unit ids. */
  idTypeMapping: z.array(idTypeMapping),
  /** Another name is another source. */
  name: z.string(),
  /** Description of the source. */
  description: z.string(),
  /** Whether the source is marked as verified. */
  isVerified: z.boolean(),
  /** Tags of the source. */
  tags: z.array(z.string()),
  /** Column that holds the name of the group. */
  groupNameColumn: z.string(),
  /** Whether the source can be edited only through the API. */
  isReadOnly: z.boolean(),
  /** Owner of the source. */
  owner: owner,
  /** Name of the responsible team. Enterprise tier only. */
  team: enterpriseOnly(z.string().nullable()),
  /** Id of the responsible team. Enterprise tier only. */
  teamID: enterpriseOnly(z.string().nullable()),
  /** UTC hour of the scheduled scan, 0 to 23. */
  scheduledReloadHour: hourOfDay(),
  /** Whether the service only validates the source, and keeps nothing. */
  dryRun: z.boolean(),
});

const ASSIGNMENT_SOURCE_PATH = "/console/v1/experiments/assignment_source/{name}";
const optionalAssignmentSource = assignmentSourceFields.partial();

export const assignmentSource = defineKind({
  name: "assignment_source",
  role: "source",
  fields: optionalAssignmentSource.required({ name: true }),
  identity: ["name"],
  answeredIdentity: ["name"],
  namedBy: "name",
  answered: [],
  /** Either call creates or changes a source. The full one is used when its required fields are given. */
  upsert: [
    {
      method: "POST",
      path: ASSIGNMENT_SOURCE_PATH,
      parameters: { name: "name" },
      body: optionalAssignmentSource.required({
        sql: true,
        timestampColumn: true,
        experimentIDColumn: true,
        groupIDColumn: true,
        idTypeMapping: true,
      }),
    },
    {
      method: "PATCH",
      path: ASSIGNMENT_SOURCE_PATH,
      parameters: { name: "name" },
      body: optionalAssignmentSource.omit({ sql: true }),
    },
  ],
});
