import { pointerStep, type RequestFile } from "../protocol/request-file";

/**
 * A digest for each field that a create sends and no update can change. A secret counts by its variable, so that rotating
 * it changes nothing.
 *
 * @param planned the request as it stands in its file
 * @param values the values from Terraform
 * @param digest of a text
 */
export function immutableFields(
  { calls: { create, update }, deferred }: RequestFile,
  values: readonly unknown[],
  digest: (text: string) => string,
): Record<string, string> {
  if (create === undefined) return {};
  // the update's path carries what identifies the entity
  const identity = Object.keys(update?.parameters ?? {});
  const fields = Object.keys(create.body).filter(
    (field) => !identity.includes(field) && !(field in (update?.body ?? {})),
  );
  return Object.fromEntries(
    fields.map((field) => {
      const start = `/calls/create/body${pointerStep(field)}`;
      const places = deferred
        .filter(({ at }) => at === start || at.startsWith(`${start}/`))
        .map(({ at, parts }) => [
          at,
          parts.map((part) => (typeof part === "object" && "terraform" in part ? values[part.terraform] : part)),
        ]);
      return [field, digest(JSON.stringify([create.body[field], places]))];
    }),
  );
}
