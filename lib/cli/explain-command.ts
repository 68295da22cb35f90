import { join } from "node:path";
import type { Command } from "commander";
import { warningNames } from "../declare/warnings";
import { plainText } from "../explain/plain-text";
import { type DocPage, explanationsOf, readPages } from "../explain/topics";
import { riskNames } from "../protocol/risk-names";
import { mostSimilar } from "../text/did-you-mean";
import { topics } from "../text/errors";
import { ownCommand } from "../text/shell";
import { quoted } from "../text/visible";
import { CommandError, type Io } from "./io";
import { terminalWidth } from "./result";

/** From lib/cli and dist/cli alike. */
const DOCS = join(__dirname, "..", "..", "docs");

/** Widest text that is comfortable to read, in characters. */
const WIDEST = 100;

/** `explain`: prints what the pages say of an error, a risk or a warning. */
export function addExplain(program: Command, io: Io): void {
  program
    .command("explain")
    .summary("explain an error, a risk or a warning")
    .description(
      "print what the documentation says of an error, a risk, a warning, or a whole page; without a topic, list them",
    )
    .argument("[topic]", "what an error, a review or a warning names: exists, ramp, group-sizes")
    .action((topic: string | undefined) => {
      const pages = readPages(DOCS);
      io.stdout.write(topic === undefined ? topicList(pages) : explanation(topic, pages, io));
    });
}

function explanation(topic: string, pages: readonly DocPage[], io: Io): string {
  const name = topic.replace(/^#/, "").toLowerCase();
  const found = explanationsOf(name, pages);
  if (found.length === 0) {
    const meant = mostSimilar(
      name,
      allTopics(pages).flatMap(({ names }) => names),
    );
    throw new CommandError(
      `there is no topic ${quoted(topic)}${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
      `run ${meant === undefined ? `${ownCommand("explain")}, which lists them` : ownCommand(`explain ${meant}`)}`,
    );
  }
  const width = Math.min(WIDEST, io.stdout.isTTY === true ? terminalWidth(io) : WIDEST);
  return found
    .map(({ page, lines }) => `${plainText(lines, width).join("\n").trim()}\n\n(${join(DOCS, `${page}.md`)})\n`)
    .join("\n");
}

/** Everything that can be explained, by kind. */
function allTopics(pages: readonly DocPage[]): { readonly title: string; readonly names: readonly string[] }[] {
  return [
    { title: "errors", names: topics },
    { title: "risks", names: riskNames },
    { title: "warnings", names: warningNames },
    { title: "pages", names: pages.map(({ name }) => name) },
  ];
}

function topicList(pages: readonly DocPage[]): string {
  const parts = allTopics(pages).map(({ title, names }) => [`${title}:`, ...inLines(names), ""].join("\n"));
  return `${parts.join("\n")}`;
}

/** Names side by side, as many as have room. */
function inLines(names: readonly string[]): string[] {
  return plainText([[...names].sort().join(", ")], 78).map((line) => `  ${line}`);
}
