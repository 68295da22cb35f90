import { shellWord } from "../text/shell";
import { groupedBy } from "../value/grouped";
import { type AcceptanceSet, acceptanceSets, entityWords, type ReviewedRisk, risksOf } from "./acceptance";
import type { Change, Review } from "./model";

/** What accepts open risks of a review, one by one or as a set. */
export class AcceptWords {
  private readonly counts = new Map<string, number>();
  private readonly sets: readonly AcceptanceSet[];

  constructor(private readonly review: Review) {
    this.sets = acceptanceSets(review);
    for (const text of risksOf(review).flatMap((each) => [...new Set(textsOf(each))])) {
      this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
    }
  }

  /** For one risk of one entity, and no other: `ramp:experiment/one_page_checkout`. */
  exact(open: ReviewedRisk): string {
    const hasStack = (text: string) => text.startsWith(`${open.risk.name}:${open.stack}/`);
    const texts = textsOf(open).filter((text) => this.review.stacks.length === 1 || hasStack(text));
    return texts.find((text) => this.counts.get(text) === 1) ?? texts.at(-1) ?? open.risk.name;
  }

  /** For several: the set of a risk, where they are all of it, else each. */
  of(open: readonly ReviewedRisk[]): string[] {
    return [...groupedBy(open, ({ risk }) => risk.name)].flatMap(([name, those]) => {
      const set = this.sets.find(({ risk }) => risk === name);
      return set?.open.length === those.length ? [set.words] : those.map((each) => this.exact(each));
    });
  }

  /** The same as lines that a reader writes where `place` says. */
  lines(open: readonly ReviewedRisk[]): string[] {
    const { acceptedIn, commit = "" } = this.review;
    return this.of(open).map((words) => {
      if (acceptedIn === undefined) return `--accept ${shellWord(words)}`;
      return acceptedIn === "note" ? `accept ${commit.slice(0, 8)} ${words}` : `accept ${words}`;
    });
  }

  get place(): string {
    const { acceptedIn } = this.review;
    return acceptedIn === undefined ? "by --accept" : `by a line of your ${acceptedIn}`;
  }
}

function textsOf({ stack, change, risk }: ReviewedRisk): string[] {
  return entityWords(stack, change).map((word) => `${risk.name}:${word}`);
}

/**
 * The line that accepts a risk for good, in the language of the file that declares an entity; of TypeScript, where none does.
 * Undefined for what has left the code.
 */
export function acknowledgementOf({ construct, file }: Change, name: string): string | undefined {
  if (construct === undefined) return undefined;
  if (file === undefined) return `acknowledge: ["${name}"]`;
  return file.toLowerCase().endsWith(".json") ? `"acknowledge": ["${name}"]` : `acknowledge: [${name}]`;
}
