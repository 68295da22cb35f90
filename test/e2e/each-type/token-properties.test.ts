import fc from "fast-check";
import { resources } from "../../../lib/api/resources";
import { type Deployment, deployment } from "../../support/deployment";
import { type Build, constructOf, resourceType } from "../../support/samples";
import { propsOf, type RandomProps } from "../random-props";
import { anyVariable, leaves, setVariables, tokenised, wholeFields } from "../terraform-values";

/** Set `PROPERTY_SEED` to try others. */
const seed = Number(process.env.PROPERTY_SEED ?? (resourceType === "null_resource" ? 4 : 5));

interface RandomEntity {
  readonly kind: string;
  readonly id: string;
  readonly props: RandomProps;
}

test("18 random bodies arrive as they are, and plan nothing then", () =>
  deployment(async (service) => {
    const entities = randomEntities(18);
    const build: Build = (stack) => {
      for (const { kind, id, props } of entities) constructOf(kind, stack, id, props);
    };
    await service.deploy(build);

    for (const entity of entities) expectArrived(service, entity, asJson(entity.props));
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

test("all fields, or all texts, numbers, truth values and nulls, of 12 random bodies may be Terraform's", () =>
  deployment(async (service) => {
    const entities = randomEntities(12);
    const variables: Record<string, unknown> = {};
    const expected = new Map<RandomEntity, unknown>();
    const build: Build = (stack) => {
      for (const [index, entity] of entities.entries()) {
        const { kind, id, props } = entity;
        const choice = index % 2 === 0 ? wholeFields : leaves;
        const { value, known, arriving } = tokenised(props, choice, anyVariable(stack, `of_${id}`));
        variables[`of_${id}`] = known;
        expected.set(entity, asJson(arriving));
        constructOf(kind, stack, id, value as RandomProps);
      }
    };
    service.synth(build);
    setVariables(service, variables);
    await service.deploy(build);

    for (const entity of entities) expectArrived(service, entity, expected.get(entity));
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

function randomEntities(count: number): RandomEntity[] {
  return resources.flatMap((resource) => {
    const identity = ["name", ...resource.identity];
    return fc
      .sample(propsOf(resource, ["dryRun", ...identity]), { numRuns: count / resources.length, seed })
      .map((random, index): RandomEntity => {
        const id = `${resource.kind}-${index}`;
        const told = Object.fromEntries(
          identity.filter((name) => name in resource.fields.shape).map((name) => [name, id]),
        );
        const { kind } = resource;
        // enumerations are part of what identifies an ingestion source
        const fixed = kind === "ingestion_source" ? { dataset: "Metrics", type: "s3" } : {};
        return { kind, id, props: { ...random, ...told, ...fixed } };
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
