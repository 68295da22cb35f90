import { Deferred, type Fields, type Part, withDeferred } from "../entity/fields";
import type { Titled } from "../entity/title";
import { type DeclaredService, declaredService, declaredServiceText } from "../protocol/declared-service";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { withoutSecretHeaders } from "../records/comparison";

/** What stacks declare, for people who did not write it. */
export interface Inventory {
  /** The day from which an experiment is overdue that should have ended before it: `2026-12-18`. */
  readonly asOf: string;
  readonly stacks: readonly ListedStack[];
  readonly layers: readonly ListedLayer[];
}

export interface ListedStack {
  readonly name: string;
  /** Missing in a stack with several services, where each entity has its own, and in one without entities. */
  readonly service?: DeclaredService;
  readonly entities: readonly ListedEntity[];
}

export interface ListedEntity extends Titled {
  readonly construct: string;
  readonly service?: DeclaredService;
  /** What is declared, without what only the deploy knows, and without secrets. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The places of what only the deploy knows. */
  readonly deferred: readonly { readonly at: string; readonly parts: readonly Part[] }[];
  /** The day on which it should have ended. */
  readonly endsOn?: string;
  /** Whether it is declared as running or in set-up after that day. */
  readonly overdue: boolean;
  /** Deploys leave it alone once it is created. */
  readonly ignoreChanges?: true;
  readonly usedBy: readonly Titled[];
  readonly uses: readonly Titled[];
}

/** What experiments of one layer take of it. */
export interface ListedLayer {
  readonly service: DeclaredService;
  readonly layerID: string;
  /** Percent of the layer, together. */
  readonly allocated: number;
  /** Those that take a part, sorted. */
  readonly parts: readonly LayerPart[];
}

export interface LayerPart {
  readonly experiment: string;
  /** Percent of the layer; missing where only the deploy knows it. */
  readonly allocation?: number;
}

/** A stack with what it may send. */
interface StackRequests {
  readonly name: string;
  readonly requests: readonly Request[];
}

/**
 * What stacks declare.
 *
 * @param stacks those that were asked for
 * @param all all stacks: what uses a source, or takes a part of a layer, may be in any of them
 * @param asOf a date: `2026-12-18`
 */
export function inventoryOf(stacks: readonly StackRequests[], all: readonly StackRequests[], asOf: string): Inventory {
  const everything = all.flatMap(({ requests }) => requests);
  const sources = new Map(
    everything.map((request) => [sourceKey(request, request.kind, sourceName(request)), request]),
  );
  const users = new Map<Request, Titled[]>();
  for (const request of everything) {
    for (const { source } of usesOf(request, sources)) {
      if (source !== undefined) users.set(source, [...(users.get(source) ?? []), titled(request)]);
    }
  }
  const wanted = new Set(stacks.map(({ name }) => name));
  const layers = layersOf(all).filter(({ stacks: those }) => those.some((name) => wanted.has(name)));
  return {
    asOf,
    stacks: stacks.map(({ name, requests }): ListedStack => {
      const services = new Set(requests.map(declaredServiceText));
      const [first] = requests;
      const isShared = services.size === 1 && first !== undefined;
      return {
        name,
        ...(isShared ? { service: declaredService(first) } : {}),
        entities: requests.map((request) => ({
          ...listedEntity(request, asOf),
          ...(isShared ? {} : { service: declaredService(request) }),
          usedBy: users.get(sources.get(sourceKey(request, request.kind, sourceName(request))) ?? request) ?? [],
          uses: usesOf(request, sources).map(({ used }) => used),
        })),
      };
    }),
    layers: layers.map(({ stacks: _, ...layer }) => layer),
  };
}

/** Those that are overdue, and nothing else. */
export function overdueOnly({ asOf, stacks }: Inventory): Inventory {
  return {
    asOf,
    layers: [],
    stacks: stacks.map((stack) => ({ ...stack, entities: stack.entities.filter(({ overdue }) => overdue) })),
  };
}

