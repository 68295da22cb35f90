import type { promptVersion } from "../api/prompt-version-schema";
import { secretHeadersOf } from "../api/prompt-version-schema";
import type { Entity } from "../entity/entity";
import { didYouMean } from "../text/did-you-mean";
import { at, listAt, Opaque } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** The secret value of a header is a literal in the code. */
export function literalSecrets({ fields }: Entity): LikelyMistake[] {
  const words = 'a literal in the code, which will be in the state; use fromEnvironment("NAME") instead';
  return secretHeadersOf(fields)
    .filter(({ header }) => typeof header.value === "string" && header.value !== "")
    .map(({ field, index }) => mistakeAt([field, index, "value"], words));
}

type PromptField = keyof typeof promptVersion.fields.shape;

/** Between which values models take a number. */
const BOUNDS = {
  temperature: [0, 2],
  top_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
  max_tokens: [1, Number.POSITIVE_INFINITY],
} satisfies { readonly [Field in PromptField]?: readonly [number, number] };

/** Roles that models know. Others are well, but for those that are nearly one of them. */
const ROLES = ["system", "user", "assistant", "developer", "tool", "function", "model", "human"];

/** Values of a prompt that models refuse: no call changes them later. One that is adopted is not sent. */
export function promptValues({ fields, adopt }: Entity): LikelyMistake[] {
  if (adopt) return [];
  const { prompts } = fields;
  const outside = Object.entries(BOUNDS).flatMap(([field, [least, most]]) => {
    const value = fields[field];
    if (typeof value !== "number" || (value >= least && value <= most)) return [];
    const allowed = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `between ${least} and ${most}`;
    return [mistakeAt([field], `${value} is not ${allowed}`)];
  });
  // a workflow may have prompts of its own
  const isOfWorkflow = fields.workflow_headers !== undefined || fields.auth_workflow_headers !== undefined;
  const isEmpty = !(prompts instanceof Opaque) && listAt(prompts).length === 0 && !isOfWorkflow;
  return [
    ...(isEmpty ? [mistakeAt(["prompts"], "none, so the model is given nothing")] : []),
    ...listAt(prompts).flatMap((prompt, index) => roleMistakes(at(prompt, "role"), index)),
    ...outside,
  ];
}

function roleMistakes(role: unknown, index: number): LikelyMistake[] {
  if (typeof role !== "string" || ROLES.includes(role)) return [];
  const meant = didYouMean(role, ROLES);
  return meant === "" ? [] : [mistakeAt(["prompts", index, "role"], `${JSON.stringify(role)}${meant}`)];
}
