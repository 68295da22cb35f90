import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { constructNameOf, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { definitionValues } from "../declare/json-walk";
import { declarationSchema, problemsOfDefaults } from "../declare/judge";
import { respelled } from "../declare/respelled";
import { settings } from "../declare/settings";
import { pathText } from "../text/names";
import { counted, describeKind } from "../text/words";
import { type Fields, isFields, type Path } from "../value/value";
import { type DefinitionPlace, type DefinitionProblem, readable, textRead } from "./definition-files";
import { kindMeant, noKindText } from "./definition-kind";
import { DEFAULTS, roleOf } from "./file-names";
import { reportPlaced } from "./placed-problem";
import { type Definition, SCHEMA, wholeDocumentsIn } from "./yaml-definitions";

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
class KindDefaults {
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

/** The files of defaults that definitions take fields from: those of their directory and above, up to the working directory. */
export class Defaults {
  private readonly ofDirectory = new Map<string, readonly KindDefaults[]>();
  private readonly root = realpathSync.native(".");

  constructor(private readonly problems: DefinitionProblem[]) {}

  /**
   * The fields that a definition takes: nearer ones stand in place of farther ones.
   *
   * @param directory of its file, by its real path
   * @param own the fields that it has
   */
  takenBy(directory: string, kind: Kind, own: Fields): ReadonlyMap<string, DefaultField> {
    const taken = new Map<string, DefaultField>();
    const lacks = (field: string) => !taken.has(field) && !Object.hasOwn(own, field);
    for (const each of this.above(directory)) {
      for (const defaults of this.read(each))
        if (defaults.kind === kind) for (const [field, value] of defaults.taken(lacks)) taken.set(field, value);
    }
    return taken;
  }

  /** The directories whose defaults count in one, the nearest first. */
  private above(directory: string): string[] {
    const isAbove = (path: string) => path !== this.root && !relative(path, this.root).startsWith("..");
    // a file that is not below the working directory has those up to where both are
    if (isAbove(directory)) return [];
    const isLast = directory === this.root || dirname(directory) === directory;
    return isLast ? [directory] : [directory, ...this.above(dirname(directory))];
  }

  /** Reads the defaults of a directory, once. */
  read(directory: string): readonly KindDefaults[] {
    const known = this.ofDirectory.get(directory);
    if (known !== undefined) return known;
    const names = readable(this.nameOf(directory), this.problems, () => readdirSync(directory)) ?? [];
    const found = names.flatMap((name) => this.readFile(directory, name));
    this.ofDirectory.set(directory, found);
    return found;
  }

  private readFile(directory: string, name: string): KindDefaults[] {
    const role = roleOf(name);
    const file = this.nameOf(join(directory, name));
    if (role === "misspelt-defaults") {
      this.problems.push({
        file,
        text: `defaults are read from ${DEFAULTS} alone; rename the file, or put them there`,
      });
    }
    const text = role === "defaults" ? textRead(file, this.problems) : undefined;
    if (text === undefined) return [];
    const [document, ...others] = wholeDocumentsIn({ name: file, directory, text }, this.problems);
    for (const other of others) other.report([], "the second document; put all defaults into one");
    return document === undefined ? [] : kindsIn(document);
  }

  /** How messages name a file or a directory: from the working directory. */
  private nameOf(path: string): string {
    return (relative(this.root, path) || ".").replaceAll("\\", "/");
  }

  /** Reports what is wrong with all that was read. */
  report(): void {
    for (const each of this.ofDirectory.values()) for (const defaults of each) defaults.report();
  }

  /** What no definition takes, of directories of which all definitions are known. */
  unused(directories: ReadonlySet<string>): (DefinitionPlace & { readonly text: string })[] {
    return [...this.ofDirectory]
      .filter(([directory]) => directories.has(directory))
      .flatMap(([, each]) => each.flatMap((defaults) => defaults.unused()));
  }
}

const ALLOWED = "the kinds of definitions, each with the fields that it has by default";

/** The kinds in a file of defaults. */
function kindsIn(document: Definition): KindDefaults[] {
  const { value, report } = document;
  if (!isFields(value)) {
    report([], `${describeKind(value)}; allowed: ${ALLOWED}`);
    return [];
  }
  return Object.entries(value).flatMap(([key, fields]): KindDefaults[] => {
    if (key === SCHEMA) return [];
    const named = kinds.find(({ name }) => constructNameOf(name) === key);
    if (named === undefined) report([key], noKindText(key), true);
    const kind = named ?? kindMeant(key);
    if (kind === undefined) return [];
    if (isFields(fields)) return [kindDefaults(kind, key, fields, document)];
    report([key], `${key}: given ${describeKind(fields)}; allowed: the fields that it has by default`);
    return [];
  });
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
  const judged = problemsOfDefaults(kind, values, problems);
  for (const problem of [...slips, ...judged.map((each) => ({ ...each, path: pathGiven(each.path) }))]) {
    const field = String(pathMeant(problem.path)[0]);
    const keep: Definition["report"] = (...args) => {
      found.push({ field, args });
    };
    if (canHaveDefault(kind, field)) reportPlaced(keep, kind, given, problem, [key]);
  }
  return new KindDefaults(kind, key, allowed, found, document);
}
