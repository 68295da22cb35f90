import { listOf, shape, text } from "./cell-types";

/** Shapes that metric sources and assignment sources share. */
export const idTypeMapping = listOf(shape({ serviceUnitID: text, column: text }));

export const owner = shape({ ownerID: text, ownerType: text, ownerName: text, ownerEmail: text });
