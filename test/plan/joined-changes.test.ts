import { resourceOf } from "../../lib/api/resources";
import type { PlannedChange } from "../../lib/plan/planned-change";
import { foundRisksOf } from "../../lib/review/risks/found-risks";
import { requestOf } from "../applier/request";
import { creates, type Subject } from "../applier/subjects";

/** What stack `latter` plans for an entity that leaves stack `former`. */
function arriving({ kind, fields }: Subject): PlannedChange {
  const resource = resourceOf(kind);
  if (resource === undefined) throw new Error(`there is no kind ${kind}`);
  const entity = {
    name: kind,
    type: "null_resource",
    resource,
    isDryRun: false,
    request: requestOf({ kind, fields }),
  } as const;
  const known = { action: "create", calls: ["create"], former: "none", movedFrom: "former" } as const;
  return { ...known, entity, name: kind, before: {}, after: {}, fields: [] };
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
      text: expect.stringContaining(`it leaves stack former, and it is created here, though it exists: ${then};`),
    },
  ]);
});
