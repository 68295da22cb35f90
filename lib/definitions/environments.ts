import type { Kind } from "../api/kind";
import { kindRulesOf } from "../declare/kind-rules";
import { settings } from "../declare/settings";
import { describeKind } from "../text/describe";
import { didYouMean } from "../text/did-you-mean";
import { pathText } from "../text/path";
import { labelOf } from "../text/title";
import { inWords } from "../text/words";
import { isFields, isList } from "../value/value";

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
export interface Variant {
  readonly environment: string;
  /** Fields and settings of the definition, with those of the environment in their place. */
  readonly data: Data;
  /** The fields that the environment has of its own. */
  readonly own: ReadonlySet<string>;
}

/** What is wrong with the environments of a definition besides the fields in them. */
export interface EnvironmentProblem {
  readonly path: readonly string[];
  readonly text: string;
  /** Whether it is about the key. */
  readonly isKey: boolean;
}

/**
 * What a definition declares for each environment that it names. Whole fields are put in place of the definition's: nothing is
 * merged deeply, and nothing is removed.
 *
 * @param data fields and settings of the definition
 * @param given the value of its `environments`; undefined where it has none
 * @param known all environments that there are; undefined where any may be
 */
export function variantsOf(
  kind: Kind,
  data: Data,
  given: unknown,
  known: readonly string[] | undefined,
): { readonly variants: readonly Variant[]; readonly problems: readonly EnvironmentProblem[] } {
  if (given === undefined) return { variants: [], problems: [] };
  const problems: EnvironmentProblem[] = [];
  const refuse = (path: readonly string[], why: string, isKey = true) => {
    problems.push({ path: [ENVIRONMENTS, ...path], text: `${pathText([ENVIRONMENTS, ...path])}: ${why}`, isKey });
  };
  const fixed = fixedFields(kind, data);
  if (!isFields(given))
    refuse([], `given ${describeKind(given)}; allowed: an object with the names of environments`, false);
  else if (fixed === undefined)
    refuse([], `a ${labelOf(kind.name)} needs an id for them, as its id comes from its content`);
  if (!isFields(given) || fixed === undefined) return { variants: [], problems };

  const variants = Object.entries(given).flatMap(([environment, changes]): Variant[] => {
    if (known !== undefined && !known.includes(environment))
      refuse([environment], `no such environment${didYouMean(environment, known) || `; there are ${inWords(known)}`}`);
    if (!isFields(changes)) {
      const advice = isList(changes) ? "; write them without -" : "; where none does, leave it out";
      refuse([environment], `given ${describeKind(changes)}; allowed: the fields that differ${advice}`, false);
      return [];
    }
    const own = Object.entries(changes).filter(([field]) => {
      const why = fixed(field);
      if (why !== undefined) refuse([environment, field], why);
      return why === undefined;
    });
    return [{ environment, data: { ...data, ...Object.fromEntries(own) }, own: new Set(own.map(([field]) => field)) }];
  });
  return { variants, problems };
}

/** The names of environments in the values of definitions. */
export function environmentNames(values: readonly unknown[]): ReadonlySet<string> {
  const given = values.map((value) => (isFields(value) ? value[ENVIRONMENTS] : undefined));
  return new Set(given.flatMap((each) => (isFields(each) ? Object.keys(each) : [])));
}

/** What is likely wrong with the name of an environment: no definition has it, and some have one that is spelled like it. */
export function likelyMisspelt(environment: string | undefined, names: ReadonlySet<string>): string | undefined {
  if (environment === undefined || names.has(environment)) return undefined;
  const question = didYouMean(environment, [...names]);
  return question === "" ? undefined : `environment: no file has ${JSON.stringify(environment)}${question}`;
}

/**
 * Why a field cannot differ between the environments of a definition; undefined where it can.
 *
 * @returns undefined for a definition that cannot have environments at all
 */
export function fixedFields(kind: Kind, data: Data): ((field: string) => string | undefined) | undefined {
  const { isByContent, derivedId } = kindRulesOf(kind);
  const isDerived = derivedId !== undefined && data.id === undefined;
  if (isDerived && isByContent) return undefined;
  return (field) => {
    if (isDerived && field === "name")
      return "the id comes from it, so it is the same in all environments; or declare an id";
    if (field === "kind" || kind.identity.includes(field)) return `${IS_FIXED}, as it says which entity this is`;
    return field !== "acknowledge" && Object.hasOwn(settings.shape, field) ? IS_FIXED : undefined;
  };
}

const IS_FIXED = "is the same in all environments";
