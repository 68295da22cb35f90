import { assignmentSource } from "../api/assignment-source-schema";
import { experiment } from "../api/experiment-schema";
import { entitiesNamedIn } from "../api/kind";
import { segment } from "../api/segment-schema";
import { type Entity, titleOfEntity } from "../entity/entity";
import { didYouMean } from "../text/did-you-mean";
import { nameText } from "../text/names";
import { inBrief, inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import { at, isList } from "../value/value";
import { type LikelyMistake, mistakeAt, type Warning, type WarningName } from "./warnings";

/** An entity, and what tells its service from others: those of one text are compared with each other. */
interface AtService {
  readonly entity: Entity;
  readonly service: string;
}

/** The warnings that come of how entities relate to each other, in the order in which they are declared. */
export function relationWarnings(all: readonly AtService[]): ReadonlyMap<Entity, readonly Warning[]> {
  const found = new Map<Entity, Warning[]>();
  const add = (entity: Entity, name: WarningName, mistakes: readonly LikelyMistake[]) => {
    if (mistakes.length === 0) return;
    found.set(entity, [...(found.get(entity) ?? []), ...mistakes.map((mistake) => ({ name, ...mistake }))]);
  };
  for (const atOne of groupedBy(all, ({ service }) => service).values()) {
    const entities = atOne.map(({ entity }) => entity);
    const experiments = entities.filter(({ kind }) => kind.role === "experiment");
    const sources = groupedBy(entities.filter(isSource), ({ fields }) => String(fields.name));
    for (const each of experiments) {
      add(each, "unit-not-mapped", unitNotMapped(each, sources));
      add(each, "unknown-source", unknownSource(each, sources));
    }
    const distinct = distinctAmong(entities.filter(({ fields }) => fields.dryRun !== true));
    const running = distinct.filter(({ kind }) => kind.role === "experiment");
    for (const [each, mistake] of overfullLayers(running)) add(each, "layer-allocation", [mistake]);
    for (const ofKind of groupedBy(distinct, ({ kind }) => kind.name).values())
      for (const [each, mistake] of sameNames(ofKind)) add(each, "same-name", [mistake]);
  }
  return found;
}

/** The name of the assignment source of an experiment, where it is known. */
export function sourceNamedBy({ kind, fields }: Entity): string | undefined {
  return entitiesNamedIn(kind, fields).find(({ kinds }) => kinds.includes(assignmentSource.name))?.name;
}

/** Whether it is an assignment source that experiments can name: one that is only tried out is not there for them. */
export function isSource({ kind, fields }: Entity): boolean {
  return kind.name === assignmentSource.name && typeof fields.name === "string" && fields.dryRun !== true;
}

/** Assignment sources that experiments can name, by their names. */
type Sources = ReadonlyMap<string, readonly Entity[]>;

/** The assignment source of an experiment does not map the unit that the experiment is based on, in any stack. */
function unitNotMapped(entity: Entity, sources: Sources): LikelyMistake[] {
  const { idType } = entity.fields;
  const name = sourceNamedBy(entity) ?? "";
  const [units, ...others] = (sources.get(name) ?? []).map(mappedUnits);
  if (typeof idType !== "string" || units === undefined) return [];
  if ([units, ...others].some((each) => each === undefined || each.includes(idType))) return [];
  const mapped = units.length === 0 ? "no unit" : inWords(units.map((unit) => JSON.stringify(unit)));
  const words = `${JSON.stringify(idType)}, but the assignment source ${JSON.stringify(name)} maps ${mapped}`;
  return [mistakeAt(["idType"], `${words}${didYouMean(idType, units)}`)];
}

/** The assignment source of an experiment is not declared, while one with nearly that name is. */
function unknownSource(entity: Entity, sources: Sources): LikelyMistake[] {
  const name = sourceNamedBy(entity);
  if (name === undefined || sources.has(name)) return [];
  const suggestion = didYouMean(name, [...sources.keys()]);
  if (suggestion === "") return [];
  const words = `no assignment source ${JSON.stringify(name)} is declared${suggestion}`;
  return [mistakeAt(["assignmentSourceName"], words)];
}

/** The units that an assignment source maps; undefined where one of them is known at deploy time only. */
function mappedUnits({ fields: { idTypeMapping } }: Entity): string[] | undefined {
  if (!isList(idTypeMapping)) return undefined;
  const units = idTypeMapping.map((entry) => at(entry, "serviceUnitID"));
  return units.every((unit) => typeof unit === "string") ? units : undefined;
}

/** Entities without those that are declared before: what several stacks declare is one. */
function distinctAmong(entities: readonly Entity[]): Entity[] {
  const known = new Set<string>();
  return entities.filter((entity) => {
    const identity = identityOf(entity);
    if (identity === undefined) return true;
    const key = JSON.stringify([entity.kind.name, ...identity]);
    return !known.has(key) && known.add(key);
  });
}

/** The texts that tell an entity from others of its kind; undefined where one is known at deploy time only. */
function identityOf({ kind, fields }: Entity): string[] | undefined {
  const texts = kind.identity.map((field) => fields[field] ?? "");
  return texts.every((text) => typeof text === "string") ? texts : undefined;
}

/** Each active experiment with which those of its layer take more than all of it, as far as allocations are known. */
function overfullLayers(experiments: readonly Entity[]): [Entity, LikelyMistake][] {
  const layers = new Map<string, { sum: number; readonly shares: string[] }>();
  return experiments.flatMap((entity): [Entity, LikelyMistake][] => {
    const { layerID, status, allocation, id, name } = entity.fields;
    if (typeof layerID !== "string" || layerID === "" || status !== "active") return [];
    const layer = layers.get(layerID) ?? { sum: 0, shares: [] };
    layers.set(layerID, layer);
    if (typeof allocation === "number") {
      layer.sum += allocation;
      const known = id ?? name;
      layer.shares.push(`${nameText(typeof known === "string" ? known : null)} ${allocation}`);
    }
    if (layer.sum <= 100 + 1e-6) return [];
    const sum = Number(layer.sum.toFixed(6));
    const words = `the active experiments of layer ${JSON.stringify(layerID)} take ${sum} % together (${inBrief(layer.shares)})`;
    return [[entity, mistakeAt(["allocation"], words)]];
  });
}

/** Kinds whose entities people tell by a name that is no part of their identity. */
const NAMED_FREELY: readonly string[] = [experiment.name, segment.name];

/** Of one kind, each entity that people, or a service that ignores case, can take for one that is declared before. */
function sameNames(entities: readonly Entity[]): [Entity, LikelyMistake][] {
  const byName = new Map<string, Entity>();
  const byIdentity = new Map<string, Entity>();
  return entities.flatMap((entity): [Entity, LikelyMistake][] => {
    const { kind, fields } = entity;
    const { name } = fields;
    const found: [Entity, LikelyMistake][] = [];
    const tell = (field: string, words: string) => {
      found.push([entity, mistakeAt([field], `${JSON.stringify(fields[field])} ${words}`)]);
    };
    if (typeof name === "string" && NAMED_FREELY.includes(kind.name)) {
      const other = byName.get(name);
      if (other === undefined) byName.set(name, entity);
      else tell("name", `is the name of ${titleOfEntity(other)}, too`);
    }
    const identity = identityOf(entity);
    if (identity !== undefined) {
      const key = JSON.stringify(identity.map((text) => text.normalize("NFC").toLowerCase()));
      const other = byIdentity.get(key);
      const field = kind.identity.findLast((each) => fields[each] !== other?.fields[each]) ?? "";
      if (other === undefined) byIdentity.set(key, entity);
      else
        tell(
          field,
          `differs from the ${field} of ${titleOfEntity(other)} in ${differenceIn(fields[field], other.fields[field])} alone`,
        );
    }
    return found;
  });
}

function differenceIn(one: unknown, other: unknown): string {
  return String(one).toLowerCase() === String(other).toLowerCase() ? "case" : "how its letters are composed";
}
