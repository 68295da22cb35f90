import { Fn, type IResolvable, type IResolveContext, propertyAccess, type TerraformResource, Token } from "cdktf";
import type { EntityResources } from "../resources/resource-inputs";
import { triggerOf } from "../resources/trigger-text";
import type { DeferredJson } from "./deferred-value";

const BRAND = Symbol.for("cdktf-experimentation.reference");

/**
 * What one construct offers others to refer to. In props of this package's constructs it counts as the value itself,
 * plus a dependency; anywhere else it resolves to a Terraform reference, which orders the deploy as well.
 */
export class Reference implements IResolvable {
  readonly creationStack: string[] = [];
  readonly [BRAND] = true;
  /** What the reference stands for: nothing of a field that is not declared. */
  readonly value: DeferredJson;
  private expression: IResolvable | undefined;

  /**
   * @param declared what the field is, where it is declared
   * @param made the resources of the construct: when they are done, so is the thing
   * @param attribute name of the resource's attribute that holds the fields
   * @param field the field that is referred to
   */
  constructor(
    private readonly declared: DeferredJson | undefined,
    private readonly made: EntityResources,
    private readonly attribute: string,
    private readonly field: string,
  ) {
    this.value = declared ?? "";
  }

  /** What has to be done before. */
  get resources(): readonly TerraformResource[] {
    return [this.made.last];
  }

  resolve(context: IResolveContext): unknown {
    // one and the same for all passes: cdktf notes in the first that another stack refers to it
    this.expression ??= this.expressionFor(this.made.last.interpolationForAttribute(this.attribute));
    return context.resolve(this.expression);
  }

  private expressionFor(fields: IResolvable): IResolvable {
    const held = propertyAccess(fields, [this.field]);
    if (this.declared === undefined) return Fn.try([held, this.value]);
    // a text that reads like JSON is held as JSON
    const isJson = triggerOf(this.value)[0] === JSON.stringify(this.value);
    return isJson ? Fn.jsondecode(Token.asString(held)) : held;
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return `reference to ${this.field} of ${this.made.last.node.path}`;
  }
}

/** Whether a token is a reference to a construct of this package. */
export function isReference(token: IResolvable): token is Reference {
  return BRAND in token;
}
