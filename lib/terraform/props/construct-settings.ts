import * as z from "zod";
import { mayHoldSecret } from "../../api/markers";
import { riskNames } from "../../protocol/risk-names";
import { isService, type ServiceScope } from "../service-scope";
import { strictSetting } from "../warnings/strict";
import { warningNames } from "../warnings/warning-names";
import type { SettingName } from "./setting-names";

/** The settings that every construct takes in addition to the interface's fields. */
export const settings = z
  .strictObject({
    /**
     * The `ExperimentationService` that holds the entity. When left out, the only one of the stack; without one, the
     * address from `SERVICE_BASE_URL` and the key from `SERVICE_API_KEY` when the applier runs.
     */
    service: mayHoldSecret(z.custom<ServiceScope>(isService, "an ExperimentationService")),
    /**
     * Takes over an entity that exists in the service already: no create, updates only. A segment or a prompt version,
     * which has no update, is recorded without a call.
     */
    adopt: z.boolean(),
    /**
     * Any text: changing it sends the update again. For a segment or a prompt version, which has no update, there is
     * nothing to send.
     */
    reapply: z.string(),
    /**
     * Names of warnings and risks that are known and accepted here. A warning is not shown any more; a risk is shown as
     * acknowledged, and `review --strict` lets it pass.
     */
    acknowledge: z.array(z.enum([...new Set([...warningNames, ...riskNames])])).readonly(),
    /**
     * Warnings that are errors at synth here: `true` for all of them, or names. Those of the service's `strict` are
     * errors as well. What the construct acknowledges is none.
     */
    strict: strictSetting,
  } satisfies Record<SettingName, z.ZodType>)
  .partial();

export type Settings = z.input<typeof settings>;

/** Names of the settings. */
export const settingNames = Object.keys(settings.shape);
