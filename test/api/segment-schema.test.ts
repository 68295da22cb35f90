import { segment } from "../../lib/api/segment-schema";
import { testBodies } from "./body-tests";
import { anyObject, listOf, number, oneOf, orNull, shape, text, textOfLength } from "./cell-types";

const condition = shape({ type: text, targetValue: listOf(text), operator: text, field: text, customID: text });

const rule = shape({
  name: text,
  passPercentage: number,
  conditions: listOf(condition),
  environments: listOf(text),
  id: text,
  baseID: text,
  returnValue: anyObject,
});

testBodies(segment, {
  name: ["required", textOfLength(3, 100)],
  type: ["required", oneOf("id_list", "rule_based", "analysis_list", "user_store_id_list")],
  id: ["opt", textOfLength(3, 100)],
  description: ["opt", textOfLength(0, 1000)],
  idType: ["opt", text],
  tags: ["opt", listOf(text)],
  creatorID: ["opt", orNull(text)],
  creatorEmail: ["opt", orNull(text)],
  team: ["opt", orNull(text)],
  teamID: ["opt", orNull(text)],
  rules: ["opt", listOf(rule)],
});
