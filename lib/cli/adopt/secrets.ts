import type { Fields } from "./adoption";
import { firstFree, wordsOf } from "./names";

/** The field whose values are secrets: headers that authenticate. */
export const SECRET_FIELD = "auth_workflow_headers";

/** Names an environment variable for every secret: one for each value, however often that stands in the records. */
export class SecretVariables {
  private readonly values = new Map<string, string>();

  /**
   * The variables for the secrets of one thing, by the path to each: `auth_workflow_headers[0].value`.
   *
   * @param names what the thing is called, the more general first
   */
  for(fields: Fields, names: readonly string[]): ReadonlyMap<string, string> {
    const headers = fields[SECRET_FIELD];
    const variables = new Map<string, string>();
    if (!Array.isArray(headers)) return variables;
    for (const [index, header] of (headers as { readonly name?: string; readonly value?: string }[]).entries()) {
      if (header.value === undefined || header.value === "") continue;
      const what = header.name === undefined || header.name === "" ? `header ${index + 1}` : header.name;
      variables.set(`${SECRET_FIELD}[${index}].value`, this.variable(header.value, names, what));
    }
    return variables;
  }

  private variable(value: string, [general = "", ...further]: readonly string[], what: string): string {
    const names = [variableName([general, what]), variableName([general, ...further, what])];
    const free = firstFree(names, "_", (name) => (this.values.get(name) ?? value) === value);
    this.values.set(free, value);
    return free;
  }
}

function variableName(parts: readonly string[]): string {
  const name = wordsOf(parts.join(" ")).join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `SECRET_${name}`;
}
