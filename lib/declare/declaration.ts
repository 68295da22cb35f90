import type * as z from "zod";
import { allowedIdentity, type Kind, missingFields } from "../api/kind";
import { onePerPlace, type Problem, problemsOf } from "../api/problems";
import { type Entity, entityOf } from "../entity/entity";
import { unsendable } from "../entity/steps";
import { labelOf, type Placed } from "../text/names";
import { inWords } from "../text/words";
import { at, type Fields, Opaque, opaqueIn, type Path, type Value } from "../value/value";
import { generalChecks } from "./general-checks";
import { kindRulesOf } from "./kind-rules";
import { metaArguments } from "./meta-arguments";
import { respelled } from "./respelled";
import { knownAtSynth, type Settings, settings, settingsRefusedFor } from "./settings";
import type { Warning, WarningName } from "./warnings";

/** What a construct or a definition declares. */
export interface DeclaredEntity {
  readonly entity: Entity;
  /** The fields that were given: none of the derived ones. */
  readonly given: Fields;
  readonly settings: Settings;
}

const schemas = new WeakMap<Kind, z.ZodObject>();

/** The fields and settings of a kind. Made once: zod compiles each new schema on first use. */
export function declarationSchema(kind: Kind): z.ZodObject {
  const known = schemas.get(kind) ?? kind.fields.extend(settings.shape);
  schemas.set(kind, known);
  return known;
}

/**
 * All that is wrong with what is declared for an entity. What is opaque is checked when it is known.
 *
 * @param props fields and settings
 * @param unusable what is wrong with them besides
 */
export function problemsOfProps(kind: Kind, props: Fields, unusable: readonly Problem[]): Problem[] {
  const { problems, others } = metaArguments(props, declarationSchema(kind).shape);
  const isOther = ({ path }: Problem) => !problems.some((each) => each.path[0] === path[0]);
  return [...problems, ...problemsOfOthers(kind, others, unusable.filter(isOther))];
}

function problemsOfOthers(kind: Kind, props: Fields, unusable: readonly Problem[]): Problem[] {
  const found = problemsAsSpelled(kind, props, unusable);
  if (!found.some(({ unknown }) => unknown)) return found;
  const schema = declarationSchema(kind);
  const { fields, problems, pathMeant, pathGiven } = respelled(schema, props);
  if (problems.length === 0) return found;
  const moved = unusable.map((problem) => ({ ...problem, path: pathMeant(problem.path) }));
  const others = problemsAsSpelled(kind, fields, moved).map((problem) => ({
    ...problem,
    path: pathGiven(problem.path),
  }));
  const order = Object.keys(schema.shape);
  const rank = ({ path }: Problem) => order.indexOf(String(pathMeant(path)[0]));
  return [...problems, ...others].sort((a, b) => rank(a) - rank(b));
}

/** All that is wrong with fields and settings of which an entity may have more. */
export function problemsOfDefaults(kind: Kind, props: Fields, unusable: readonly Problem[]): Problem[] {
  const ofRules = problemsOf(declarationSchema(kind).partial(), props, (path) => isOpaqueAt(props, path));
  return onePerPlace(onePerPlace(ofRules, unusable), [
    ...identityProblems(kind, props),
    ...refusedSettings(kind, props),
  ]);
}

function problemsAsSpelled(kind: Kind, props: Fields, unusable: readonly Problem[]): Problem[] {
  const ofRules = problemsOf(declarationSchema(kind), props, (path) => isOpaqueAt(props, path));
  return onePerPlace(onePerPlace(ofRules, unusable), [
    ...identityProblems(kind, props),
    ...unknownAtSynth(props),
    ...refusedSettings(kind, props),
    ...(props.adopt === true ? adoptionProblems(kind, props) : []),
    ...missingForCall(kind, props),
  ]);
}

/**
 * What valid props declare.
 *
 * @param placed where the code has them
 * @param idAtDeploy the id of an entity without one, where it is derived from what only Terraform knows
 */
