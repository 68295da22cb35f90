import type { Kind } from "../api/kind";
import { kindRulesOf } from "../declare/kind-rules";
import { settings } from "../declare/settings";
import { didYouMean } from "../text/did-you-mean";
import { labelOf, pathText } from "../text/names";
import { describeKind, inWords } from "../text/words";
import { isFields } from "../value/value";
import type { Definition } from "./yaml-definitions";

/** The key of a definition whose value says what differs between environments. */
export const ENVIRONMENTS = "environments";

type Data = Readonly<Record<string, unknown>>;

/** Which environment a definition is for, and which there are. */
export interface EnvironmentChoice {
  /** The one whose fields are put in place of the definition's; without it, the definition is as it stands. */
  readonly environment?: string | undefined;
  /** All that there are; without it, a definition may name any. */
  readonly environments?: readonly string[] | undefined;
}

/** What a definition declares for an environment. */
interface Variant {
  readonly environment: string;
  /** Fields and settings of the definition, with those of the environment in their place. */
  readonly data: Data;
  /** The fields that the environment has of its own. */
  readonly own: ReadonlySet<string>;
}

/**
 * What a definition declares for each environment that it names. Whole fields are put in place of the definition's: nothing is
 * merged deeply, and nothing is removed.
 *
 * @param data fields and settings of the definition
 * @param given the value of its `environments`; undefined where it has none
 * @param known all environments that there are; undefined where any may be
 * @param report takes what is wrong besides the fields in them
 */
export function variantsOf(
  kind: Kind,
  data: Data,
  given: unknown,
  known: readonly string[] | undefined,
  report: Definition["report"],
): Variant[] {
  const refuse = (inner: readonly string[], why: string, isKey = true) => {
    const path = [ENVIRONMENTS, ...inner];
    report(path, `${pathText(path)}: ${why}`, isKey);
    return [];
  };
  if (given === undefined) return [];
  if (!isFields(given))
    return refuse([], `given ${describeKind(given)}; allowed: an object with the names of environments`, false);
  if (needsIdForEnvironments(kind, data))
    return refuse([], `a ${labelOf(kind.name)} needs an id for them, as its id comes from its content`);

  return Object.entries(given).flatMap(([environment, changes]): Variant[] => {
    if (known !== undefined && !known.includes(environment))
      refuse([environment], `no such environment${didYouMean(environment, known) || `; there are ${inWords(known)}`}`);
    if (!isFields(changes)) {
      const allowed = "the fields that differ; where none does, leave it out";
      return refuse([environment], `given ${describeKind(changes)}; allowed: ${allowed}`, false);
    }
    const own = Object.entries(changes).filter(([field]) => {
      const why = whyFixed(kind, data, field);
      if (why !== undefined) refuse([environment, field], why);
      return why === undefined;
    });
    return [{ environment, data: { ...data, ...Object.fromEntries(own) }, own: new Set(own.map(([field]) => field)) }];
  });
}

/** The names of environments in the values of definitions. */
export function environmentNames(values: readonly unknown[]): ReadonlySet<string> {
  const given = values.map((value) => (isFields(value) ? value[ENVIRONMENTS] : undefined));
  return new Set(given.flatMap((each) => (isFields(each) ? Object.keys(each) : [])));
}

/** Each name of an environment that differs in case alone from one that a definition has before: one of the two has no effect. */
export function namesByCase<Named extends { readonly value: unknown }>(definitions: readonly Named[]) {
  const first = new Map<string, string>();
  return definitions.flatMap((definition) =>
    [...environmentNames([definition.value])].flatMap((name) => {
      const known = first.get(name.toLowerCase()) ?? name;
      first.set(name.toLowerCase(), known);
      const path = [ENVIRONMENTS, name];
      const text = `${pathText(path)}: differs from the environment ${JSON.stringify(known)} in case alone`;
      return known === name ? [] : [{ definition, path, text }];
    }),
  );
}

/** What is likely wrong with the name of an environment: no definition has it, and some have one that is spelled like it. */
export function likelyMisspelt(environment: string | undefined, names: ReadonlySet<string>): string | undefined {
  if (environment === undefined || names.has(environment)) return undefined;
  const question = didYouMean(environment, [...names]);
  return question === "" ? undefined : `environment: no file has ${JSON.stringify(environment)}${question}`;
}

/** Whether a definition lacks the id that it needs: one that comes from its content makes each environment another entity. */
export function needsIdForEnvironments(kind: Kind, data: Data): boolean {
  return kindRulesOf(kind).isByContent === true && data.id === undefined;
}

/** Why a field cannot differ between the environments of a definition; undefined where it can. */
export function whyFixed(kind: Kind, data: Data, field: string): string | undefined {
  const fixed = "is the same in all environments";
  const isDerived = kindRulesOf(kind).derivedId !== undefined && data.id === undefined;
  if (isDerived && field === "name") return `the id comes from it, so it ${fixed}; or declare an id`;
  if (field === ENVIRONMENTS) return "one environment has no others in it";
  if (field === "kind" || kind.identity.includes(field)) return `${fixed}, as it says which entity this is`;
  return field !== "acknowledge" && Object.hasOwn(settings.shape, field) ? fixed : undefined;
}
