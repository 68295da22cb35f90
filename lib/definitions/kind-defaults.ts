import { constructNameOf, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { declarationSchema, problemsOfDefaults } from "../declare/declaration";
import { definitionValues } from "../declare/json-walk";
import { respelled } from "../declare/respelled";
import { settings } from "../declare/settings";
import { pathText } from "../text/names";
import { counted, describeKind } from "../text/words";
import { type Fields, isFields, type Path } from "../value/value";
import type { DefinitionPlace } from "./definition-files";
import { kindMeant, knownFields, noKindText } from "./definition-kind";
import { DEFAULTS } from "./file-names";
import { reportPlaced } from "./placed-problem";
import { type Definition, SCHEMA } from "./yaml-definitions";

/** What each experiment decides by itself: one line must not change what all of them do. */
const EACH_ITS_OWN = new Set([
  "name",
  "status",
  "allocation",
  "groups",
  "controlGroupID",
  "launchedGroupID",
  "decisionReason",
  "dryRun",
  "sql",
  "query",
  "rules",
  "prompts",
  "workflow_headers",
  "auth_workflow_headers",
  "kind",
  "environments",
]);

/** Whether a field or setting of a kind can have a default. */
export function canHaveDefault({ identity }: Kind, field: string): boolean {
  const isSetting = Object.hasOwn(settings.shape, field);
  return !EACH_ITS_OWN.has(field) && !identity.includes(field) && (!isSetting || field === "endsOn");
}

/** A field that a definition takes from a file of defaults. */
export interface DefaultField {
  readonly value: unknown;
  /** Whether something is wrong with it, which is reported where it stands. */
  readonly isWrong: boolean;
  /** Where the value at a path of the definition is. */
  readonly placeAt: (path: Path) => DefinitionPlace;
}

/** What is wrong with a field, by its right name, as it is reported. */
interface FieldProblem {
  readonly field: string;
  readonly args: Parameters<Definition["report"]>;
}

/** What one file of defaults has for one kind. */
export class KindDefaults {
  /** How many definitions of the kind are in the directory and below. */
  definitions = 0;
  private readonly takers = new Map<string, number>();

  /**
   * @param key as the file names the kind
   * @param fields by their right names
   */
  constructor(
    readonly kind: Kind,
    private readonly key: string,
    private readonly fields: Fields,
    private readonly problems: readonly FieldProblem[],
    private readonly document: Definition,
  ) {}

  /** Counts a definition, and gives it what it lacks. */
  taken(lacks: (field: string) => boolean): [string, DefaultField][] {
    this.definitions++;
    return Object.entries(this.fields)
      .filter(([field]) => lacks(field))
      .map(([field, value]) => {
        this.takers.set(field, (this.takers.get(field) ?? 0) + 1);
        const isWrong = this.problems.some((problem) => problem.field === field);
        return [field, { value, isWrong, placeAt: (path) => this.document.placeAt([this.key, ...path]) }];
      });
  }

  /** Reports what is wrong, once for all definitions that take it. */
  report(): void {
    for (const { field, args } of this.problems) {
      const [path, text, isKey] = args;
      const count = this.takers.get(field) ?? 0;
      const takers = `${counted(count, "definition")} ${count === 1 ? "takes" : "take"} it`;
      this.document.report(path, `${text}; ${takers}`, isKey);
    }
  }

  /** The place and the words of a likely mistake: no definition is of the kind. */
  unused(): (DefinitionPlace & { readonly text: string })[] {
    if (this.definitions > 0) return [];
    const text = `${this.key}: no definition in this directory or below it is of this kind`;
    return [{ ...this.document.placeAt([this.key]), text }];
  }
}

const A_DEFINITION = `a definition; put it into a file of another name: ${DEFAULTS} holds fields by kind`;
const ALLOWED = "the kinds of definitions, each with the fields that it has by default";

/** The kinds in a file of defaults. */
export function kindsIn(document: Definition): KindDefaults[] {
  const { value, report } = document;
  const why = whyNoKinds(value);
  if (why !== undefined) report([], why);
  if (why !== undefined || !isFields(value)) return [];
  return Object.entries(value).flatMap(([key, fields]): KindDefaults[] => {
    if (key === SCHEMA) return [];
    const kind = kindOfKey(key);
    if (kind === undefined || constructNameOf(kind.name) !== key) report([key], noKindText(key), true);
    if (kind === undefined) return [];
    if (isFields(fields)) return [kindDefaults(kind, key, fields, document)];
    report([key], `${key}: given ${describeKind(fields)}; allowed: the fields that it has by default`);
    return [];
  });
}

/** Why a document holds no kinds with fields, in one line for all that is in it; undefined where it may. */
function whyNoKinds(value: unknown): string | undefined {
  if (!isFields(value)) return `${describeKind(value)}; allowed: ${ALLOWED}`;
  if (Object.hasOwn(value, "kind")) return A_DEFINITION;
  const keys = Object.keys(value);
  const isOfFields = keys.some((key) => knownFields.has(key)) && keys.every((key) => kindOfKey(key) === undefined);
  return isOfFields ? `fields of no kind; allowed: ${ALLOWED}` : undefined;
}

/** The kind that a key names, or most likely means. */
function kindOfKey(key: string): Kind | undefined {
  return kinds.find(({ name }) => constructNameOf(name) === key) ?? kindMeant(key);
}

function kindDefaults(kind: Kind, key: string, given: Fields, document: Definition): KindDefaults {
  const { fields, problems: slips, pathGiven, pathMeant } = respelled(declarationSchema(kind), given);
  const allowed = Object.fromEntries(Object.entries(fields).filter(([field]) => canHaveDefault(kind, field)));
  for (const field of Object.keys(fields).filter((each) => !Object.hasOwn(allowed, each))) {
    const path = [key, ...pathGiven([field])];
    document.report(path, `${pathText(path)}: cannot have a default; write it into each definition`, true);
  }
  const { values, problems } = definitionValues(allowed, kind.fields);
  const found: FieldProblem[] = [];
  const invalid = problemsOfDefaults(kind, values, problems);
  for (const problem of [...slips, ...invalid.map((each) => ({ ...each, path: pathGiven(each.path) }))]) {
    const field = String(pathMeant(problem.path)[0]);
    const keep: Definition["report"] = (...args) => {
      found.push({ field, args });
    };
    if (canHaveDefault(kind, field)) reportPlaced(keep, kind, given, problem, [key]);
  }
  return new KindDefaults(kind, key, allowed, found, document);
}
