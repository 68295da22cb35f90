import { similarChanges } from "../../lib/review/shown-changes";
import { Opaque } from "../../lib/value/value";
import { anUpdate, aRisk, type SampleChange } from "./samples";

const fields = [{ path: "allocation", before: 10, after: 20 }];
const one = anUpdate({ name: "one", fields, risks: [aRisk()] });
const size = (id: string) => ({
  fields: [{ path: "groups[0].size", before: 50, after: 20 }],
  whole: { before: {}, after: { groups: [{ id }] } },
});

test.each<[string, Partial<SampleChange>, boolean, Partial<SampleChange>?]>([
  ["of another name, at another place", { name: "two", construct: "other", address: "terraform_data.two" }, true],
  ["of another kind", { kind: "segment" }, false],
  ["of another action", { action: "adopt" }, false],
  ["of another field", { fields: [{ path: "duration", before: 10, after: 20 }] }, false],
  ["from another value", { fields: [{ path: "allocation", before: 5, after: 20 }] }, false],
  ["of the same place in another group", size("green"), false, size("control")],
  ["without a risk", { risks: [] }, false],
  ["with a risk that has its decision", { risks: [aRisk({ accepted: true })] }, false],
  ["with another text of a risk", { risks: [aRisk({ what: "another" })] }, false],
  ["of what starts", { forUsers: "starts" }, false],
])("a change %s: whether it is similar", (_, other, isSimilar, first = {}) => {
  const [former, latter] = [first, other].map((each) => anUpdate({ name: "one", fields, risks: [aRisk()], ...each }));
  expect(similarChanges([former, latter] as (typeof one)[])).toEqual(
    isSimilar ? [[former, latter]] : [[former], [latter]],
  );
});

test("groups stand in the order of their first changes, and what is hidden is similar to nothing", () => {
  const hidden = [{ path: "allocation", before: 10, after: new Opaque("deploy") }];
  const [two, three] = ["two", "three"].map((name) => ({ ...one, name })) as [typeof one, typeof one];
  const [secret, other] = [anUpdate({ fields: hidden }), anUpdate({ fields: hidden, name: "other" })];
  expect(similarChanges([one, secret, two, other, three])).toEqual([[one, two, three], [secret], [other]]);
});
