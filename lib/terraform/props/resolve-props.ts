import type { IResolvable, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import type { Problem } from "../../api/problems";
import type { Spot } from "../../declare/json-walk";
import { Opaque, type Value } from "../../value/value";
import { isReference } from "../language/own-tokens";
import { environmentVariableOf } from "./from-environment";
import { isLazy, LazyExpression } from "./lazy-value";
import { TokenWalk, terraformValue } from "./token-walk";

/** Props as JSON with opaque places, and what has to be deployed before them. */
interface ResolvedProps {
  /** The values; fields that were undefined are left out. */
  readonly json: Value;
  /** Resources that the props refer to. */
  readonly dependencies: ReadonlySet<TerraformResource>;
  /** Problems of values that JSON cannot hold: they stand in it as they were given. */
  readonly problems: readonly Problem[];
}

/**
 * Resolves props into JSON with opaque places. A lazy value becomes an expression, which is produced and checked when the stack
 * is synthesised: aspects may change until then what it produces.
 *
 * @param schema gives the type of a token's value, so that Terraform converts it as it would for an attribute of that type
 * @param construct whose props they are, for errors of lazy values
 */
export function resolveProps(props: unknown, schema: z.ZodType, construct?: Construct): ResolvedProps {
  const walk = new PropsWalk(schema, construct);
  const json = walk.resolve(props, { path: [], schema }) ?? null;
  const { dependencies, problems } = walk;
  return { json, dependencies, problems };
}

/** Walks through the props while the code runs. */
class PropsWalk extends TokenWalk {
  readonly dependencies = new Set<TerraformResource>();

  constructor(
    private readonly schema: z.ZodType,
    private readonly construct: Construct | undefined,
  ) {
    super();
  }

  protected override token(token: IResolvable, spot: Spot): Value | undefined {
    if (isReference(token)) {
      this.dependencies.add(token.resource);
      return token.value;
    }
    const variable = environmentVariableOf(token);
    if (variable !== undefined) return Opaque.deferred([{ environment: variable }]);
    if (!isLazy(token)) return this.expression(token, spot);
    const { construct, schema } = this;
    const later = new LazyExpression(token, spot, schema, construct);
    construct?.node.addValidation({ validate: () => later.problemsIn(construct) });
    return Opaque.deferred([terraformValue(later, spot)]);
  }
}
