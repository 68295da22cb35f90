import type { Risk } from "../../lib/review/model";
import { similarChanges } from "../../lib/review/similar-changes";
import { Opaque } from "../../lib/value/value";
import { anUpdate } from "./samples";

const fields = [{ path: "allocation", before: 10, after: 20 }];
const ramp: Risk = { name: "ramp", what: "allocation 10 → 20", text: "at once", acknowledged: false };
const one = anUpdate({ name: "one", fields, risks: [ramp] });
const hidden = [{ path: "allocation", before: 10, after: new Opaque("deploy") }];

test.each<[string, Parameters<typeof anUpdate>[0], boolean]>([
  ["of another name, at another place", { name: "two", construct: "other", address: "terraform_data.two" }, true],
  ["of another kind", { kind: "segment" }, false],
  ["of another action", { action: "adopt" }, false],
  ["of another field", { fields: [{ path: "duration", before: 10, after: 20 }] }, false],
  ["from another value", { fields: [{ path: "allocation", before: 5, after: 20 }] }, false],
  ["from none", { fields: [{ path: "allocation", after: 20 }] }, false],
  ["without a risk", { risks: [] }, false],
  ["with a risk that has its decision", { risks: [{ ...ramp, accepted: true }] }, false],
  ["with another text of a risk", { risks: [{ ...ramp, what: "another" }] }, false],
  ["of what starts", { forUsers: { step: "starts", metrics: [] } }, false],
])("a change %s: whether it is similar", (_, other, isSimilar) => {
  const two = anUpdate({ name: "one", fields, risks: [ramp], ...other });
  expect(similarChanges([one, two])).toEqual(isSimilar ? [[one, two]] : [[one], [two]]);
});

test("the same place in another group is no similar change", () => {
  const [one, two] = ["control", "green"].map((id) =>
    anUpdate({
      fields: [{ path: "groups[0].size", before: 50, after: 20 }],
      whole: { before: {}, after: { groups: [{ id }] } },
      risks: [],
    }),
  );
  expect(similarChanges([one, two].filter((change) => change !== undefined))).toHaveLength(2);
});

test("groups stand in the order of their first changes, and what is hidden is similar to nothing", () => {
  const [two, three, four] = ["two", "three", "four"].map((name) => anUpdate({ ...one, name }));
  const secret = anUpdate({ fields: hidden, risks: [] });
  const other = anUpdate({ fields: hidden, risks: [], name: "other" });
  const changes = [one, secret, two, other, three, four].filter((change) => change !== undefined);
  expect(similarChanges(changes)).toEqual([[one, two, three, four], [secret], [other]]);
});
