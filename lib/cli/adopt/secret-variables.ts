import { secretHeadersOf } from "../../api/prompt-version-schema";
import type { RecordFields } from "../../records/record-identity";
import { firstFree, nameWords } from "./names";

/** Names an environment variable for every secret: one for each value, however often that stands in the records. */
export class SecretVariables {
  private readonly values = new Map<string, string>();

  /**
   * The variables for the secrets of one entity, by the place of each: `auth_workflow_headers[0].value`.
   *
   * @param names what the entity is called, the more general first
   */
  for(fields: RecordFields, names: readonly string[]): ReadonlyMap<string, string> {
    const variables = new Map<string, string>();
    for (const { place, index, name, value } of secretHeadersOf(fields)) {
      if (typeof value !== "string" || value === "") continue;
      const what = typeof name === "string" && name !== "" ? name : `header ${index + 1}`;
      variables.set(place, this.variable(value, names, what));
    }
    return variables;
  }

  private variable(value: string, [general = "", ...further]: readonly string[], what: string): string {
    const names = [secretVariableName([general, what]), secretVariableName([general, ...further, what])];
    const free = firstFree(names, "_", (name) => (this.values.get(name) ?? value) === value);
    this.values.set(free, value);
    return free;
  }
}

function secretVariableName(parts: readonly string[]): string {
  const name = nameWords(parts.join(" ")).join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `SECRET_${name}`;
}
