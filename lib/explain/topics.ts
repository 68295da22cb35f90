import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page of the documentation, as the package has it. */
export interface DocPage {
  /** Its name without `.md`, by which all of it is a topic: `segment`. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** A part of a page that explains a topic. */
export interface Explanation {
  /** Name of its page. */
  readonly page: string;
  /** Markdown, line by line. */
  readonly lines: readonly string[];
}

/** @param folder with the pages */
export function readPages(folder: string): DocPage[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => ({
      name: name.slice(0, -".md".length),
      lines: readFileSync(join(folder, name), "utf8").split("\n"),
    }));
}

/**
 * What the pages say of a topic: the section with its anchor; else those with its name as a heading, and, on other pages, the
 * rows that begin with its name; else all of the page that has the name. In whichever page that stands.
 */
export function explanationsOf(topic: string, pages: readonly DocPage[]): Explanation[] {
  const anchored = pages.flatMap((page) => sectionsOf(page, (line) => ANCHOR.exec(line)?.[1] === topic));
  if (anchored.length > 0) return anchored;
  const named = pages.flatMap((page) => {
    const sections = sectionsOf(page, (line) => HEADING.test(line) && headingText(line) === topic);
    return sections.length > 0 ? sections : rowsOf(page, topic);
  });
  if (named.length > 0) return named;
  return pages.filter(({ name }) => name === topic).map(({ name: page, lines }) => ({ page, lines }));
}

const ANCHOR = /^<a id="([\w-]+)"><\/a>$/;
const HEADING = /^(#+) /;

function headingText(line: string): string {
  return line.replace(HEADING, "").replaceAll("`", "");
}

function sectionsOf({ name: page, lines }: DocPage, isStart: (line: string) => boolean): Explanation[] {
  return lines.flatMap((line, index) => (isStart(line) ? [{ page, lines: sectionAt(lines, index) }] : []));
}

/** The lines of the section that begins at a line, up to the next anchor or the next heading that is not below its own. */
function sectionAt(lines: readonly string[], start: number): string[] {
  const first = lines.findIndex((line, index) => index >= start && HEADING.test(line));
  const level = HEADING.exec(lines[first] ?? "")?.[1]?.length ?? 0;
  const length = lines.slice(first + 1).findIndex((line) => {
    const heading = HEADING.exec(line)?.[1];
    return ANCHOR.test(line) || (heading !== undefined && heading.length <= level);
  });
  return lines.slice(first, length === -1 ? undefined : first + 1 + length);
}

/** The rows of tables whose first cell names the topic, alone or beside others, each below the head of its table. */
function rowsOf({ name: page, lines }: DocPage, topic: string): Explanation[] {
  return lines.flatMap((line, index) => {
    const [, first = ""] = /^\| (`[^|]*) \|/.exec(line) ?? [];
    if (!first.split(", ").includes(`\`${topic}\``)) return [];
    const end = lines.slice(0, index).findLastIndex((each) => /^\|[-:|]+\|$/.test(each));
    return [{ page, lines: [lines[end - 1] ?? "", lines[end] ?? "", line] }];
  });
}
