import { ExactAcceptances, type ReviewedRisk } from "./acceptance";
import type { Change, Review } from "./model";

/** The words that decide on an open risk. */
export interface Choice {
  /** Accepts it once, on this entity alone; `accept` or `--accept` stands before it: `ramp:experiment/one_page_checkout`. */
  readonly accept: string;
  /** Accepts it for good, as a line of its file or its code; missing where it has left the code. */
  readonly acknowledge?: string;
}

/** The choices of a review's open risks. */
export class Choices {
  private readonly exact: ExactAcceptances;

  constructor(review: Review) {
    this.exact = new ExactAcceptances(review);
  }

  of(open: ReviewedRisk): Choice {
    const acknowledge = acknowledgementOf(open.change, open.risk.name);
    return { accept: this.exact.of(open), ...(acknowledge !== undefined && { acknowledge }) };
  }
}

/** A line in the language of the file that declares an entity; of TypeScript, where none does. */
export function acknowledgementOf({ construct, file }: Change, name: string): string | undefined {
  if (construct === undefined) return undefined;
  if (file === undefined) return `acknowledge: ["${name}"]`;
  return file.toLowerCase().endsWith(".json") ? `"acknowledge": ["${name}"]` : `acknowledge: [${name}]`;
}
