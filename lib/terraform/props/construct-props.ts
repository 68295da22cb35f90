import type { IResolvable, ITerraformDependable } from "cdktf";
import * as z from "zod";
import { mayHoldSecret } from "../../api/field-types";
import type { Kind } from "../../api/kind";
import { type ParticularSetting, settings, settingsRefusedFor } from "../../declare/settings";
import { DEPENDABLES, isDependable } from "../dependencies";
import { isService, type ServiceScope } from "../service-scope";
import type { SettingName } from "./deferred-values";

/** What the prop `service` allows. */
export const A_SERVICE = "an ExperimentationService";

const aDependable = z
  .custom<ITerraformDependable>(isDependable, DEPENDABLES)
  .meta({ declaredAs: "ITerraformDependable" });

/** The settings that every construct takes in addition to the API's fields. */
export const constructSettings = z.strictObject({
  /**
   * The service that holds the entity. When left out: the only one of the stack, else that of the variables
   * `SERVICE_BASE_URL` and `SERVICE_API_KEY`.
   */
  service: mayHoldSecret(z.custom<ServiceScope>(isService, A_SERVICE)).optional(),
  /** What is deployed before the entity. */
  dependsOn: z.array(aDependable).readonly().optional(),
  ...settings.shape,
} satisfies Record<SettingName, z.ZodType>);

/** The settings that a kind of construct takes. */
export function settingsSchema(kind: Kind): z.ZodObject {
  const refused = Object.keys(settingsRefusedFor(kind)).map((name) => [name, true]);
  return constructSettings.omit(Object.fromEntries(refused) as { [Name in ParticularSetting]?: true });
}

/** A prop type in which any value may be a token. */
type OrToken<T> = T extends string | number | null | undefined
  ? T
  : T extends boolean
    ? T | IResolvable
    : T extends readonly (infer E)[]
      ? readonly OrToken<E>[] | IResolvable
      : T extends object
        ? { [K in keyof T]: OrToken<T[K]> } | IResolvable
        : T;

/** The fields of a schema, any of which may be a token. */
export type FieldsOf<Schema extends z.ZodType> = { [K in keyof z.input<Schema>]: OrToken<z.input<Schema>[K]> };

/**
 * The props of a construct: the API's fields, and the settings of this package.
 *
 * @typeParam Taken the settings that it takes, and not every kind does
 */
export type PropsOf<Schema extends z.ZodType, Taken extends ParticularSetting = never> = FieldsOf<Schema> &
  Omit<z.input<typeof constructSettings>, Exclude<ParticularSetting, Taken>>;
