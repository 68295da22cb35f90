import { kindOf } from "../api/kinds";
import { type DeclaredService, declaredService, declaredServiceText } from "../protocol/declared-service";
import { nameOf, type Request } from "../protocol/request-file";
import { Opaque } from "../value/value";

/** What experiments of one layer take of it. */
export interface ListedLayer {
  readonly service: DeclaredService;
  readonly layerID: string;
  /** Percent of the layer, together, as far as the code says it. */
  readonly allocated: number;
  /** Those that take a part, sorted. */
  readonly parts: readonly LayerPart[];
}

export interface LayerPart {
  readonly experiment: string;
  /** Percent of the layer; missing where the code does not say it. */
  readonly allocation?: number;
  /** Whether the code says none: the service decides then. */
  readonly isUndeclared?: true;
  /** Whether it is declared as in set-up: it takes its part once it starts. */
  readonly isSetUp?: true;
}

/** Identifies the layer of an experiment among those of all services; undefined where it has none. */
export function layerKey(request: Request): string | undefined {
  const { kind, fields } = request;
  if (kindOf(kind)?.role !== "experiment" || typeof fields.layerID !== "string") return undefined;
  return JSON.stringify([declaredServiceText(request), fields.layerID]);
}

/** The layers of these entities, sorted. */
export function layersOf(requests: readonly Request[]): ListedLayer[] {
  const layers = new Map<string, Omit<ListedLayer, "allocated">>();
  for (const request of requests) {
    const { fields, construct } = request;
    const key = layerKey(request);
    if (key === undefined) continue;
    const { parts, ...layer } = layers.get(key) ?? {
      service: declaredService(request),
      layerID: String(fields.layerID),
      parts: [],
    };
    const experiment = nameOf(request) ?? construct;
    const { status, allocation } = fields;
    // only the deploy knows whether it takes a part, or which
    const isOpen = status instanceof Opaque;
    const said = allocation === undefined ? { isUndeclared: true as const } : { allocation: Number(allocation) };
    const part = {
      ...(isOpen || allocation instanceof Opaque ? {} : said),
      ...((status === undefined || status === "setup") && { isSetUp: true as const }),
    };
    // two stacks may declare one experiment
    const isNew = (isOpen || takesPart(fields)) && parts.every((other) => other.experiment !== experiment);
    layers.set(key, { ...layer, parts: isNew ? [...parts, { experiment, ...part }] : parts });
  }
  return [...layers.values()]
    .map(({ parts, ...layer }) => ({
      ...layer,
      allocated: withoutNoise(parts.reduce((sum, { allocation = 0 }) => sum + allocation, 0)),
      parts: [...parts].sort((a, b) => (a.experiment < b.experiment ? -1 : 1)),
    }))
    .sort((a, b) => (a.layerID < b.layerID ? -1 : 1));
}

/** A percentage without what adding fractions leaves. */
export function withoutNoise(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** Whether an experiment takes its part of a layer: units keep their groups after the assignment has stopped. */
export function takesPart(fields: Readonly<Record<string, unknown>>): boolean {
  return isOpenStatus(fields) || fields.status === "assignment_stopped";
}

/** Whether an experiment is declared as running or in set-up: so is one that declares no status. */
export function isOpenStatus({ status }: Readonly<Record<string, unknown>>): boolean {
  return status === undefined || status === "active" || status === "setup";
}
