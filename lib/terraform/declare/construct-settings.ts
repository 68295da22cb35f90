import * as z from "zod";
import { mayHoldSecret } from "../../api/field-markers";
import { riskNames } from "../../protocol/risk-names";
import { isService, type ServiceScope } from "../service-scope";
import { strictSetting } from "../warnings/strict";
import { warningNames } from "../warnings/warning-names";
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
     * acknowledged, and `review --strict` lets it pass.
     */
    acknowledge: z.array(z.enum([...new Set([...warningNames, ...riskNames])])).readonly(),
    /**
     * Warnings that are errors at synth for this construct: `true` for all, or a list of names. It adds to `strict` of
     * the service. A warning that the construct acknowledges is not an error.
     */
    strict: strictSetting,
  } satisfies Record<SettingName, z.ZodType>)
  .partial();

export type Settings = z.input<typeof settings>;

/** Names of the settings. */
export const settingNames = Object.keys(settings.shape);
