import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { promptVersion, secretHeadersOf } from "./api/prompt-version-schema";
import type { Entity } from "./entity/entity";
import type { PropsOf } from "./terraform/declare/check-props";
import { isOfKind } from "./terraform/kind-brand";
import { TerraformValue } from "./terraform/language/terraform-value";
import { digestOf } from "./terraform/language/trigger-text";
import { ManagedResource } from "./terraform/managed-resource";
import { type Fields, Opaque, type Value } from "./value/value";

/** The API's fields of a prompt version, and settings of this package. */
export type PromptVersionProps = PropsOf<typeof promptVersion.fields>;

/**
 * A version of a prompt: the configuration of a language-model prompt at one time. The API has no update. With an
 * `id`, a change is refused while planning. Without one, changed content is a new version.
 */
export class PromptVersion extends ManagedResource<PromptVersionProps & { id: string }> {
  /** Whether a value is a `PromptVersion`, including one from a second installed copy of this package. */
  static isPromptVersion(value: unknown): value is PromptVersion {
    return isOfKind(value, promptVersion);
  }

  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: PromptVersionProps) {
    super(scope, id, promptVersion, props, {
      complete: (fields) => ({ ...fields, id: fields.id ?? idFromContent(fields) }),
      byContent: (given) => given.id === undefined,
      checks: { "literal-secret": literalSecrets },
    });
  }

  /** Id of the version, for others to refer to. */
  get id(): string {
    return this.reference("id");
  }

  /** Id of the prompt, for others to refer to. */
  get promptID(): string {
    return this.reference("promptID");
  }
}

/** Derives an id from the content. */
function idFromContent(fields: Fields): Value {
  const digest = digestOf(fields);
  return typeof digest === "string"
    ? `v-${digest.slice(0, 12)}`
    : Opaque.ofParts(["v-", new TerraformValue(Fn.substr(digest.code, 0, 12), true)]);
}

/** The secret value of a header is a literal in the code. */
function literalSecrets({ fields }: Entity): string[] {
  return secretHeadersOf(fields)
    .filter(({ header }) => typeof header.value === "string")
    .map(
      ({ field, index }) =>
        `${field}[${index}].value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead`,
    );
}
