import fc from "fast-check";
import { valueAt } from "../../../lib/api/problems";
import type { Resource } from "../../../lib/api/resource";
import { resources } from "../../../lib/api/resources";
import { type Call, deployment } from "../deployment";
import { constructOf } from "../kinds";
import { propsOf, type RandomProps } from "../random-props";
import { type ChangeJson, reviewedAndDeployed } from "../reviewed";
import { aService, type Build, resourceType, together } from "../samples";

/** An entity with random content. */
interface Entity {
  readonly resource: Resource;
  readonly id: string;
  readonly props: RandomProps;
}

const ROUNDS = 3;

/** What no call can change after the create. */
const FIXED = ["layerID", "use_delta_sharing"];

/** What a review does not show. */
const SECRET = ["workflow_headers", "auth_workflow_headers"];

/** Another one for each type of resource. */
const seeds = [resourceType === "null_resource" ? 1 : 3];

test.each(seeds)("with seed %d, what is reviewed of random changes is what the deploys send", (seed) =>
  deployment(async (service) => {
    const random = new Random(seed);
    let entities: readonly Entity[] = [];
    /** What each entity was sent last. */
    const sent = new Map<string, Body>();
    let updates = 0;
    for (let round = 0; round < ROUNDS; round++) {
      entities = random.changed(entities);
      const { changes, applied } = await reviewedAndDeployed(service, buildOf(entities));
      expect(applied.exitCode).toBe(0);
      for (const change of changes) {
        const bodies = callsOf(change, applied.calls);
        expect({ change, bodies: bodies.length }).toEqual({ change, bodies: change.calls.length });
        const key = keyOf(change);
        for (const body of bodies) expectTold(change, sent.get(key) ?? {}, body);
        if (change.action === "update") updates++;
        if (bodies.length > 0) sent.set(key, Object.assign({}, ...bodies) as Body);
      }
    }
    expect(updates).toBeGreaterThan(5);

    entities = random.changed(entities);
    service.emulator.fail({ status: 400, body: { message: "no" } });
    await service.deploy(buildOf(entities), { expect: "failure" });
    const { changes, applied } = await reviewedAndDeployed(service, buildOf(entities));
    const retried = changes.filter(({ action }) => action === "retry");
    expect(retried).toHaveLength(1);
    for (const change of retried) {
      for (const body of callsOf(change, applied.calls)) expectTold(change, {}, body);
      // an update is of one entity, which its path names
      if (isInPath(change, change.name ?? "")) expect(change.risks).toMatchObject([{ name: "unknown-before" }]);
    }
    expect(await service.plan(buildOf(entities))).toMatchObject({ isEmpty: true });
  }),
);

type Body = Readonly<Record<string, unknown>>;

function buildOf(entities: readonly Entity[]): Build {
  return together(aService(), (stack) => {
    for (const { resource, id, props } of entities) constructOf(resource.kind, stack, `${resource.kind}-${id}`, props);
  });
}

/** The bodies of the calls of a change, as they arrived. */
function callsOf(change: ChangeJson, calls: readonly Call[]): Body[] {
  const operations = new Set(change.calls.map(({ method, path }) => `${method} ${path}`));
  const [name = ""] = (change.name ?? "").split("/").slice(-1);
  return calls
    .filter(({ operation }) => operations.has(operation))
    .map(({ body }) => normalised(body) as Body)
    .filter((body) => [body.id, body.name, body.source_name].includes(name) || isInPath(change, name));
}

function isInPath({ calls }: ChangeJson, name: string): boolean {
  return calls.every(({ path }) => path.endsWith(`/${encodeURIComponent(name)}`));
}

