import { entitiesNamedIn } from "../api/kind";
import { kindOf } from "../api/kinds";
import { type DeclaredService, declaredService, declaredServiceText } from "../protocol/declared-service";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { shownDeclaration } from "../records/comparison";
import type { CodePages } from "../text/code-pages";
import type { Titled } from "../text/names";
import type { Part } from "../value/value";
import { isOpenStatus, type ListedLayer, layerKey, layersOf } from "./layers";

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

export interface ListedEntity extends Titled {
  readonly construct: string;
  readonly file?: string;
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
  const users = new Map<string, Titled[]>();
  for (const request of everything) {
    for (const { key } of usesOf(request, known)) users.set(key, [...(users.get(key) ?? []), titled(request)]);
  }
  const wanted = new Set(stacks.flatMap(({ requests }) => requests.map(layerKey)));
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
          usedBy: users.get(keyOfRequest(request)) ?? [],
          uses: usesOf(request, known).map(({ used }) => used),
        })),
      };
    }),
    layers: layersOf(everything.filter((request) => wanted.has(layerKey(request)))),
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

function listedEntity(request: Request, asOf: string): Omit<ListedEntity, "usedBy" | "uses"> {
  const { construct, file, fields, endsOn, ignoreChanges } = request;
  return {
    ...titled(request),
    construct,
    file,
    fields: shownDeclaration(fields),
    deferred: placesIn(fields).map(({ at, deferred: { parts } }) => ({ at, parts })),
    ...(endsOn === undefined ? {} : { endsOn }),
    overdue: endsOn !== undefined && endsOn < asOf && isOpenStatus(fields),
    ...(ignoreChanges ? { ignoreChanges } : {}),
  };
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

function keyAt(request: Request, kind: string, name: string): string {
  return JSON.stringify([declaredServiceText(request), kind, name]);
}

/** What an entity names: what certainly is of one kind, and of the rest those that are declared. */
function usesOf(
  request: Request,
  known: ReadonlyMap<string, Request>,
): { readonly used: Titled; readonly key: string }[] {
  const kind = kindOf(request.kind);
  if (kind === undefined) return [];
  const uses = entitiesNamedIn(kind, request.fields).flatMap(({ kinds, name }) =>
    kinds.flatMap((each) => {
      const key = keyAt(request, each, name);
      const entity = known.get(key);
      if (entity === undefined && kinds.length > 1) return [];
      return [{ key, used: entity === undefined ? { kind: each, name } : titled(entity) }];
    }),
  );
  return [...new Map(uses.map((use) => [use.key, use])).values()];
}
