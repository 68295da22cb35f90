import * as z from "zod";
import { anyObject, enterpriseOnly, nestedObject, textOfLength } from "./field-types";
import { defineKind } from "./kind";

export const segmentCondition = nestedObject({
  /** What is compared, for example `app_version`. */
  type: z.string(),
  /** Values to compare with. Segment ids where the type asks for them. */
  targetValue: z.array(z.string()),
  /** How it is compared. */
  operator: z.string(),
  /** Name of the compared field. */
  field: z.string(),
  /** Id type of the condition, if it is not that of the segment. */
  customID: z.string(),
});

export const segmentRule = nestedObject({
  /** Display name of the rule. */
  name: z.string(),
  /** Percent that passes of the units that meet the conditions. */
  passPercentage: z.number(),
  /** What a unit has to meet. */
  conditions: z.array(segmentCondition),
  /** Environments in which the rule applies. */
  environments: z.array(z.string()),
  /** Id of the rule. */
  id: z.string(),
  /** Id of the rule that this one comes from. */
  baseID: z.string(),
  /** What the rule returns: any JSON object. */
  returnValue: anyObject(),
});

/** Every field of a segment, in the order of the API's table. The API has no update for segments. */
const segmentFields = z.strictObject({
  /** Name of the segment. 3 to 100 characters. */
  name: textOfLength(3, 100),
  /** Type of the segment. */
  type: z.enum(["id_list", "rule_based", "analysis_list", "user_store_id_list"]),
  /** Another id is another segment. 3 to 100 characters. When left out: the name. */
  id: textOfLength(3, 100),
  /** At most 1000 characters. */
  description: textOfLength(0, 1000),
  /** Type of its ids. `userID` when left out. */
  idType: z.string(),
  /** Tags of the segment. */
  tags: z.array(z.string()),
  /** Service id of the creator. */
  creatorID: z.string().nullable(),
  /** E-mail address of the creator. */
  creatorEmail: z.string().nullable(),
  /** Name of the team. Enterprise tier only. */
  team: enterpriseOnly(z.string().nullable()),
  /** Id of the team. Enterprise tier only. */
  teamID: enterpriseOnly(z.string().nullable()),
  /** Rules of a rule-based segment. */
  rules: z.array(segmentRule),
});

const segmentCreate = segmentFields.partial().required({ name: true, type: true });

export const segment = defineKind({
  name: "segment",
  role: "other",
  fields: segmentCreate,
  identity: ["id"],
  answeredIdentity: ["id"],
  answered: ["isEnabled", "count"],
  create: { method: "POST", path: "/console/v1/segments", parameters: {}, body: segmentCreate },
});
