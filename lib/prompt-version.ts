import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { promptVersion } from "./api/prompt-version-schema";
import { hcl } from "./terraform/language/hcl";
import { digestOf, TerraformValue } from "./terraform/language/terraform-value";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";
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
    super(scope, id, promptVersion, props, idOfUnknownContent);
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

/** The id that comes from content with values that only Terraform knows. */
function idOfUnknownContent(fields: Fields): Value {
  const digest = digestOf(fields);
  return Opaque.deferred(["v-", new TerraformValue(Fn.substr(hcl`${digest}`.code, 0, 12), true)]);
}
