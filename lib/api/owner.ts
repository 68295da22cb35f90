import * as z from "zod";

/** Who owns a metric source or an assignment source. The service leaves it out for what was made through the interface. */
export const owner = z
  .strictObject({
    /** Service id of the owner. */
    ownerID: z.string(),
    /** Kind of owner, for example `USER`. */
    ownerType: z.string(),
    /** Display name of the owner. */
    ownerName: z.string(),
    /** E-mail address of the owner. */
    ownerEmail: z.string(),
  })
  .partial();
