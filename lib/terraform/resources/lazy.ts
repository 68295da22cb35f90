import { type IResolvable, Token } from "cdktf";

/**
 * A token for text that is computed when the stack is synthesised. Where that is undefined, the attribute is left out.
 */
export function lazyText(produce: () => string | undefined): string {
  return Token.asString(new Lazy(produce));
}

/**
 * A token for a map that is computed when the stack is synthesised. It is not encoded with `Token.asStringMap`, which
 * makes an object with a unique key for each token: V8 shares a limited number of object shapes, and thousands of such
 * objects make the whole synthesis several times slower.
 */
export function lazyMap(produce: () => unknown): Record<string, string> {
  return new Lazy(produce) as unknown as Record<string, string>;
}

/**
 * A token for a value that is computed when the stack is synthesised. cdktf's own spends most of its time capturing a
 * stack trace.
 */
export class Lazy implements IResolvable {
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
