import { type IResolvable, Token } from "cdktf";
import type * as z from "zod";
import type { PlacelessProblem, Problem } from "../../api/problems";
import { stepInto } from "../../api/schema-walk";
import type { Value } from "../../value/value";
import { HIGHEST_TOKEN, hasToken, numberToken, strayToken, tokenOf } from "./token-text";

/** Where a value stands. */
export interface Spot {
  readonly path: readonly PropertyKey[];
  readonly schema: z.ZodType | undefined;
}

/** A spot inside another. Few values need to know theirs. */
class InnerSpot implements Spot {
  constructor(
    private readonly outer: Spot,
    private readonly step: PropertyKey,
  ) {}

  get path(): readonly PropertyKey[] {
    return [...this.outer.path, this.step];
  }

  get schema(): z.ZodType | undefined {
    const { schema } = this.outer;
    return schema && stepInto(schema, this.step);
  }
}

/** Walks through a value, and makes JSON of it. A value that was refused resolves to undefined. */
export abstract class JsonWalk {
  readonly problems: Problem[] = [];
  /** The lists and objects that contain the value being resolved. */
  private readonly ancestors = new Set<object>();

  /** Resolves a value; undefined also where nothing was given. */
  resolve(value: unknown, spot: Spot): Value | undefined {
    switch (typeof value) {
      case "undefined":
        return undefined;
      case "boolean":
        return value;
      case "string":
        return hasToken(value) ? this.text(value, spot) : this.literalText(value, spot);
      case "number":
        return this.number(value, spot);
      case "object": {
        if (value === null) return null;
        const token = tokenOf(value);
        if (token !== undefined) return this.token(token, spot);
        return this.inside(value, spot, () =>
          Array.isArray(value) ? this.list(value, spot) : this.object(value, spot),
        );
      }
      default:
        return this.refuse(spot, "a JSON value");
    }
  }

  /** Resolves a list or an object, unless it contains itself. */
  protected inside(value: object, spot: Spot, resolve: () => Value | undefined): Value | undefined {
    if (this.ancestors.has(value)) return this.refuse(spot, "a value that does not contain itself");
    this.ancestors.add(value);
    const resolved = resolve();
    this.ancestors.delete(value);
    return resolved;
  }

  private number(value: number, spot: Spot): Value | undefined {
    if (!Number.isFinite(value)) return this.refuse(spot, "a finite number");
    if (value > HIGHEST_TOKEN) return value;
    const token = numberToken(value);
    if (token !== undefined) return this.token(token, spot);
    const stray = strayToken(value);
    return stray === undefined ? value : this.refuse(spot, stray);
  }

  private list(list: readonly unknown[], spot: Spot): Value | undefined {
    return Array.from(list, (element, index) => {
      const inner = new InnerSpot(spot, index);
      return element === undefined ? this.refuse(inner, "a value") : this.resolve(element, inner);
    }) as Value;
  }

  private object(object: object, spot: Spot): Value | undefined {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return this.refuse(spot, "a plain JSON object");
    const entries = Object.entries(object).flatMap(([key, value]): [string, Value][] => {
      const inner = new InnerSpot(spot, key);
      if (Token.isUnresolved(key)) this.refuse(inner, "a key that is known at synth");
      else if (strayToken(key) !== undefined) this.literalText(key, inner);
      else if (!key.isWellFormed()) this.refuse(inner, "a key of well-formed Unicode: it holds half a surrogate pair");
      const resolved = this.resolve(value, inner);
      return resolved === undefined ? [] : [[key, resolved]];
    });
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  protected literalText(text: string, spot: Spot): string | undefined {
    const stray = strayToken(text);
    if (stray !== undefined) this.refuse(spot, stray);
    return text.isWellFormed() ? text : this.refuse(spot, "well-formed Unicode: the text holds half a surrogate pair");
  }

  /** Resolves text that contains tokens. */
  protected abstract text(text: string, spot: Spot): Value | undefined;

  protected abstract token(token: IResolvable, spot: Spot): Value | undefined;

  protected refuse({ path }: Spot, problem: string | PlacelessProblem): undefined {
    this.problems.push({ path, ...(typeof problem === "string" ? { allowed: problem } : problem) });
    return undefined;
  }
}
