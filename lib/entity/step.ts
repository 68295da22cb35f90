/** What a call does. */
export const actions = ["create", "update", "upsert", "dry-run"] as const;

export type Action = (typeof actions)[number];

/** One call that deploys may make for an entity. */
export interface Step {
  readonly action: Action;
  readonly method: "POST" | "PATCH";
  /** Path template; `{x}` stands for the field `x`, or for the one that `parameters` names. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Names of the declared fields that its body takes, in the order of the API's table. */
  readonly fields: readonly string[];
  /**
   * When a deploy makes it: the first one, one that changes the entity, or both. `asked`: only one that somebody tells to
   * replace its resource.
   */
  readonly due: "first" | "change" | "both" | "asked";
  /**
   * What a create does when the entity exists. `success`: the call counts as success, because the id is derived from the
   * content. `duplicate`: the service may make a second one. An error when left out.
   */
  readonly ifExists?: "success" | "duplicate";
}

/** The step of an action, if a deploy may make it. */
export function stepFor({ steps }: { readonly steps: readonly Step[] }, action: Action): Step | undefined {
  return steps.find((step) => step.action === action);
}

/** Whether the id comes from the content: such a create has succeeded where the entity exists. */
export function isByContent(request: { readonly steps: readonly Step[] }): boolean {
  return stepFor(request, "create")?.ifExists === "success";
}

/** The field that fills a parameter of a step's path. */
export function parameterField({ parameters }: Step, parameter: string): string {
  return parameters?.[parameter] ?? parameter;
}

/** The fields that fill the parameters of a step's path. */
export function pathFields(step: Step): string[] {
  return [...step.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameterField(step, parameter));
}

/** The fields that a step sends, in its body or its path. */
export function sentFields(step: Step): string[] {
  return [...step.fields, ...pathFields(step)];
}

/** Whether the first deploy makes a call. */
export function isDueAtFirst({ due }: Step): boolean {
  return due === "first" || due === "both";
}
