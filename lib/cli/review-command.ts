import type { Command } from "commander";
import { codePagesIn } from "../platforms/code-pages-of-job";
import { commitIn, isLikeGitHub, isOfGitHub, type Job, presentJob } from "../platforms/job";
import { PlatformError } from "../platforms/platform-errors";
import { riskNames } from "../protocol/risk-names";
import { type ServiceRecords, unreadText } from "../records/service-records";
import { toMarkdown } from "../report/markdown";
import { acceptWordsIn } from "../review/accept-lines";
import {
  type Acceptance,
  AcceptWords,
  acknowledgementOf,
  isAboutChanges,
  openRisks,
  type ReviewedRisk,
  risksAcceptedBy,
  withAccepted,
} from "../review/acceptance";
import { reviewReport } from "../review/cards";
import type { Review } from "../review/model";
import { reviewOf } from "../review/review";
import { placeText, titleOf } from "../text/names";
import { shellWord } from "../text/shell";
import { counted } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { readReviewSources } from "./plans";
import { type RecordsOptions, readRecordsOf, takingRecords } from "./records";
import { collected, type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { approvedAcceptances } from "./review-approvals";
import { comment } from "./review-comment";
import { namedAmong, readStacks, type StackOptions, takingStacks } from "./stacks";

const reviewWriters = writersOf(reviewReport);

interface ReviewOptions extends StackOptions, RecordsOptions, ResultOptions {
  readonly plan?: string;
  readonly records?: readonly string[];
  readonly accept?: readonly string[];
  readonly strict?: true;
  readonly comment?: true;
  readonly approvals?: true;
}

/** `review`: says what Terraform's plans mean for the service's entities. */
export function addReview(program: Command, io: Io): void {
  const command = takingStacks(program.command("review"))
    .summary("show the changes and risks of a planned deploy")
    .description(
      "show what a deploy of the planned stacks changes for users and in the service, by which calls, and its risks; " +
        "reads the plan that cdktf diff leaves, and sends nothing",
    )
    .option("--plan <file>", 'a plan file of one stack, or its JSON; "-" for JSON from standard input')
    .option(
      "--records <path>",
      "fresh exports of the service, as adopt takes them, to compare with; may be repeated",
      collected,
    );
  writingResult(takingRecords(command), reviewWriters)
    .option(
      "--accept <risk>",
      "a risk that somebody accepts for this once, by its name or as name:kind/entity, or in the words that --strict prints; may be repeated",
      collected,
    )
    .option(
      "--approvals",
      "in a job of GitHub Actions or GitLab CI, take what people accept on its pull or merge request",
    )
    .option("--comment", "in such a job, write or renew the comment of these stacks on its request")
    .option("--strict", "end with exit code 1 if a risk is neither acknowledged nor accepted")
    .action((names: readonly string[], options: ReviewOptions) => runReview(names, options, io));
}

async function runReview(names: readonly string[], options: ReviewOptions, io: Io): Promise<void> {
  const targets = resultTargets(reviewWriters, options, io);
  if (options.plan === "-" && options.records?.includes("-")) {
    throw new CommandError("--plan - and --records - both read standard input", "give one of them as a file");
  }
  const job = options.comment || options.approvals ? requiredJob(io) : undefined;
  const all = readStacks([], options, io);
  const stacks = namedAmong(all, names);
  const sources = await readReviewSources(stacks, all, options.plan, io);
  const records = options.records && (await readRecordsOf(stacks, options.records, io, options));
  const found: Review = {
    ...reviewOf(sources, records),
    ...placeOfReview(io),
    ...(records && { comparedWith: { sources: options.records ?? [], entities: records.records.length } }),
  };
  const accepted = acceptancesIn(options.accept ?? [], found);
  const others = all.filter((stack) => !stacks.includes(stack));
  const approved = await settled(job && options.approvals && approvedAcceptances(job, found, others, io));
  const review = withAccepted(found, [...accepted, ...(approved.result ?? [])]);
  writeResult(targets, review, io);
  const inMarkdown = (limit: number) => toMarkdown(reviewReport.doc(review), { limit });
  const commented = await settled(job && options.comment && comment(job, names, inMarkdown, io));
  for (const { failure } of [approved, commented]) if (failure !== undefined) throw failure;
  requireDone(review, options.strict === true, records);
}

/** The commit that is reviewed, by what a risk is accepted there, and where the code is shown. */
function placeOfReview({ environment, directory }: Io): Pick<Review, "commit" | "acceptedIn" | "code"> {
  const commit = commitIn(environment);
  if (commit === undefined) return {};
  const code = codePagesIn(environment, directory);
  const shown = { commit, ...(code && { code }) };
  if (environment.GITLAB_CI) return { ...shown, acceptedIn: "note" };
  return isOfGitHub(environment) ? { ...shown, acceptedIn: "approval" } : shown;
}

/** @throws CommandError elsewhere than in a job of a platform */
function requiredJob(io: Io): Job {
  const job = presentJob(io.environment, io.stopSignal());
  if (job !== undefined) return job;
  const why = isLikeGitHub(io.environment)
    ? "this is one of Gitea or Forgejo, whose interface differs"
    : "neither GITHUB_ACTIONS nor GITLAB_CI is set";
  throw new CommandError(
    `--comment and --approvals are for a job of GitHub Actions or GitLab CI: ${why}`,
    "leave them out here: --out review.md writes what a comment has, and --accept accepts a risk",
  );
}

/** What a platform is asked for, or why it could not be asked: the review is written before that ends the command. */
async function settled<Result>(
  asking: Promise<Result> | false | undefined,
): Promise<{ readonly result?: Result; readonly failure?: PlatformError }> {
  if (!asking) return {};
  try {
    return { result: await asking };
  } catch (failure) {
    if (failure instanceof PlatformError) return { failure };
    throw failure;
  }
}

/** @throws CommandError when there is no such risk, or what accepts a risk of one entity is of none or of several */
function acceptancesIn(texts: readonly string[], review: Review): Acceptance[] {
  const isAbout = (acceptance: Acceptance) => isAboutChanges(review, acceptance);
  const acceptances = texts.flatMap((given) =>
    acceptWordsIn(given, isAbout).map(({ text, acceptance }) => {
      if (acceptance !== undefined) return acceptance;
      throw new CommandError(
        `--accept ${text}: there is no such risk; the risks are ${riskNames.join(", ")}`,
        "take the option that review --strict prints, or a risk by its name",
      );
    }),
  );
  requireFitting(review, acceptances);
  return acceptances;
}

/** @throws CommandError when an acceptance is about no entity, about several, or about another set */
function requireFitting(review: Review, acceptances: readonly Acceptance[]): void {
  const left = withAccepted(review, acceptances);
  for (const [index, fitting] of risksAcceptedBy(review, acceptances).entries()) {
    const acceptance = acceptances[index] as Acceptance;
    const { risk, entity, set } = acceptance;
    const isOtherSet = set !== undefined && fitting.length === 0;
    if (isOtherSet || !isAboutChanges(review, acceptance)) {
      const open = openRisks(left);
      throw new CommandError(
        isOtherSet
          ? `--accept ${set}: other entities have the open risk ${risk}, or it has other reasons`
          : `--accept ${risk}:${entity}: no such entity is among the changes`,
        open.length === 0
          ? "take it out: no risk needs a decision"
          : `take it out, or accept what needs a decision: ${acceptOptions(left, open)}`,
      );
    }
    if (entity === undefined || fitting.length < 2) continue;
    throw new CommandError(
      `--accept ${risk}:${entity} fits ${fitting.length} changes`,
      `say which: ${acceptOptions(review, fitting)}`,
    );
  }
}

/** One option for each risk, or for all of a name where so many are open that they are a set. */
function acceptOptions(review: Review, open: readonly ReviewedRisk[]): string {
  const words = new AcceptWords(review).of(open);
  return words.map((each) => `--accept ${shellWord(each)}`).join(" ");
}

/**
 * @throws CommandError when a record could not be read
 * @throws FoundError when a risk is open
 */
function requireDone(review: Review, isStrict: boolean, records: ServiceRecords | undefined): void {
  const open = isStrict ? openRisks(review) : [];
  const unread = (records?.unread ?? []).map(unreadText);
  if (open.length > 0) {
    const Ending = unread.length > 0 ? CommandError : FoundError;
    throw new Ending(
      `${counted(open.length, "risk")} ${open.length === 1 ? "needs" : "need"} a decision`,
      waysToDecide(review, open, records !== undefined),
      [
        ...open.map(({ stack, change, risk }) => {
          const title = titleOf({ ...change, place: placeText(change) });
          return review.stacks.length > 1 ? `${risk.name}: ${stack}: ${title}` : `${risk.name}: ${title}`;
        }),
        ...unread,
      ],
      "open-risk",
    );
  }
  if (unread.length === 0) return;
  throw new CommandError(
    `${counted(unread.length, "record")} could not be read`,
    "correct or take out what is named, and review again",
    unread,
    "records",
  );
}

function waysToDecide(review: Review, open: readonly ReviewedRisk[], hasRecords: boolean): string {
  const isUnknown = open.some(({ risk }) => risk.name === "unknown-before");
  // what has left the code has nowhere to acknowledge it
  const isDeclared = open.some(({ change, risk }) => acknowledgementOf(change, risk.name) !== undefined);
  const acknowledge = "; or, where it is to stay so, set acknowledge on the construct, in its file or on its service";
  return (
    `${isUnknown && !hasRecords ? "give records of what the service has, by --records; or " : ""}` +
    `change it${isDeclared ? acknowledge : ""}; ` +
    `or let somebody who has looked accept it for this once: ${acceptOptions(review, open)}`
  );
}
