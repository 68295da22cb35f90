import { type IResolvable, Token } from "cdktf";

/**
 * Stands for a value that is computed when the stack is synthesised: the value, or an expression for it. Where it is
 * undefined, the attribute is left out. A token that is encoded as text, list or map takes longer to make and to resolve.
 */
export function lazy<Value>(produce: () => unknown): Value {
  return new Lazy(produce) as unknown as Value;
}

/** cdktf's own spends most of its time capturing a stack trace. */
class Lazy implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly produce: () => unknown) {}

  resolve(): unknown {
    return this.produce();
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return "computed when the stack is synthesised";
  }
}