export function declaredBy(
  kind: Kind,
  props: Fields,
  placed: Placed,
  idAtDeploy: (given: Fields) => Value = () => "",
): DeclaredEntity {
  const own = props as Settings;
  const given = fieldsIn(props);
  const { derivedId, isDerivedByService, isByContent } = kindRulesOf(kind);
  const hasDerivedId = derivedId !== undefined && given.id === undefined;
  const fields = hasDerivedId ? sortedFields({ ...given, id: derivedId(given) ?? idAtDeploy(given) }) : given;
  const entity = entityOf({
    ...placed,
    kind,
    fields,
    sent: isDerivedByService ? given : fields,
    acknowledged: own.acknowledge ?? [],
    adopt: own.adopt === true,
    ignoreChanges: own.ignoreChanges === true,
    endsOn: own.endsOn,
    byContent: hasDerivedId && isByContent === true,
  });
  return { entity, given, settings: own };
}

/** The fields among props: what is no setting. */
export function fieldsIn(props: Fields): Fields {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !Object.hasOwn(settings.shape, name)));
}

/** What is likely a mistake in a declaration, whatever else is declared. */
export function warningsOf({ entity, given }: DeclaredEntity): Warning[] {
  const checks = { ...kindRulesOf(entity.kind).checks, ...generalChecks };
  return Object.entries(checks).flatMap(([name, check]) =>
    check(entity, given).map((mistake) => ({ name: name as WarningName, ...mistake })),
  );
}

/** Whether the value at a path, or one that contains it, is opaque. */
export function isOpaqueAt(value: Value, path: readonly PropertyKey[]): boolean {
  return [...path.keys(), path.length].some((depth) => at(value, ...(path.slice(0, depth) as Path)) instanceof Opaque);
}

/** Fields in the order of their names: a derived one stands where it would if it were given. */
function sortedFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Problems of values that cannot identify an entity. */
function identityProblems(kind: Kind, props: Fields): Problem[] {
  return [...new Set([...kind.identity, "name"])].flatMap((field): Problem[] => {
    const value = props[field];
    if (value instanceof Opaque && value.fromEnvironment) {
      return [{ path: [field], allowed: "a value that is not secret, because messages and plans show it" }];
    }
    const allowed = kind.identity.includes(field) && allowedIdentity(kind, field, value);
    return allowed ? [{ path: [field], allowed }] : [];
  });
}

/** Problems of what only the deploy knows though it decides which resources and warnings there are. */
function unknownAtSynth(props: Fields): Problem[] {
  return Object.entries({ dryRun: "true or false", ...knownAtSynth }).flatMap(([name, allowed]) =>
    opaqueIn(props[name], [name]).map(({ path }) => ({ path, allowed: `${allowed}, known at synth` })),
  );
}

/** Problems of settings that this kind does not take. */
function refusedSettings(kind: Kind, props: Fields): Problem[] {
  return Object.entries(settingsRefusedFor(kind))
    .filter(([name]) => props[name] !== undefined)
    .map(([name, allowed]) => ({ path: [name], allowed, isWhole: true }));
}

/** Problems of `adopt` where nothing can be taken over: the update lacks fields, or the identity comes from the content. */
function adoptionProblems(kind: Kind, props: Fields): Problem[] {
  if (kind.create === undefined || props.dryRun === true) return [];
  if (kindRulesOf(kind).isByContent && props.id === undefined) {
    const allowed = `cannot be used for a ${labelOf(kind.name)} without an id, which gets one from its content: give it the id of the version that exists, or remove adopt`;
    return [{ path: ["adopt"], allowed, isWhole: true }];
  }
  const hasUpdate = kind.update !== undefined && props.ignoreChanges !== true;
  const missing = hasUpdate ? missingFields(kind.update.body, props) : [];
  if (missing.length === 0) return [];
  return [{ path: ["adopt"], allowed: `required with it: ${inWords(missing)}, for the update: no create is sent` }];
}

/** What is missing for the only call that takes some of the given fields. */
function missingForCall(kind: Kind, props: Fields): Problem[] {
  const known = Object.entries(props).filter(([name]) => Object.hasOwn(kind.fields.shape, name));
  const { fields, missing } = unsendable(kind, Object.fromEntries(known)) ?? { fields: [], missing: [] };
  if (missing.length === 0) return [];
  const allowed = `required with it: ${inWords(missing)}, for the only call that takes ${inWords(fields)}`;
  return [{ path: fields.slice(0, 1), allowed }];
}
