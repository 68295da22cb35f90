import { type Command, Option } from "commander";
import { placedTitle } from "../entity/title";
import { htmlOf } from "../review/formats/html";
import { jsonOf } from "../review/formats/json";
import { markdownOf } from "../review/formats/markdown";
import { textOf } from "../review/formats/text";
import type { Review } from "../review/model";
import { reviewOf } from "../review/review";
import { CommandError } from "./command-errors";
import { coloursFor, type Io, NO_TERMINAL } from "./io";
import { writeResult } from "./output-file";
import { readReviewSources } from "./review/sources";
import { takingStacks } from "./synthesised/stack-arguments";

const reviewFormats = ["text", "markdown", "json", "html"] as const;

type Format = (typeof reviewFormats)[number];

interface ReviewOptions {
  readonly plan?: string;
  readonly format: Format;
  readonly output?: string;
  readonly out?: string;
  readonly strict?: true;
}

/** `review`: says what Terraform's plans mean for the service's entities. */
export function addReview(program: Command, io: Io): void {
  takingStacks(program.command("review"))
    .summary("say what a planned deploy changes in the service, and what is risky about it")
    .description(
      "say what a deploy of the planned stacks would change in the service, by which calls, and what is risky about it; " +
        "reads the plan that cdktf diff leaves, and sends nothing",
    )
    .option("--plan <file>", 'a plan file of one stack, or its JSON; "-" for JSON from standard input')
    .addOption(new Option("--format <format>", "format of the review").choices(reviewFormats).default("text"))
    .option("--out <file>", "file to write to (default: standard output)")
    .option("--strict", "end with exit code 1 if a risk is not acknowledged")
    .action(async (names: readonly string[], options: ReviewOptions) => {
      const review = reviewOf(await readReviewSources(names, options, io));
      writeResult(reviewInFormat(review, options, io), options.out, io);
      if (options.strict) requireAcknowledged(review);
    });
}

function reviewInFormat(review: Review, { format, out }: ReviewOptions, { stdout, environment }: Io): string {
  switch (format) {
    case "json":
      return jsonOf(review);
    case "markdown":
      return markdownOf(review);
    case "html":
      return htmlOf(review);
    case "text": {
      const colours = coloursFor(out === undefined ? stdout : NO_TERMINAL, environment);
      const isShown = out === undefined && stdout.isTTY === true;
      return textOf(review, { colours, width: isShown ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY });
    }
  }
}

const ADVICE_ON_RELEASE =
  "put it back; or give it another status and deploy that, before it leaves; or, where it is to run on unmanaged, review without --strict";

/** @throws CommandError when a risk is not acknowledged */
function requireAcknowledged({ stacks }: Review): void {
  const open = stacks.flatMap(({ changes }) =>
    changes.flatMap((change) =>
      change.risks.filter(({ acknowledged }) => !acknowledged).map(({ name }) => ({ change, name })),
    ),
  );
  if (open.length === 0) return;
  const declared = open.find(({ change }) => change.construct !== undefined);
  const advice = [
    ...(declared === undefined
      ? []
      : [`change the code; or accept a risk on its construct, for example acknowledge: ["${declared.name}"]`]),
    // what left the code has no place to acknowledge it at
    ...(open.some(({ change }) => change.construct === undefined) ? [ADVICE_ON_RELEASE] : []),
  ];
  throw new CommandError(
    `${open.length} ${open.length === 1 ? "risk is" : "risks are"} not acknowledged`,
    advice.join(". For what left the code: "),
    open.map(({ change, name }) => `${name}: ${placedTitle(change)}`),
  );
}