/** Holds what a review says of an entity's fields against what was sent before, and what is sent now. */
function expectTold({ fields, action, construct }: ChangeJson, former: Body, body: Body): void {
  const names = new Set([...Object.keys(former), ...Object.keys(body)]);
  const isNew = action === "create" || action === "version";
  for (const name of names) {
    const told = fields.filter(({ path }) => path.replace(/[.[].*$/s, "") === name);
    // an update does not carry what only identifies the entity
    if (!(name in body) && told.length === 0) continue;
    if (action !== "version") {
      const isChanged = JSON.stringify(sorted(former[name])) !== JSON.stringify(sorted(body[name]));
      expect({ construct, name, isTold: told.length > 0 }).toEqual({ construct, name, isTold: isChanged });
    }
    for (const { path, before, after } of told) {
      const place = { construct, path };
      const steps = stepsOf(path);
      if (after !== undefined) expect({ ...place, value: valueAt(body, steps) }).toEqual({ ...place, value: after });
      const isSamePlace = after === undefined || !path.includes("[");
      if (before !== undefined && !isNew && isSamePlace) {
        expect({ ...place, value: valueAt(former, steps) }).toEqual({ ...place, value: before });
      }
    }
  }
}

/** The steps of a path: `groups[0].size` has three. */
function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[("(?:[^"\\]|\\.)*"|\d+)\]|\.?([A-Za-z_$][\w$]*)/g)].map(([, bracket, name]) =>
    bracket === undefined ? (name ?? "") : (JSON.parse(bracket) as string | number),
  );
}

function keyOf({ kind, name }: ChangeJson): string {
  return `${kind} ${name}`;
}

/** JSON as it comes out of Terraform, which normalises text. */
function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).normalize("NFC"));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

/** Makes and changes entities, the same ones for the same seed. */
class Random {
  private number = 0;

  constructor(private readonly seed: number) {}

  /** Some entities stay, some change, some go, and some are new. */
  changed(entities: readonly Entity[]): Entity[] {
    const kept = entities.flatMap((entity): Entity[] => {
      const choice = this.one(fc.constantFrom("stay", "stay", "change", "change", "change", "go"));
      if (choice === "go") return [];
      return choice === "stay" || !this.isChangeable(entity) ? [entity] : [this.partly(entity)];
    });
    const added = resources.flatMap((resource) => [this.entity(resource), this.entity(resource)]);
    return [...kept, ...added];
  }

  private entity(resource: Resource): Entity {
    const id = `e${++this.number}`.padEnd(4, "_x");
    return { resource, id, props: { ...this.props(resource), ...identityOf(resource, id, this.number % 2 === 0) } };
  }

  /** Some fields are other ones, as a change of code has it. */
  private partly(entity: Entity): Entity {
    const { resource, id, props } = entity;
    const other = this.props(resource);
    const names = [...new Set([...Object.keys(props), ...Object.keys(other)])];
    const identity = identityOf(resource, id, props.id === undefined);
    const mixed = names.map((name) => [name, this.one(fc.boolean()) ? other[name] : props[name]] as const);
    const required = Object.entries(props).filter(([name]) => !(name in other));
    const valid = Object.fromEntries([...mixed, ...required].filter(([, value]) => value !== undefined));
    return { ...entity, props: { ...valid, ...identity } };
  }

  private props(resource: Resource): RandomProps {
    return this.one(propsOf(resource, ["dryRun", "name", ...resource.identity, ...FIXED, ...SECRET]));
  }

  /** Nothing changes what the API has no update for, but content that makes another version. */
  private isChangeable({ resource, props }: Entity): boolean {
    return (
      resource.update !== undefined ||
      resource.upsert !== undefined ||
      (resource.kind === "prompt_version" && props.id === undefined)
    );
  }

  private one<T>(arbitrary: fc.Arbitrary<T>): T {
    const [value] = fc.sample(arbitrary, { seed: this.seed * 1_000_000 + ++this.number, numRuns: 1 });
    return value as T;
  }
}

/** The fields that identify an entity. */
function identityOf({ kind }: Resource, id: string, isByContent: boolean): RandomProps {
  switch (kind) {
    case "ingestion_source":
      return { dataset: "Metrics", type: "s3", source_name: id };
    case "prompt_version":
      return { promptID: `prompt_${id}`, name: id, ...(isByContent ? {} : { id }) };
    case "experiment":
    case "segment":
      return { id, name: id };
    default:
      return { name: id };
  }
}
