import * as z from "zod";
import { nestedObject } from "./field-types";

/** Maps a unit id of the service to the column of a source that holds it. */
export const idTypeMapping = nestedObject({
  /** Unit id in the service, for example `userID`. */
  serviceUnitID: z.string(),
  /** Column of the source that holds it. */
  column: z.string(),
});

/** The owner of a metric source or an assignment source. A source that was made through the API has none. */
export const owner = nestedObject({
  /** Service id of the owner. */
  ownerID: z.string(),
  /** Kind of owner, for example `USER`. */
  ownerType: z.string(),
  /** Display name of the owner. */
  ownerName: z.string(),
  /** E-mail address of the owner. */
  ownerEmail: z.string(),
});
