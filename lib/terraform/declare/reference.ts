import { Fn, type IResolvable, type IResolveContext, propertyAccess, type TerraformResource, Token } from "cdktf";
import type { Value } from "../../value/value";
import { OwnToken } from "../language/own-token";
import { triggerOf } from "../language/terraform-value";

const REFERENCE_BRAND = Symbol.for("cdktf-experimentation.reference");

/**
 * A reference to a field of a construct. In props of this package's constructs it counts as the value itself, plus a
 * dependency. Anywhere else it resolves to a Terraform reference, which orders the deploy as well.
 */
export class Reference extends OwnToken {
  readonly [REFERENCE_BRAND] = true;
  /** The value of the field: empty text when it is not declared. */
  readonly value: Value;
  private expression: IResolvable | undefined;

  /**
   * @param declared value of the field, where it is declared
   * @param resource the construct's last resource, which holds the fields: when it is done, so is the entity
   * @param attribute name of the resource's attribute that holds the fields
   * @param field name of the field
   */
  constructor(
    private readonly declared: Value | undefined,
    /** The resource that has to be done before. */
    readonly resource: TerraformResource,
    private readonly attribute: string,
    private readonly field: string,
  ) {
    super();
    this.value = declared ?? "";
  }

  resolve(context: IResolveContext): unknown {
    // the same expression for all passes: cdktf records in the first pass that another stack refers to it
    this.expression ??= this.expressionFor(this.resource.interpolationForAttribute(this.attribute));
    return context.resolve(this.expression);
  }

  private expressionFor(fields: IResolvable): IResolvable {
    const held = propertyAccess(fields, [this.field]);
    if (this.declared === undefined) return Fn.try([held, this.value]);
    // text that reads like JSON is held as JSON
    return triggerOf(this.value).form === "quoted" ? Fn.jsondecode(Token.asString(held)) : held;
  }

  toJSON(): string {
    return `reference to ${this.field} of ${this.resource.node.path}`;
  }
}

/** Whether a token is a reference to a construct of this package. */
export function isReference(token: IResolvable): token is Reference {
  return REFERENCE_BRAND in token;
}
