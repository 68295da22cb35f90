import { entitiesNamedIn } from "../api/kind";
import { kindOf } from "../api/kinds";
import { type DeclaredService, declaredService, declaredServiceText } from "../protocol/declared-service";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { shownDeclaration } from "../records/comparison";
import { roundedPercent } from "../report/document";
import type { CodePages } from "../text/code-pages";
import type { Titled } from "../text/names";
import { type Group, groupedBy } from "../value/grouped";
import { Opaque, type Part } from "../value/value";

/** What stacks declare, for people who did not write it. */
export interface Inventory {
  /** The day from which an experiment is overdue that should have ended before it: `2026-12-18`. */
  readonly asOf: string;
  readonly stacks: readonly ListedStack[];
  readonly layers: readonly ListedLayer[];
  /** Where a platform shows the code, in a job of one. */
  readonly code?: CodePages | undefined;
  /** Only what is overdue was asked for. */
  readonly onlyOverdue?: true;
}

export interface ListedStack {
  readonly name: string;
  /** Missing in a stack with several services, where each entity has its own, and in one without entities. */
  readonly service?: DeclaredService;
  readonly entities: readonly ListedEntity[];
}

export interface ListedEntity extends Titled, Pick<Request, "construct" | "file" | "endsOn" | "ignoreChanges"> {
  readonly service?: DeclaredService;
  /** What is declared, without what only the deploy knows, and without secrets. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The places of what only the deploy knows. */
  readonly deferred: readonly { readonly at: string; readonly parts: readonly Part[] }[];
  /** Whether it is declared as running or in set-up after the day on which it should have ended. */
  readonly overdue: boolean;
  readonly usedBy: readonly Titled[];
  readonly uses: readonly Titled[];
}

/** What experiments of one layer take of it. */
export interface ListedLayer {
  readonly service: DeclaredService;
  readonly layerID: string;
  /** Percent of the layer, together, as far as the code says it. */
  readonly allocated: number;
  /** Those that take a part, sorted. */
  readonly parts: readonly LayerPart[];
}

interface LayerPart {
  readonly experiment: string;
  /** Percent of the layer. What the code does not declare, the service decides. */
  readonly allocation: number | "unknown" | "known at deploy time";
  /** Whether it is declared as in set-up: it takes its part once it starts. */
  readonly isSetUp: boolean;
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
  const known = new Map(everything.map((request) => [keyOfRequest(request), request]));
  const usesByUser = new Map(everything.map((request) => [request, usesOf(request, known)]));
  const allUses = [...usesByUser].flatMap(([user, uses]) => uses.map(({ key }) => ({ key, user: titled(user) })));
  const usesByKey = groupedBy(allUses, ({ key }) => key);
  const listed = (request: Request, isShared: boolean): ListedEntity => {
    const { construct, file, fields, endsOn, ignoreChanges } = request;
    return {
      ...titled(request),
      construct,
      file,
      fields: shownDeclaration(fields),
      deferred: placesIn(fields).map(({ at, deferred: { parts } }) => ({ at, parts })),
      endsOn,
      overdue: endsOn !== undefined && endsOn < asOf && isOpenStatus(fields),
      ignoreChanges,
      service: isShared ? undefined : declaredService(request),
      usedBy: (usesByKey.get(keyOfRequest(request)) ?? []).map(({ user }) => user),
      uses: (usesByUser.get(request) ?? []).map(({ used }) => used),
    };
  };
  return {
    asOf,
    stacks: stacks.map(({ name, requests }): ListedStack => {
      const [first, ...others] = groupedBy(requests, declaredServiceText).values();
      const shared = others.length === 0 && first !== undefined ? declaredService(first[0]) : undefined;
      return { name, service: shared, entities: requests.map((request) => listed(request, shared !== undefined)) };
    }),
    layers: layersOf(stacks, everything),
  };
}

