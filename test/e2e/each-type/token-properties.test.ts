import fc from "fast-check";
import { fromEnvironment, InvalidPropsError } from "../../../lib";
import { resources } from "../../../lib/api/resources";
import { type Deployment, deployment } from "../deployment";
import { constructOf } from "../kinds";
import { propsOf, type RandomProps } from "../random-props";
import { aMetricSource, type Build, resourceType } from "../samples";
import { anyVariable, leaves, setVariables, tokenised, wholeFields } from "../terraform-values";

/** Set `PROPERTY_SEED` to what a failed test is named by to run it again. */
const seed = Number(process.env.PROPERTY_SEED ?? Math.trunc(Math.random() * 2 ** 31));

/** An entity with random content. */
interface RandomEntity {
  readonly kind: string;
  readonly id: string;
  readonly props: RandomProps;
}

/** Rare bodies are met on the usual kind of resource; on the other, some of each kind of entity do. */
const count = resourceType === "null_resource" ? 204 : 60;

test(`${count} random bodies arrive as they are, and plan nothing then (seed ${seed})`, () =>
  deployment(async (service) => {
    const entities = randomEntities(count);
    const build: Build = (stack) => {
      for (const { kind, id, props } of entities) constructOf(kind, stack, id, props);
    };
    await service.deploy(build);

    for (const entity of entities) expectArrived(service, entity, asJson(entity.props));
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

test.each([
  { what: "fields", choice: wholeFields },
  { what: "texts, numbers, truth values and nulls", choice: leaves },
])(`all $what of 24 random bodies may be Terraform's values, and plan nothing then (seed ${seed})`, ({ choice }) =>
  deployment(async (service) => {
    const entities = randomEntities(24);
    const variables: Record<string, unknown> = {};
    const expected = new Map<RandomEntity, unknown>();
    const build: Build = (stack) => {
      for (const entity of entities) {
        const { kind, id, props } = entity;
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
  }),
);

test.each([
  { what: "a text", props: { sql: "half \ud83d" }, path: "sql", allowed: "the text holds half a surrogate pair" },
  { what: "a text in a list", props: { tags: ["whole", "\ude00"] }, path: "tags[1]", allowed: "the text holds half" },
  {
    what: "a text beside a secret",
    props: { description: `\ud83d${fromEnvironment("TOKEN")}\ude00` },
    path: "description",
    allowed: "the text holds half",
  },
])("half a surrogate pair in $what is refused by synth, which says where", ({ props, path, allowed }) =>
  deployment(async (service) => {
    const synth = () => service.synth(aMetricSource(props));

    expect(synth).toThrow(InvalidPropsError);
    expect(synth).toThrow(`  - ${path}: given `);
    expect(synth).toThrow(`allowed: well-formed Unicode: ${allowed}`);
  }),
);

/** This many entities, equally many of each kind. */
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
