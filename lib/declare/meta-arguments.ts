import type { Problem } from "../api/problems";
import type { Fields } from "../value/value";

/** What to do in place of an iterator. */
export const LOOP = "make a construct for each in a loop of your program, or a file for each";
const RESOURCE = "it is of Terraform's resources, which an entity has several of";

/** What to do in place of Terraform's arguments of every resource, which no entity has, in the spelling of each language. */
const instead: Readonly<Record<string, string>> = {
  forEach: LOOP,
  for_each: LOOP,
  count: LOOP,
  provider: "the prop service says which service has the entity",
  lifecycle: `${RESOURCE}; ignoreChanges: true leaves an entity as it is`,
  provisioner: RESOURCE,
  provisioners: RESOURCE,
  connection: RESOURCE,
  dependsOn: "in code alone, on a construct or its Include, with constructs and resources",
  depends_on: "dependsOn, in code alone, on a construct or its Include, with constructs and resources",
};

/**
 * Finds Terraform's arguments among props that have no such field.
 *
 * @param known names of the fields that there are
 * @returns the problems, and the props without them
 */
export function metaArguments(props: Fields, known: object): { readonly problems: Problem[]; readonly others: Fields } {
  const isOne = (name: string) => Object.hasOwn(instead, name) && !Object.hasOwn(known, name);
  const problems = Object.keys(props)
    .filter(isOne)
    .map((name) => ({ path: [name], allowed: `cannot be used here: ${instead[name]}`, isWhole: true }));
  if (problems.length === 0) return { problems, others: props };
  return { problems, others: Object.fromEntries(Object.entries(props).filter(([name]) => !isOne(name))) };
}
