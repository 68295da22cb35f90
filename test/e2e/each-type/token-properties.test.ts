import fc from "fast-check";
import { kinds } from "../../../lib/api/kinds";
import { type Deployment, deployment } from "../../support/deployment";
import { constructOf, resourceType } from "../../support/samples";
import { identityOf, propsOf, type RandomProps } from "../random-props";
import { anyVariable, leaves, setVariables, tokenised, wholeFields } from "../terraform-values";

/** Another one for each type of resource. Set `PROPERTY_SEED` to try others. */
const seed = Number(process.env.PROPERTY_SEED ?? (resourceType === "null_resource" ? 41 : 42));

interface RandomEntity {
  readonly kind: string;
  readonly id: string;
  readonly props: RandomProps;
}

test("random bodies, with no value, all fields or all leaves of Terraform's, arrive as they are, and plan nothing then", () =>
  deployment(async (service) => {
    const entities = randomEntities(3);
    const variables: Record<string, unknown> = {};
    const expected = new Map<RandomEntity, unknown>();
    service.synth((stack) => {
      for (const [index, entity] of entities.entries()) {
        const { kind, id, props } = entity;
        const choice = [undefined, wholeFields, leaves][index % 3];
        const whole = { value: props, known: [], arriving: props };
        const { value, known, arriving } =
          choice === undefined ? whole : tokenised(props, choice, anyVariable(stack, `of_${id}`));
        if (choice !== undefined) variables[`of_${id}`] = known;
        expected.set(entity, asJson(arriving));
        constructOf(kind, stack, id, value as RandomProps);
      }
    });
    setVariables(service, variables);
    expect(await service.workspace.apply()).toMatchObject({ exitCode: 0 });

    for (const [entity, arrived] of expected) expectArrived(service, entity, arrived);
    expect(await service.workspace.plan()).toMatchObject({ isEmpty: true });
  }));

/** So many of each kind. */
function randomEntities(count: number): RandomEntity[] {
  return kinds.flatMap((kind) => {
    const props = fc.sample(propsOf(kind, ["dryRun", "name", ...kind.identity]), { numRuns: count, seed });
    return props.map((random, index): RandomEntity => {
      const id = `${kind.name}-${index}`;
      return { kind: kind.name, id, props: { ...random, ...identityOf(kind, id) } };
    });
  });
}

/** Checks what the service keeps of an entity, with what the service adds where nothing was given. */
function expectArrived({ emulator }: Deployment, { kind, id }: RandomEntity, expected: unknown): void {
  const added = { segment: { idType: "userID" }, experiment: { status: "setup" } }[kind];
  const record = emulator.records.find((each) => each.kind === kind && each.id.split("/").at(-1) === id);
  expect({ kind, id, data: record?.data }).toEqual({ kind, id, data: { ...added, ...(expected as object) } });
}

/** What JSON can say of a value: it knows no negative zero. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
