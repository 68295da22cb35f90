import * as z from "zod";
import type { Kind } from "../api/kind";
import { labelOf } from "../text/names";
import type { Opaque } from "../value/value";
import { acknowledgeSetting, strictSetting } from "./warnings";

/** The settings that every construct takes in addition to the API's fields, and a definition in a file, too. */
export const settings = z
  .strictObject({
    /**
     * The entity exists: no create call, only updates. A segment or a prompt version, which has no update, is recorded
     * without a call.
     */
    adopt: z.boolean(),
    /** Any text. Changing it sends the update again, if the kind has one. */
    reapply: z.string(),
    /**
     * Warnings and risks that you accept, beside those of the service. A warning is no longer shown; a risk is shown as
     * acknowledged, and `review --strict` lets it pass.
     */
    acknowledge: acknowledgeSetting,
    /**
     * Warnings that are errors at synth, beside those of the service: `true` for all, or a list of names. What you acknowledge
     * is none.
     */
    strict: strictSetting,
    /**
     * Once the entity is created, a change in the code sends nothing. With `adopt`, there is no call at all. For kinds with
     * an update, and for an assignment source.
     */
    ignoreChanges: z.boolean(),
    /**
     * For an experiment: the day on which it should have ended, such as `"2026-12-18"`. It is not sent; `list` shows what is
     * overdue.
     */
    endsOn: z
      .string()
      .refine((text) => z.iso.date().safeParse(text).success, 'a day of the calendar as "2026-12-18"')
      .meta({ format: "date" }),
  })
  .partial();

/** The settings of a construct or a definition, as they are declared. */
export interface Settings extends Omit<z.infer<typeof settings>, "reapply"> {
  readonly reapply?: string | Opaque | undefined;
}

/** The settings that not every kind of construct takes. */
export type ParticularSetting = "ignoreChanges" | "endsOn";

/** What the settings allow that decide which resources and warnings there are, and so have to be known at synth. */
export const knownAtSynth = {
  adopt: "true or false",
  acknowledge: "a list of names",
  strict: "true, false or a list of names",
  ignoreChanges: "true or false",
  endsOn: "a day",
} satisfies Record<Exclude<keyof Settings, "reapply">, string>;

/** Why a kind of construct does not take a setting, by the setting's name. */
export function settingsRefusedFor({ name, role, update, upsert }: Kind): Partial<Record<ParticularSetting, string>> {
  const hasUpdate = update !== undefined || upsert !== undefined;
  return {
    ...(hasUpdate
      ? {}
      : {
          ignoreChanges: `cannot be used for a ${labelOf(name)}, because the service has no update for it; remove it`,
        }),
    ...(role === "experiment" ? {} : { endsOn: "can be used for an experiment only; remove it" }),
  };
}
