import { propertyAccess, TerraformVariable, Token } from "cdktf";
import fc from "fast-check";
import { kinds } from "../../../lib/api/kinds";
import { deployment } from "../../support/deployment";
import { constructOf, resourceType } from "../../support/samples";
import { identityOf, propsOf } from "../random-props";
import { normalised, setVariables } from "../terraform-values";

/** Another one for each type of resource. Set `PROPERTY_SEED` to try others. */
const seed = Number(process.env.PROPERTY_SEED ?? (resourceType === "null_resource" ? 41 : 42));

/** How deep tokens stand in the props: nowhere, in the place of each field, or of each text, number, truth value and null. */
const forms = ["literal", "fields", "leaves"] as const;

/**
 * A value with tokens for parts of it: elements of one Terraform variable.
 *
 * @param known gets the parts
 */
function tokenised(
  part: unknown,
  isLeaf: (part: unknown) => boolean,
  variable: TerraformVariable,
  known: unknown[],
): unknown {
  if (isLeaf(part)) {
    const element = propertyAccess(variable.value, [String(known.push(part) - 1)]);
    // what the props' types ask for
    if (typeof part === "string") return Token.asString(element);
    return typeof part === "number" ? Token.asNumber(element) : element;
  }
  const inside = (inner: unknown) => tokenised(inner, isLeaf, variable, known);
  if (Array.isArray(part)) return part.map(inside);
  return Object.fromEntries(Object.entries(part as object).map(([key, inner]) => [key, inside(inner)]));
}

test("random bodies, with no value, all fields or all leaves of Terraform's, arrive as they are, and plan nothing then", () =>
  deployment(async (service) => {
    const entities = kinds.flatMap((kind) => {
      const props = fc.sample(propsOf(kind, ["dryRun", "name", ...kind.identity]), { numRuns: forms.length, seed });
      return props.map((random, index) => {
        const id = `${kind.name}-${index}`;
        return { kind: kind.name, id, props: { ...random, ...identityOf(kind, id) }, form: forms[index] };
      });
    });
    const variables: Record<string, unknown[]> = {};
    service.synth((stack) => {
      for (const { kind, id, props, form } of entities) {
        if (form === "literal") constructOf(kind, stack, id, props);
        else {
          const isLeaf = (part: unknown) =>
            part !== props && (form === "fields" || typeof part !== "object" || part === null);
          const known: unknown[] = [];
          const variable = new TerraformVariable(stack, `of_${id}`, { type: "any" });
          const tokens = tokenised(props, isLeaf, variable, known);
          constructOf(kind, stack, id, tokens as object);
          variables[`of_${id}`] = known;
        }
      }
    });
    setVariables(service, variables);
    expect(await service.workspace.apply()).toMatchObject({ exitCode: 0 });

    for (const { kind, id, props, form } of entities) {
      // what the service adds where nothing was given
      const added = { segment: { idType: "userID" }, experiment: { status: "setup" } }[kind];
      const record = service.emulator.records.find((each) => each.kind === kind && each.id.split("/").at(-1) === id);
      // what Terraform knows, it normalises, keys of objects too
      const composed = (_: string, part: unknown) => (typeof part === "string" ? part.normalize("NFC") : part);
      const text = JSON.stringify(props);
      const arrived =
        form === "fields" ? normalised(props) : JSON.parse(text, form === "leaves" ? composed : undefined);
      expect({ id, data: record?.data }).toEqual({ id, data: { ...added, ...(arrived as object) } });
    }
    expect(await service.workspace.plan()).toMatchObject({ isEmpty: true });
  }));
