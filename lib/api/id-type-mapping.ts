import * as z from "zod";

/** Which column of a source holds which unit id of the service. */
export const idTypeMapping = z
  .strictObject({
    /** Unit id in the service, for example `userID`. */
    serviceUnitID: z.string(),
    /** Column of the source that holds it. */
    column: z.string(),
  })
  .partial();
