import { kindOf } from "../../lib/api/kinds";
import type { PlannedChange } from "../../lib/plan/planned-change";
import { foundRisksOf } from "../../lib/review/risks/found-risks";
import { requestOf } from "../applier/request";
import { creates, type Subject } from "../applier/subjects";

/** What stack `latter` plans for an entity that leaves stack `former`. */
function arriving({ kind: name, fields }: Subject): PlannedChange {
  const kind = kindOf(name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const entity = {
    name,
    type: "null_resource",
    kind,
    isDryRun: false,
    request: requestOf({ kind: name, fields }),
  } as const;
  const known = { action: "create", calls: ["create"], former: "none", movedFrom: "former" } as const;
  return { ...known, entity, name, before: {}, after: {}, fields: [] };
}

const [experiment, , , ingestionSource] = creates;

test.each([
  [experiment, "the service will refuse the create"],
  [ingestionSource, "the create may make a second one"],
])("what moves to another stack as the $what is created there, though it exists: %s", (subject, then) => {
  expect(foundRisksOf(arriving(subject), [], "latter")).toEqual([
    {
      what: expect.stringContaining("it leaves stack former"),
      name: "moved-without-adopt",
      why: expect.stringContaining(then),
    },
  ]);
});
