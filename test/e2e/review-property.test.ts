import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Kind } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { valueAt } from "../../lib/api/problems";
import { type Call, deployment } from "../support/deployment";
import { pathSteps } from "../support/field-path";
import { aService, type Build, constructOf, together } from "../support/samples";
import { identityOf, propsOf, type RandomProps } from "./random-props";
import { type ChangeJson, reviewed } from "./reviewed";
import { normalised } from "./terraform-values";

interface Entity {
  readonly kind: Kind;
  readonly id: string;
  /** What identifies it. */
  readonly own: RandomProps;
  readonly fields: RandomProps;
}

/** Set `PROPERTY_SEED` to try another. */
const seed = Number(process.env.PROPERTY_SEED ?? 3);

test("what is reviewed of random changes is what the deploys send", () =>
  deployment(async (service) => {
    const random = new Random(seed);
    /** What each entity was sent last. */
    const sent = new Map<string, Body>();
    const told: ChangeJson[] = [];

    let entities: readonly Entity[] = [];
    for (let round = 0; round < 3; round++) {
      entities = random.changed(entities);
      const { changes } = await reviewed(service, buildOf(entities));
      const { calls } = await service.applyPlanned();
      expect(changes.flatMap((change) => change.calls)).toHaveLength(calls.length);
      for (const change of changes) {
        const bodies = callsOf(change, calls);
        expect({ change, bodies: bodies.length }).toEqual({ change, bodies: change.calls.length });
        const key = `${change.kind} ${change.name}`;
        const former = change.action === "create" ? {} : (sent.get(key) ?? {});
        for (const body of bodies) expectTold(change, former, body);
        if (bodies.length > 0) sent.set(key, Object.assign({}, ...bodies) as Body);
        told.push(change);
      }
    }
    expect(await service.plan(buildOf(entities))).toMatchObject({ isEmpty: true });
    expect(told.some(({ action }) => action === "update")).toBe(true);
    expect(told.some(({ fields }) => fields.some(({ noLongerSent }) => noLongerSent))).toBe(true);
  }));

type Body = Readonly<Record<string, unknown>>;

function buildOf(entities: readonly Entity[]): Build {
  return together(aService(), (stack) => {
    for (const { kind, id, fields, own } of entities)
      constructOf(kind.name, stack, `${kind.name}-${id}`, { ...fields, ...own });
  });
}

/** The bodies of the calls of a change, as they arrived. */
function callsOf(change: ChangeJson, calls: readonly Call[]): Body[] {
  const operations = new Set(change.calls.map(({ method, path }) => `${method} ${path}`));
  const [name = ""] = (change.name ?? "").split("/").slice(-1);
  const isInPath = change.calls.every(({ path }) => path.endsWith(`/${encodeURIComponent(name)}`));
  return calls
    .filter(({ operation }) => operations.has(operation))
    .map(({ body }) => normalised(body) as Body)
    .filter((body) => [body.id, body.name, body.source_name].includes(name) || isInPath);
}

/** Holds what a review says of an entity's fields against what was sent before, and what is sent now. */
function expectTold({ fields, action, construct }: ChangeJson, former: Body, body: Body): void {
  for (const name of new Set([...Object.keys(former), ...Object.keys(body)])) {
    const told = fields.filter(({ path }) => pathSteps(path)[0] === name);
    // an update does not carry what only identifies the entity, and a version is told by what is new in it
    if (action === "version" || (!(name in body) && told.length === 0)) continue;
    const isChanged = !isDeepStrictEqual(former[name], body[name]);
    expect({ construct, name, isTold: told.length > 0 }).toEqual({ construct, name, isTold: isChanged });
    for (const { path, before, after, noLongerSent = false } of told) {
      const [was, is] = [former, body].map((each) => valueAt(each, pathSteps(path)));
      expect({ construct, path, after, noLongerSent }).toEqual({
        construct,
        path,
        // what a list has lost is told by the place where it stood
        after: after === undefined ? undefined : is,
        noLongerSent: !(name in body),
      });
      if (before !== undefined && !path.includes("["))
        expect({ construct, path, before }).toEqual({ construct, path, before: was });
    }
  }
}

/** Makes and changes entities, the same ones for the same seed. */
class Random {
  private number = 0;

  constructor(private readonly seed: number) {}

  /** Some entities stay, some change, some leave the code, and some are new. */
  changed(entities: readonly Entity[]): Entity[] {
    const kept = entities.flatMap((entity): Entity[] => {
      const choice = this.one(fc.constantFrom("stay", "change", "change", "change", "go"));
      if (choice === "go") return [];
      const isFixed = choice === "stay" || !isChangeable(entity);
      return [isFixed ? entity : { ...entity, fields: this.fields(entity.kind) }];
    });
    return [...kept, ...kinds.map((kind) => this.entity(kind))];
  }

  private entity(kind: Kind): Entity {
    const id = `e${++this.number}`.padEnd(4, "_x");
    const isByContent = kind.name === "prompt_version" && this.number % 2 === 0;
    const own = { ...identityOf(kind, id), ...(isByContent && { id: undefined }) };
    return { kind, id, own, fields: this.fields(kind) };
  }

  private fields(kind: Kind): RandomProps {
    // what no call changes after the create, and what no review shows
    const left = ["layerID", "use_delta_sharing", "workflow_headers", "auth_workflow_headers"];
    return this.one(propsOf(kind, ["dryRun", "name", ...kind.identity, ...left]));
  }

  private one<T>(arbitrary: fc.Arbitrary<T>): T {
    const [value] = fc.sample(arbitrary, { seed: this.seed * 1_000_000 + ++this.number, numRuns: 1 });
    return value as T;
  }
}

/** Nothing changes what the API has no update for, but content that makes another version. */
function isChangeable({ kind, own }: Entity): boolean {
  const isByContent = kind.name === "prompt_version" && own.id === undefined;
  return kind.update !== undefined || kind.upsert !== undefined || isByContent;
}