function listedEntity(request: Request, asOf: string): Omit<ListedEntity, "usedBy" | "uses"> {
  const { construct, fields, endsOn, ignoreChanges } = request;
  return {
    ...titled(request),
    construct,
    fields: withDeferred(withoutSecretHeaders(fields), () => undefined) as ListedEntity["fields"],
    deferred: placesIn(fields).map(({ at, deferred: { parts } }) => ({ at, parts })),
    ...(endsOn === undefined ? {} : { endsOn }),
    overdue: endsOn !== undefined && endsOn < asOf && isOpenStatus(fields),
    ...(ignoreChanges ? { ignoreChanges } : {}),
  };
}

/** Whether an experiment is declared as running or in set-up: so is one that declares no status. */
function isOpenStatus({ status }: Fields): boolean {
  return status === undefined || status === "active" || status === "setup";
}

function titled(request: Request): Titled {
  return { kind: request.kind, name: nameOf(request) };
}

/** What others call an entity. */
function sourceName({ kind, identity, fields }: Request): string {
  // the dataset and the type say where it is, not what it is
  const name = kind === "ingestion_source" ? fields.source_name : nameOf({ identity, fields });
  return typeof name === "string" ? name : "";
}

function sourceKey(request: Request, kind: string, name: string): string {
  return JSON.stringify([declaredServiceText(request), kind, name]);
}

const METRICS = ["primaryMetrics", "secondaryMetrics", "otherMetrics"];

/** What an experiment uses, and where that is declared. */
interface Use {
  readonly used: Titled;
  readonly source: Request | undefined;
}

/** The sources that an experiment refers to: its assignment source, and those that have the name of one of its metrics. */
function usesOf(request: Request, sources: ReadonlyMap<string, Request>): Use[] {
  const { kind, fields } = request;
  if (kind !== "experiment") return [];
  const sourceOf = (of: string, name: string) => sources.get(sourceKey(request, of, name));
  const { assignmentSourceName: assignment } = fields;
  const references = METRICS.flatMap((name) => fields[name] ?? []) as readonly Fields[];
  const metrics = [...new Set(references.map(({ name }) => name))].filter((name) => typeof name === "string");
  const measured = metrics.flatMap((name) => [sourceOf("metric_source", name), sourceOf("ingestion_source", name)]);
  const assigned = typeof assignment === "string" ? sourceOf("assignment_source", assignment) : undefined;
  return [
    ...(typeof assignment === "string"
      ? [{ used: { kind: "assignment_source", name: assignment }, source: assigned }]
      : []),
    ...measured.flatMap((source) => (source === undefined ? [] : [{ used: titled(source), source }])),
  ];
}

interface FoundLayer extends ListedLayer {
  readonly stacks: readonly string[];
}

function layersOf(stacks: readonly StackRequests[]): FoundLayer[] {
  const found = new Map<string, FoundLayer>();
  for (const { name: stack, requests } of stacks) {
    for (const request of requests) {
      const { layerID, allocation } = request.fields;
      if (request.kind !== "experiment" || typeof layerID !== "string") continue;
      const key = JSON.stringify([declaredServiceText(request), layerID]);
      const empty = { service: declaredService(request), layerID, allocated: 0, parts: [], stacks: [] };
      const { parts, ...layer }: FoundLayer = found.get(key) ?? empty;
      const experiment = nameOf(request) ?? request.construct;
      const part: LayerPart = {
        experiment,
        ...(allocation instanceof Deferred ? {} : { allocation: Number(allocation ?? 0) }),
      };
      // two stacks may declare one experiment
      const isNew = takesPart(request.fields) && parts.every((each) => each.experiment !== experiment);
      const all = isNew ? [...parts, part].sort((a, b) => (a.experiment < b.experiment ? -1 : 1)) : parts;
      const allocated = withoutNoise(all.reduce((sum, each) => sum + (each.allocation ?? 0), 0));
      found.set(key, { ...layer, allocated, parts: all, stacks: [...layer.stacks, stack] });
    }
  }
  return [...found.values()].sort((a, b) => (a.layerID < b.layerID ? -1 : 1));
}

/** A percentage without what adding fractions leaves. */
export function withoutNoise(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** Whether an experiment takes its part of a layer: units keep their groups after the assignment has stopped. */
export function takesPart(fields: Readonly<Record<string, unknown>>): boolean {
  return isOpenStatus(fields as Fields) || fields.status === "assignment_stopped";
}
