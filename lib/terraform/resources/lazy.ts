import { type IResolvable, Token } from "cdktf";

/** A token for text that is known when the stack is synthesised; none at all where it is undefined. */
export function lazyText(produce: () => string | undefined): string {
  return Token.asString(new Lazy(produce));
}

/**
 * A token for a map that is known when the stack is synthesised. It is not encoded, as `Token.asStringMap` would: that
 * makes an object with a key of its own for each token, and with thousands of them V8 is several times slower at every
 * object of the synthesis, since it shares no more than so many shapes.
 */
export function lazyMap(produce: () => unknown): Record<string, string> {
  return new Lazy(produce) as unknown as Record<string, string>;
}

/** A token for what is known when the stack is synthesised. cdktf's own takes most of its time to note where it was made. */
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
    return "known when the stack is synthesised";
  }
}
