import type { Command } from "commander";
import { type PlannedCall, pathWith, plannedCalls } from "../interface/planned-calls";
import type { RequestFile } from "../interface/request";
import { labelOf } from "../interface/resource";
import { serviceDefaults } from "../interface/service";
import { coloursFor, type Io } from "./io";
import { layOut } from "./layout";
import { bodyLayout, holeText } from "./synthesised/body-layout";
import { outputFolder } from "./synthesised/output-folder";
import { readStacks, type SynthesisedStack } from "./synthesised/stacks";
import { visible } from "./visible";

interface RequestsOptions {
  readonly output?: string;
  readonly json?: true;
}

/** `requests`: prints the calls that a deploy of the synthesised stacks would make. */
export function addRequests(program: Command, io: Io): void {
  program
    .command("requests")
    .summary("print the calls that a deploy would make")
    .description("print the calls that a deploy of the synthesised stacks would make; sends none of them")
    .argument("[stack...]", "names of stacks; all when left out")
    .option("--output <folder>", "folder that cdktf synth has written to (default: as in cdktf.json, else cdktf.out)")
    .option("--json", "print JSON: holes are null in a body and listed beside it")
    .action((names: readonly string[], options: RequestsOptions) => {
      const stacks = readStacks(outputFolder(options.output, io), names);
      io.stdout.write(options.json ? jsonText(stacks) : new RequestsText(io).of(stacks));
    });
}

function jsonText(stacks: readonly SynthesisedStack[]): string {
  const calls = stacks.flatMap(({ name: stack, requests }) =>
    requests.flatMap((request) => {
      const { construct, kind, name } = request;
      return plannedCalls(request).map((call) => ({ stack, construct, kind, name, ...call }));
    }),
  );
  // the line breaks of JSON are between its strings, never in them
  return `${JSON.stringify(calls, null, 2).split("\n").map(visible).join("\n")}\n`;
}

/** The calls for a reader. */
class RequestsText {
  private readonly colours;

  constructor(io: Io) {
    this.colours = coloursFor(io.stdout, io.environment);
  }

  of(stacks: readonly SynthesisedStack[]): string {
    const calls = stacks.flatMap(({ requests }) => requests.flatMap(plannedCalls));
    const first = calls.filter((call) => call.atFirstDeploy).length;
    const sum = `${count(stacks.length, "stack")}: ${count(first, "call")} when all is deployed for the first time`;
    return [...stacks.map((stack) => this.stack(stack)), `${sum}\n`].join("\n");
  }

  private stack({ name, requests }: SynthesisedStack): string {
    const lines = [this.colours.bold(visible(name))];
    let former: string | undefined;
    for (const request of requests) {
      const service = serviceText(request);
      if (service !== former) lines.push(this.colours.dim(service));
      former = service;
      lines.push("", ...this.thing(request));
    }
    return `${(requests.length === 0 ? [...lines, "no call"] : lines).join("\n")}\n`;
  }

  private thing(request: RequestFile): string[] {
    const name = request.name === null ? holeText(ONLY_TERRAFORM) : visible(request.name);
    const calls = plannedCalls(request);
    return [
      `  ${labelOf(request.kind)} ${this.colours.bold(name)} (${visible(request.construct)})`,
      ...calls.map((call) => this.call(call)),
      ...(calls.length === 0 ? ["    no call: it is adopted, and cannot be updated"] : []),
    ];
  }

  private call(call: PlannedCall): string {
    const operation = `${call.method} ${pathWith(call, holeText)}`;
    const body = layOut(bodyLayout(call.body, "/body", call.holes), LAYOUT, "      ");
    return `    ${whenText(call)}: ${this.colours.cyan(operation)}\n      ${body}`;
  }
}

/** A name that synth did not know. */
const ONLY_TERRAFORM = [{ terraform: 0 }];

const LAYOUT = { width: 100, trailingComma: false };

function whenText({ atFirstDeploy, atLaterChange }: PlannedCall): string {
  if (atFirstDeploy && atLaterChange) return "first deploy and each change";
  return atFirstDeploy ? "first deploy" : "each change";
}

/** Where calls go, and with what. */
function serviceText({ service, holes }: RequestFile): string {
  const { vendor = serviceDefaults.vendor, apiKeyVariable = serviceDefaults.apiKeyVariable } = service;
  const setting = (name: "baseUrl" | "respectReviewSettings") => {
    const hole = holes.find(({ at }) => at === `/service/${name}`);
    return hole === undefined ? service[name] && visible(service[name]) : holeText(hole.parts);
  };
  const review = setting("respectReviewSettings");
  return [
    `to ${setting("baseUrl") ?? holeText([{ environment: serviceDefaults.baseUrlVariable }])}`,
    `with the key in ${apiKeyVariable}`,
    ...(vendor === serviceDefaults.vendor ? [] : [`vendor ${vendor}`]),
    ...(review == null ? [] : [`x-respect-review-settings: ${review}`]),
  ].join(", ");
}

function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : `${what}s`}`;
}
