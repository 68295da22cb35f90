import { maybeAuthor } from "../platforms/commit-authors";
import type { Job } from "../platforms/job";
import type { Person, Platform, Statement } from "../platforms/platform";
import { PlatformError } from "../platforms/platform-errors";
import { nameOf } from "../protocol/request-file";
import { acceptLinesIn, type WrittenAcceptance } from "../review/accept-lines";
import { type Acceptance, isAboutChanges, openRisks, risksAcceptedBy } from "../review/acceptance";
import { showsOpenReview } from "../review/cards";
import type { Review } from "../review/model";
import { visible } from "../text/visible";
import type { Io } from "./io";
import { isReviewComment } from "./review-comment";
import type { SynthesisedStack } from "./stacks";

/** An acceptance that somebody has written, and in what. */
interface Found extends WrittenAcceptance {
  readonly statement: Statement;
}

/** How many characters of an acceptance the log shows. */
const LONGEST_SHOWN = 300;

/** Why an acceptance does not count; undefined where it does, or where only the platform can tell. */
type Reason = string | undefined;

/**
 * The acceptances in the approvals of the job's commit that count, each with who accepts. Each that was read is named with
 * whether it counts, and why not.
 *
 * @param others the stacks that are synthesised, and not reviewed here: what is about one of them is passed over
 * @throws PlatformError when the platform cannot be asked, or refuses to say who may accept
 */
export async function approvedAcceptances(
  job: Job,
  review: Review,
  others: readonly SynthesisedStack[],
  io: Io,
): Promise<Acceptance[]> {
  const say = (line: string) => io.stderr.write(`${visible(`approvals: ${line}`)}\n`);
  if (job.request === undefined) {
    say("none, as this job is about no pull or merge request; accept by --accept, in a run that is started by hand");
    return [];
  }
  if (openRisks(review).length === 0) {
    say("not read, as no risk needs a decision");
    return [];
  }
  const { platform } = job;
  if (platform === undefined) {
    throw new PlatformError(
      `the approvals of ${job.request} cannot be read: ${job.tokenVariable} is not set`,
      `give the job ${job.tokenVariable}, or leave out --approvals`,
    );
  }
  const elsewhere = new Set(others.flatMap(wordsOfStack));
  const isAbout = (acceptance: Acceptance) =>
    isAboutChanges(review, acceptance) || elsewhere.has(acceptance.entity ?? "");
  const statements = (await platform.statements()).filter(({ text }) => !isReviewComment(text)).map(unlessCopied);
  const found = statements.flatMap((statement) =>
    acceptLinesIn(statement.text, isAbout).map((written): Found => ({ ...written, statement })),
  );
  if (found.length === 0) say(`none of ${platform.name} ${platform.request} accepts a risk`);
  return thoseThatCount(found, platform, review, elsewhere, say);
}

/** What somebody says: nothing by a copy of a review, whose lines to accept they would have left in. */
function unlessCopied(statement: Statement): Statement {
  const invalid = "it stands in a copy of a review; write it by itself";
  return showsOpenReview(statement.text) ? { ...statement, invalid } : statement;
}

async function thoseThatCount(
  found: readonly Found[],
  platform: Platform,
  review: Review,
  elsewhere: ReadonlySet<string>,
  say: (line: string) => void,
): Promise<Acceptance[]> {
  const right = new RightToAccept(platform);
  const counted: { readonly found: Found; readonly acceptance: Acceptance }[] = [];
  const name = ({ text, statement }: Found, result: string) => {
    const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
    say(`@${statement.by.login}: ${shown}: ${result}`);
  };
  for (const each of found) {
    const reason =
      whyUnread(each, platform) ??
      whyNothing(each.acceptance, review, elsewhere) ??
      (await right.whyNot(each.statement));
    if (reason !== undefined) name(each, reason);
    else if (each.acceptance !== undefined) {
      counted.push({ found: each, acceptance: { ...each.acceptance, by: `@${each.statement.by.login}` } });
    }
  }
  const acceptances = counted.map(({ acceptance }) => acceptance);
  const accepted = risksAcceptedBy(review, acceptances);
  return counted.flatMap(({ found: each, acceptance }, index) => {
    const isOther = accepted[index]?.length === 0;
    name(each, isOther ? "does not count: the set of open risks is another one" : "counts");
    return isOther ? [] : [acceptance];
  });
}

function whyUnread({ acceptance, commit }: Found, { commit: head, tiesToCommit }: Platform): Reason {
  const short = head.slice(0, 8);
  const example = `accept ${tiesToCommit ? "" : `${short} `}ramp:experiment/one_page_checkout`;
  if (acceptance === undefined) return `does not count: it cannot be read; write it as ${example}`;
  if (commit !== undefined && !head.startsWith(commit))
    return `does not count: it is about ${commit}, and this is ${short}`;
  if (commit === undefined && !tiesToCommit) return `does not count: it names no commit; write it as ${example}`;
  if (acceptance.entity !== undefined || acceptance.set !== undefined) return undefined;
  return `does not count: it would accept more than anybody has seen; write it as ${example}`;
}

/** Why what it names is not open here. */
function whyNothing(acceptance: Acceptance | undefined, review: Review, elsewhere: ReadonlySet<string>): Reason {
  if (acceptance?.entity === undefined) return undefined;
  const { entity, risk } = acceptance;
  const [fitting = []] = risksAcceptedBy(review, [acceptance]);
  if (fitting.length > 1)
    return `does not count: ${fitting.length} changes fit; begin with the stack: ${risk}:${fitting[0]?.stack}/…`;
  if (fitting.length === 1) return undefined;
  if (elsewhere.has(entity)) return "passed over: another stack has it, and nothing of it is open here";
  const isHere = isAboutChanges(review, acceptance);
  return `does not count: ${isHere ? `${risk} is not open there` : "no such entity is among the changes"}`;
}

/** Whether people may accept what others have written. Asks the platform only about those who try to. */
class RightToAccept {
  private authors: ReturnType<Platform["authors"]> | undefined;
  private readonly rights = new Map<number, Promise<boolean>>();

  constructor(private readonly platform: Platform) {}

  async whyNot({ by, invalid }: Statement): Promise<Reason> {
    if (invalid !== undefined) return `does not count: ${invalid}`;
    this.authors ??= this.platform.authors();
    if ((await this.authors).some((author) => maybeAuthor(by, author))) {
      return `does not count: @${by.login} has written a part of ${this.platform.request}`;
    }
    return (await this.mayWrite(by)) ? undefined : `does not count: @${by.login} may not write to the repository`;
  }

  private mayWrite(person: Person): Promise<boolean> {
    const right = this.rights.get(person.id) ?? this.platform.mayWrite(person);
    this.rights.set(person.id, right);
    return right;
  }
}

/** What names the entities of a stack, without the stack and with it. */
function wordsOfStack({ name: stack, requests }: SynthesisedStack): string[] {
  return requests.flatMap((request) => {
    const name = nameOf(request);
    return name === null ? [] : [`${request.kind}/${name}`, `${stack}/${request.kind}/${name}`];
  });
}
