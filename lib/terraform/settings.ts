import * as z from "zod";
import { isService, type ServiceScope } from "./service-scope";
import { warningNames } from "./warnings";

/** What every construct takes besides the interface's fields. */
export const settings = z
  .strictObject({
    /**
     * The service that holds the thing. When left out, the only `ExperimentationService` of the stack; without one, the
     * address from `SERVICE_BASE_URL` and the key from `SERVICE_API_KEY` when the applier runs.
     */
    service: z.custom<ServiceScope>(isService, "an ExperimentationService"),
    /** Takes over a thing that exists in the service already: no create, updates only. */
    adopt: z.boolean(),
    /** Any text: changing it sends the update again. */
    reapply: z.string(),
    /** Names of warnings that are known and accepted here, and are not shown any more. */
    acknowledge: z.array(z.enum(warningNames)),
  })
  .partial();

export type Settings = z.input<typeof settings>;

/** Names of the settings. */
export const settingNames = Object.keys(settings.shape);