/** Those that are overdue, and nothing else. */
export function overdueOnly(inventory: Inventory): Inventory {
  const stacks = inventory.stacks.map((stack) => ({
    ...stack,
    entities: stack.entities.filter((each) => each.overdue),
  }));
  return { ...inventory, onlyOverdue: true, layers: [], stacks };
}

function titled(request: Request): Titled {
  return { kind: request.kind, name: nameOf(request) };
}

/** Identifies an entity by the name that others use for it. */
function keyOfRequest(request: Request): string {
  const { kind, fields } = request;
  const { namedBy } = kindOf(kind) ?? {};
  const name = namedBy === undefined ? nameOf(request) : fields[namedBy];
  return keyAt(request, kind, typeof name === "string" ? name : "");
}

/** The same of another entity of its service. */
function keyAt(request: Request, kind: string, name: string): string {
  return JSON.stringify([declaredServiceText(request), kind, name]);
}

/** What an entity names: what certainly is of one kind, and of the rest those that are declared. */
function usesOf(
  request: Request,
  known: ReadonlyMap<string, Request>,
): { readonly key: string; readonly used: Titled }[] {
  const kind = kindOf(request.kind);
  const uses = (kind === undefined ? [] : entitiesNamedIn(kind, request.fields)).flatMap(({ kinds, name }) =>
    kinds.flatMap((each) => {
      const key = keyAt(request, each, name);
      const entity = known.get(key);
      if (entity === undefined && kinds.length > 1) return [];
      return [{ key, used: entity === undefined ? { kind: each, name } : titled(entity) }];
    }),
  );
  return [...new Map(uses.map((use) => [use.key, use])).values()];
}

/** The layers that stacks have a part in, sorted, with what all entities take of them. */
function layersOf(stacks: readonly StackRequests[], all: readonly Request[]): ListedLayer[] {
  const wanted = new Set(stacks.flatMap(({ requests }) => requests.map(layerKey)));
  return [...groupedBy(all, layerKey)]
    .flatMap(([key, requests]) => (key !== undefined && wanted.has(key) ? [layerOf(requests)] : []))
    .sort((a, b) => (a.layerID < b.layerID ? -1 : 1));
}

/** Identifies the layer of an experiment among those of all services; undefined where it has none. */
function layerKey(request: Request): string | undefined {
  const { kind, fields } = request;
  if (kindOf(kind)?.role !== "experiment" || typeof fields.layerID !== "string") return undefined;
  return JSON.stringify([declaredServiceText(request), fields.layerID]);
}

/** The layer that all of these are in. */
function layerOf(requests: Group<Request>): ListedLayer {
  const [one] = requests;
  // two stacks may declare one experiment
  const parts = groupedBy(requests.filter(mayTakePart).map(partOf), ({ experiment }) => experiment);
  const sorted = [...parts.values()].map(([first]) => first);
  sorted.sort((a, b) => (a.experiment < b.experiment ? -1 : 1));
  const sum = sorted.reduce((total, { allocation }) => total + (typeof allocation === "number" ? allocation : 0), 0);
  return {
    service: declaredService(one),
    layerID: String(one.fields.layerID),
    allocated: roundedPercent(sum),
    parts: sorted,
  };
}

function partOf(request: Request): LayerPart {
  const { status, allocation } = request.fields;
  const isDeferred = status instanceof Opaque || allocation instanceof Opaque;
  const declared = allocation === undefined ? "unknown" : Number(allocation);
  return {
    experiment: nameOf(request) ?? request.construct,
    allocation: isDeferred ? "known at deploy time" : declared,
    isSetUp: status === undefined || status === "setup",
  };
}

/** Whether an experiment takes its part of a layer, or may: units keep their groups after the assignment has stopped. */
function mayTakePart({ fields }: Request): boolean {
  return fields.status instanceof Opaque || isOpenStatus(fields) || fields.status === "assignment_stopped";
}

/** Whether an experiment is declared as running or in set-up: so is one that declares no status. */
export function isOpenStatus({ status }: Readonly<Record<string, unknown>>): boolean {
  return status === undefined || status === "active" || status === "setup";
}
