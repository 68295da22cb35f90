import { everyResource } from "./resources";

/** Names of the kinds of entities that the service keeps. In a file of its own, its declaration names no schema. */
export const kinds = everyResource.map(({ kind }) => kind);

/** Name of a kind of entity. */
export type Kind = (typeof kinds)[number];
