import type { IResolvable } from "cdktf";
import { freezeDeeply } from "../../entity/entity";
import { type Fields, isEnvironment, type Opaque, type Part, replaceOpaque } from "../../value/value";

/**
 * A value known at deploy time, as `declared` shows it. Use `isDeferred` to tell it from other values: data of
 * yours may look the same.
 *
 * - `terraform`: Terraform knows the value, while planning or during the deploy.
 * - `environment`: the deploy reads the value from its environment, by `fromEnvironment`. It may be a secret.
 * - `text`: text with deferred parts. The literal parts are known.
 */
export type DeferredField =
  | { readonly deferred: "terraform" }
  | { readonly deferred: "environment"; readonly variable: string }
  | { readonly deferred: "text"; readonly parts: readonly (string | DeferredField)[] };

// spelled out, because the declarations of users' compilers have no schemas; the settings' schema is held to it
/** Names of the settings that every construct takes besides the API's fields. */
export type SettingName =
  | "service"
  | "dependsOn"
  | "adopt"
  | "reapply"
  | "acknowledge"
  | "strict"
  | "ignoreChanges"
  | "endsOn";

/** What a construct declares: the fields of its props, without the settings. Any value may be deferred. */
export type DeclaredFields<Props> = {
  readonly [Name in keyof Props as Exclude<Name, SettingName>]: DeclaredField<Props[Name]>;
};

type DeclaredField<T> = T extends undefined | IResolvable
  ? Extract<T, undefined>
  : T extends readonly (infer Element)[]
    ? readonly DeclaredField<Element>[] | DeferredField
    : T extends object
      ? { readonly [Name in keyof T]: DeclaredField<T[Name]> } | DeferredField
      : T | DeferredField;

const DEFERRED_BRAND = Symbol.for("cdktf-experimentation.deferred");

/** Whether a value in `declared` is known at deploy time only. */
export function isDeferred(value: unknown): value is DeferredField {
  return typeof value === "object" && value !== null && DEFERRED_BRAND in value;
}

/**
 * The fields of a construct for others to read: frozen.
 *
 * @internal
 */
export function declaredFields(fields: Fields): unknown {
  const shown = replaceOpaque(fields, deferredField);
  freezeDeeply(shown);
  return shown;
}

function deferredField({ parts }: Opaque): DeferredField {
  const shown = parts.map((part) => (typeof part === "string" ? part : deferredPart(part)));
  const [only] = shown;
  if (shown.length === 1 && typeof only === "object") return only;
  return branded({ deferred: "text", parts: Object.freeze(shown) });
}

function deferredPart(part: Exclude<Part, string>): DeferredField {
  return branded(
    isEnvironment(part) ? { deferred: "environment", variable: part.environment } : { deferred: "terraform" },
  );
}

function branded(field: DeferredField): DeferredField {
  return Object.freeze(Object.defineProperty(field, DEFERRED_BRAND, { value: true }));
}
