import { createHmac } from "node:crypto";
import { type Action, stepFor } from "../entity/steps";
import type { JournalEntry } from "../protocol/journal-entry";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { isTerraform, replaceOpaque } from "../value/value";
import type { FilledRequest } from "./read-request";

/** The entity that a call is about, as its entry has it. */
export interface EntrySubject {
  readonly entity: Pick<JournalEntry, "kind" | "name" | "immutable">;
  /** The fields that its update carries. */
  readonly updated: readonly string[];
}

/**
 * The entity of a request, without a value that may be a secret.
 *
 * @param planned the request as it stands in its file
 * @param filled the same with its deferred values
 * @param key that makes the digests useless to those who do not have it
 */
export function entrySubject(action: Action, planned: Request, filled: FilledRequest, key: string): EntrySubject {
  const digest = (text: string) => keyedDigest(text, key);
  const updated = stepFor(planned, "update")?.fields ?? [];
  return {
    entity: {
      kind: planned.kind,
      name: nameOf(planned) ?? digest(nameOf(filled.request) ?? ""),
      immutable: action === "create" ? immutableFields(planned, updated, filled.values, digest) : {},
    },
    updated,
  };
}

/**
 * A digest for each field that a create sends and no update can change. A secret counts by its variable, so that rotating
 * it changes nothing.
 */
function immutableFields(
  request: Request,
  updated: readonly string[],
  values: readonly unknown[],
  digest: (text: string) => string,
): Record<string, string> {
  const { fields, identity } = request;
  const names = stepFor(request, "create")?.fields ?? [];
  return Object.fromEntries(
    // what identifies the entity is in its name
    names
      .filter((name) => !identity.includes(name) && !updated.includes(name))
      .map((name) => {
        const value = fields[name] ?? null;
        const places = placesIn(value).map(({ at, deferred: { parts } }) => [
          at,
          parts.map((part) =>
            typeof part === "object" && isTerraform(part) ? values[part.terraform as number] : part,
          ),
        ]);
        return [name, digest(JSON.stringify([replaceOpaque(value, () => null), places]))];
      }),
  );
}

/** A digest of a text, hexadecimal, that reveals nothing to those who do not have the key. */
export function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
