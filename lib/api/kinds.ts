import { everyResource } from "./resources";

/** The kinds of entities that the service keeps. In a file of its own, so that its declaration names no schema. */
export const kinds = everyResource.map(({ kind }) => kind);

/** A kind of entity. */
export type Kind = (typeof kinds)[number];
