import * as z from "zod";
import { mayHoldSecret } from "../../api/field-markers";
import type { Resource } from "../../api/resource";
import { labelOf } from "../../text/title";
import { isService, type ServiceScope } from "../service-scope";
import { acknowledgeSetting, strictSetting } from "../warnings/warning-names";
import type { SettingName } from "./declared-fields";

/** The settings that every construct takes in addition to the API's fields. */
export const settings = z
  .strictObject({
    /**
     * The `ExperimentationService` that holds the entity. When left out, the only one of the stack; if the stack has
     * none, the deploy reads the address from `SERVICE_BASE_URL` and the key from `SERVICE_API_KEY`.
     */
    service: mayHoldSecret(z.custom<ServiceScope>(isService, "an ExperimentationService")),
    /**
     * Takes over an entity that exists in the service: there is no create call, only updates. A segment or a prompt
     * version, which has no update, is recorded without a call.
     */
    adopt: z.boolean(),
    /**
     * Any text. Changing it sends the update again. For a segment or a prompt version, which has no update, there is
     * nothing to send.
     */
    reapply: z.string(),
    /**
     * Names of warnings and risks that you accept for this construct. A warning is no longer shown. A risk is shown as
     * acknowledged, and `review --strict` lets it pass. It adds to `acknowledge` of the service.
     */
    acknowledge: acknowledgeSetting,
    /**
     * Warnings that are errors at synth for this construct: `true` for all, or a list of names. It adds to `strict` of
     * the service. A warning that the construct acknowledges is not an error.
     */
    strict: strictSetting,
    /**
     * Leaves the entity alone once it is created: a change in the code sends nothing. With `adopt` there is no call at
     * all. For kinds with an update, and for an assignment source.
     */
    ignoreChanges: z.boolean(),
    /**
     * For an experiment: the day on which it should have ended, such as `"2026-12-18"`. It is not sent. `list` shows what
     * is overdue.
     */
    endsOn: z
      .string()
      .refine((text) => z.iso.date().safeParse(text).success, 'a day of the calendar as "2026-12-18"')
      .meta({ format: "date" }),
  } satisfies Record<SettingName, z.ZodType>)
  .partial();

export type Settings = z.input<typeof settings>;

/** The settings that not every kind of construct takes. */
export type ParticularSetting = "ignoreChanges" | "endsOn";

/**
 * What the settings allow that decide which resources and warnings there are, and so have to be known at synth. Of the
 * others, `service` is a construct, and `reapply` may be a token.
 */
export const knownAtSynth = {
  adopt: "true or false",
  acknowledge: "a list of names",
  strict: "true, false or a list of names",
  ignoreChanges: "true or false",
  endsOn: "a day",
} satisfies Record<Exclude<SettingName, "service" | "reapply">, string>;

/** Why a kind of construct does not take a setting, by the setting's name. */
export function settingsRefusedFor({
  kind,
  role,
  update,
  upsert,
}: Resource): Partial<Record<ParticularSetting, string>> {
  const hasUpdate = update !== undefined || upsert !== undefined;
  return {
    ...(hasUpdate
      ? {}
      : {
          ignoreChanges: `cannot be used for a ${labelOf(kind)}, because the service has no update for it; remove it`,
        }),
    ...(role === "experiment" ? {} : { endsOn: "can be used for an experiment only; remove it" }),
  };
}

/** The settings that a kind of construct takes. */
export function settingsSchema(resource: Resource): z.ZodObject {
  const refused = Object.keys(settingsRefusedFor(resource)).map((name) => [name, true]);
  return settings.omit(Object.fromEntries(refused) as { [Name in ParticularSetting]?: true });
}
