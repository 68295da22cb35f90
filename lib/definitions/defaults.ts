import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Kind } from "../api/kind";
import type { Fields } from "../value/value";
import { type DefinitionPlace, type DefinitionProblem, readable, textRead } from "./definition-files";
import { DEFAULTS, roleOf } from "./file-names";
import { type DefaultField, type KindDefaults, kindsIn } from "./kind-defaults";
import { wholeDocumentsIn } from "./yaml-definitions";

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
