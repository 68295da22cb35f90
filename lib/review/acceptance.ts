import { createHash } from "node:crypto";
import { type RiskName, riskNames } from "../protocol/risk-names";
import { shellWord } from "../text/shell";
import { groupedBy } from "../value/grouped";
import { type Change, isOpen, type Review, type Risk, riskText } from "./model";

/** A risk that somebody accepts for this once: of one entity, of a set, or, where neither is named, wherever it is. */
export interface Acceptance {
  readonly risk: RiskName;
  /** Kind and name, or address of the resource; a stack and a slash may stand before it. */
  readonly entity?: string;
  /** The words of a set. */
  readonly set?: string;
  /** Who accepts it, where that is known: `@ann`. */
  readonly by?: string;
}

/** A risk, and the change that it is of. */
export interface ReviewedRisk {
  readonly stack: string;
  readonly change: Change;
  readonly risk: Risk;
}

/**
 * Reads an acceptance: `running-unmanaged`, the words of a set, or one of an entity, with kind and name as in the JSON:
 *
 * - `running-unmanaged 9 3f9c2e1b`
 * - `running-unmanaged:experiment/old_banner`
 * - `running-unmanaged:checkout-production/experiment/old_banner`
 * - `running-unmanaged:checkout-production/terraform_data.experiment_at_3f9a61c2`
 *
 * @returns undefined where there is no such risk
 */
export function acceptanceIn(text: string): Acceptance | undefined {
  const [, name = "", entity, open, digest] = /^([a-z-]+)(?::(.+)|\s+(\d+)\s+([0-9a-f]{8}))?$/is.exec(text) ?? [];
  const risk = riskNames.find((each) => each === name.toLowerCase());
  if (risk === undefined) return undefined;
  return digest === undefined ? { risk, entity } : { risk, set: setWords(risk, Number(open), digest.toLowerCase()) };
}

/** The risks that still need a decision. */
export function openRisks(review: Review): ReviewedRisk[] {
  return risksOf(review).filter(({ risk }) => isOpen(risk));
}

/** All risks, also such as have their decision. */
function risksOf({ stacks }: Review): ReviewedRisk[] {
  return stacks.flatMap(({ name, changes }) =>
    changes.flatMap((change) => change.risks.map((risk) => ({ stack: name, change, risk }))),
  );
}

/** From how many entities of a risk on one line accepts them all. */
const LEAST_OF_SET = 4;

/**
 * The sets among open risks: of each that is open for four entities or more, all of them, which one line accepts: exactly
 * these, and no other that comes later. Its words, `running-horizon 9 3f9c2e1b`, have the first eight hexadecimal digits of a
 * SHA-256 over stack, entity, risk and reason of each.
 */
export function acceptanceSets(open: readonly ReviewedRisk[]) {
  return [...groupedBy(open, ({ risk }) => risk.name)].flatMap(([risk, those]) =>
    those.length < LEAST_OF_SET ? [] : [{ risk, open: those, words: setWords(risk, those.length, digestOf(those)) }],
  );
}

function setWords(risk: RiskName, count: number, digest: string): string {
  return `${risk} ${count} ${digest}`;
}

function digestOf(open: readonly ReviewedRisk[]): string {
  const entries = open.map(({ stack, change: { kind, name, address }, risk }) =>
    JSON.stringify([stack, kind, name ?? address, risk.name, riskText(risk)]),
  );
  return createHash("sha256").update(entries.sort().join("\n")).digest("hex").slice(0, 8);
}

/** What names the entity of a change: kind and name, or the address of its resource, without and with the stack. */
function entityWords(stack: string, { kind, name, address }: Change): string[] {
  const words = [...(name === null ? [] : [`${kind}/${name}`]), address];
  return [...words, ...words.map((word) => `${stack}/${word}`)];
}

/** Whether the entity that an acceptance names is among the changes; where it names none, nothing is missing. */
export function isAboutChanges({ stacks }: Review, { entity }: Acceptance): boolean {
  if (entity === undefined) return true;
  return stacks.some(({ name, changes }) => changes.some((change) => entityWords(name, change).includes(entity)));
}

/**
 * The open risks that each acceptance is about. A set counts for exactly what is open: in the review itself, or in what the
 * other acceptances leave.
 */
export function risksAcceptedBy(review: Review, acceptances: readonly Acceptance[]): (readonly ReviewedRisk[])[] {
  const open = openRisks(review);
  const oneByOne = acceptances.map(({ risk, entity, set }) => {
    if (set !== undefined) return undefined;
    return open.filter((each) =>
      entity === undefined ? each.risk.name === risk : textsOf(each).includes(`${risk}:${entity}`),
    );
  });
  const taken = new Set(oneByOne.flatMap((fitting) => fitting ?? []));
  const left = open.filter((each) => !taken.has(each));
  return acceptances.map(({ set }, index) => {
    const ofSet = () => [open, left].flatMap(acceptanceSets).find(({ words }) => words === set)?.open;
    return oneByOne[index] ?? ofSet() ?? [];
  });
}

/** A review in which somebody has accepted these risks. What the code acknowledges needs no acceptance. */
export function withAccepted(review: Review, acceptances: readonly Acceptance[]): Review {
  const accepted = risksAcceptedBy(review, acceptances);
  const decided = (risk: Risk): Risk => {
    const those = acceptances.filter((_, index) => accepted[index]?.some((each) => each.risk === risk));
    const people = [...new Set(those.flatMap(({ by }) => by ?? []))];
    const acceptedBy = people.length === 0 ? undefined : people;
    return those.length === 0 ? risk : { ...risk, accepted: true, ...(acceptedBy && { acceptedBy }) };
  };
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => ({ ...change, risks: change.risks.map(decided) })),
  }));
  return { ...review, stacks };
}

/** What accepts open risks of a review, one by one or as a set. */
export class AcceptWords {
  /** Each text that names a risk, as often as it names one. */
  private readonly texts: ReadonlyMap<string, readonly string[]>;
  private readonly sets: ReturnType<typeof acceptanceSets>;

  constructor(private readonly review: Review) {
    this.sets = acceptanceSets(openRisks(review));
    this.texts = groupedBy(risksOf(review).flatMap(textsOf), (text) => text);
  }

  /** For one risk of one entity, and no other: `ramp:experiment/one_page_checkout`. */
  exact(open: ReviewedRisk): string {
    const hasStack = (text: string) => text.startsWith(`${open.risk.name}:${open.stack}/`);
    const texts = textsOf(open).filter((text) => this.review.stacks.length === 1 || hasStack(text));
    return texts.find((text) => this.texts.get(text)?.length === 1) ?? texts.at(-1) ?? open.risk.name;
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
