import { entrySubject } from "../../lib/applier/entry-subject";
import { Opaque } from "../../lib/value/value";
import { requestOf } from "./request";
import { creates, withFields } from "./subjects";

const [, , segment] = creates;
const part = (terraform: number) => Opaque.deferred([{ terraform }]);

/** The digest of an immutable field with values that are known at deploy time. */
function digestOf(description: Opaque[] | Record<string, Opaque>, values: readonly string[], key = "key"): unknown {
  const request = requestOf(withFields(segment, { description } as never));
  const filled = { request, secrets: [], values, hadDeferred: true };
  return entrySubject("create", request, filled, key).entity.immutable?.description;
}

test("a digest tells which value, known at deploy time, stands at which place of an immutable field", () => {
  const digest = digestOf([part(0), part(1)], ["a", "b"]);

  expect(digestOf([part(0), part(1)], ["a", "b"])).toBe(digest);
  expect(digestOf([part(0), part(1)], ["b", "a"])).not.toBe(digest);
  expect(digestOf({ x: part(0), y: part(1) }, ["a", "b"])).not.toBe(digestOf({ x: part(0), y: part(1) }, ["b", "a"]));
  expect(digestOf([part(0), part(1)], ["a", "b"], "another key")).not.toBe(digest);
});
