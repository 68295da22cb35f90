import { kindOf } from "../api/kinds";
import { type DeclaredService, declaredService, declaredServiceText } from "../protocol/declared-service";
import { nameOf, type Request } from "../protocol/request-file";
import { roundedPercent } from "../report/document";
import { type Group, groupedBy } from "../value/grouped";
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

interface LayerPart {
  readonly experiment: string;
  /** Percent of the layer. What the code does not declare, the service decides. */
  readonly allocation: number | "unknown" | "known at deploy time";
  /** Whether it is declared as in set-up: it takes its part once it starts. */
  readonly isSetUp: boolean;
}

/** Identifies the layer of an experiment among those of all services; undefined where it has none. */
export function layerKey(request: Request): string | undefined {
  const { kind, fields } = request;
  if (kindOf(kind)?.role !== "experiment" || typeof fields.layerID !== "string") return undefined;
  return JSON.stringify([declaredServiceText(request), fields.layerID]);
}

/** The layers of these entities, sorted. */
export function layersOf(requests: readonly Request[]): ListedLayer[] {
  const inLayers = requests.filter((request) => layerKey(request) !== undefined);
  return [...groupedBy(inLayers, layerKey).values()].map(layerOf).sort((a, b) => (a.layerID < b.layerID ? -1 : 1));
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
