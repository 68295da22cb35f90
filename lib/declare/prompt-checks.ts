import type { promptVersion } from "../api/prompt-version-schema";
import { secretHeadersOf } from "../api/prompt-version-schema";
import type { Entity } from "../entity/entity";
import { asSeen } from "../text/characters";
import { didYouMean } from "../text/did-you-mean";
import { at, type Fields, isFields, listAt, Opaque, type Path, type Value } from "../value/value";
import { isBlank } from "./blank";
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
    ...listAt(prompts).flatMap(promptMistakes),
    ...[...headersIn(fields, "workflow_headers"), ...headersIn(fields, "auth_workflow_headers")],
    ...outside,
  ];
}

function promptMistakes(prompt: Value, index: number): LikelyMistake[] {
  const path = ["prompts", index];
  const lacking = (["role", "content"] as const)
    .filter((key) => isFields(prompt) && isBlank(prompt[key]))
    .map((key) => mistakeAt([...path, key], "none, and models ask for one in each prompt"));
  return [...lacking, ...roleMistakes(at(prompt, "role"), [...path, "role"])];
}

function roleMistakes(role: unknown, path: Path): LikelyMistake[] {
  // what only looks like a known one has another character in it, which is named as such
  if (typeof role !== "string" || ROLES.includes(role) || ROLES.includes(asSeen(role).trim())) return [];
  const meant = didYouMean(role, ROLES);
  return meant === "" ? [] : [mistakeAt(path, `${JSON.stringify(role)}${meant}`)];
}

/** Headers without a name, which cannot be sent. */
function headersIn(fields: Fields, field: PromptField): LikelyMistake[] {
  return listAt(fields[field]).flatMap((header, index) =>
    isFields(header) && isBlank(header.name) ? [mistakeAt([field, index, "name"], "none, so it is no header")] : [],
  );
}
