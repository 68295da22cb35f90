import { Fn, type IResolvable, type IResolveContext, propertyAccess, type TerraformResource, Token } from "cdktf";
import type { Value } from "../../value/value";
import { triggerOf } from "./terraform-value";

/** A token of this package. cdktf's own classes spend most of their time capturing a stack trace. */
export abstract class OwnToken implements IResolvable {
  readonly creationStack: string[] = [];

  abstract resolve(context: IResolveContext): unknown;

  toString(): string {
    return Token.asString(this);
  }

  /** What stands for it where somebody writes it as JSON: what it holds may be a secret, or the whole stack. */
  toJSON(): string {
    return "<unresolved-token>";
  }
}

/**
 * Stands for a value that is computed when the stack is synthesised: the value, or an expression for it. Where it is
 * undefined, the attribute is left out. A token that is encoded as text, list or map takes longer to make and to resolve.
 */
export function lazy<Value>(produce: () => unknown): Value {
  return new Lazy(produce) as unknown as Value;
}

class Lazy extends OwnToken {
  constructor(private readonly produce: () => unknown) {
    super();
  }

  resolve(): unknown {
    return this.produce();
  }
}

/** Makes a result once for each new key: cdktf resolves a stack more than once, and until then the key may change. */
export function madeFor<Key, Result>(keyNow: () => Key, make: (key: Key) => Result): () => Result {
  let made: { readonly key: Key; readonly result: Result } | undefined;
  return () => {
    const key = keyNow();
    if (made === undefined || made.key !== key) made = { key, result: make(key) };
    return made.result;
  };
}

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
   */
  constructor(
    private readonly declared: Value | undefined,
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
}

/** Whether a token is a reference to a construct of this package. */
export function isReference(token: IResolvable): token is Reference {
  return REFERENCE_BRAND in token;
}
