import { type IResolvable, type IResolveContext, Token } from "cdktf";

/** A token of this package. cdktf's own classes spend most of their time capturing a stack trace. */
export abstract class OwnToken implements IResolvable {
  readonly creationStack: string[] = [];

  abstract resolve(context: IResolveContext): unknown;

  toString(): string {
    return Token.asString(this);
  }

  /** What stands for it where somebody writes it as JSON. */
  abstract toJSON(): string;
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

  toJSON(): string {
    return "computed when the stack is synthesised";
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
