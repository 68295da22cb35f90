import { withSecretHeaders } from "../../api/prompt-version-schema";
import { serviceDefaults } from "../../api/service-settings";
import { ADOPT_VARIABLE } from "../../protocol/command";
import { EnvironmentSecret, firstFree, nameWords } from "../typescript";
import type { Adoption } from "./adoption";

/** What deploys read themselves: a header would be sent the key of the service. */
const OF_DEPLOYS: readonly string[] = [serviceDefaults.apiKeyVariable, serviceDefaults.baseUrlVariable, ADOPT_VARIABLE];

/** Names an environment variable for every secret: one for each value, however often that stands in the records. */
export class SecretVariables {
  private readonly values = new Map<string, string>();

  /** Whether a secret was met. */
  get areNeeded(): boolean {
    return this.values.size > 0;
  }

  /** An adoption with what stands for each secret in its place, and a remark on that. */
  hide(adoption: Adoption): Adoption {
    const { identity, remarks } = adoption;
    const variables = new Set<string>();
    const fields = withSecretHeaders(adoption.fields, (header, index) => {
      const { name, value } = header;
      if (typeof value !== "string" || value === "") return header;
      const what = typeof name === "string" && name !== "" ? name : `header ${index + 1}`;
      const variable = this.variable(value, identity, what);
      variables.add(variable);
      return { ...header, value: new EnvironmentSecret(variable) };
    });
    return variables.size === 0 ? adoption : { ...adoption, fields, remarks: [...remarks, secretRemark(variables)] };
  }

  /** @param names what the entity is called, the more general first */
  private variable(value: string, [general = "", ...further]: readonly string[], what: string): string {
    const names = [secretVariableName([general, what]), secretVariableName([general, ...further, what])];
    const isFree = (name: string) => !OF_DEPLOYS.includes(name) && (this.values.get(name) ?? value) === value;
    const free = firstFree(names, "_", isFree);
    this.values.set(free, value);
    return free;
  }
}

function secretRemark(variables: ReadonlySet<string>): string {
  return `set ${[...variables].join(", ")} where deploys run: written here, a secret would be in the code and in the state`;
}

function secretVariableName(parts: readonly string[]): string {
  const name = nameWords(parts.join(" ")).join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `SECRET_${name}`;
}
