import type { Command } from "commander";
import type { ServiceRequest } from "../interface/request";
import { labelOf } from "../interface/resource";
import { serviceDefaults } from "../interface/service";
import { coloursFor, type Io } from "./io";
import { layOut } from "./layout";
import { bodyLayout, holeText } from "./synthesised/body-layout";
import { outputFolder } from "./synthesised/output-folder";
import { type PlannedCall, plannedCalls } from "./synthesised/planned-calls";
import { readStacks, type SynthesisedStack, type SynthesisedThing } from "./synthesised/stacks";
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
  const calls = stacks.flatMap(({ name: stack, things }) =>
    things.flatMap((thing) => {
      const { construct, kind, name } = thing.request;
      return plannedCalls(thing).map((call) => ({ stack, construct, kind, name, ...call }));
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
    const calls = stacks.flatMap(({ things }) => things.flatMap(plannedCalls));
    const first = calls.filter((call) => call.atFirstDeploy).length;
    const sum = `${count(stacks.length, "stack")}: ${count(first, "call")} when all is deployed for the first time`;
    return [...stacks.map((stack) => this.stack(stack)), `${sum}\n`].join("\n");
  }

  private stack({ name, things }: SynthesisedStack): string {
    const lines = [this.colours.bold(visible(name))];
    let service: string | undefined;
    for (const thing of things) {
      const own = serviceText(thing.request.service, thing);
      if (own !== service) lines.push(this.colours.dim(own));
      service = own;
      lines.push("", ...this.thing(thing));
    }
    return `${(things.length === 0 ? [...lines, "no call"] : lines).join("\n")}\n`;
  }

  private thing(thing: SynthesisedThing): string[] {
    const { kind, name, construct } = thing.request;
    const calls = plannedCalls(thing);
    return [
      `  ${labelOf(kind)} ${this.colours.bold(visible(name ?? "(name known to Terraform)"))} (${visible(construct)})`,
      ...calls.map((call) => this.call(call)),
      ...(calls.length === 0 ? ["    no call: it is adopted, and cannot be updated"] : []),
    ];
  }

  private call(call: PlannedCall): string {
    const where = call.path.split("/").map((step) => {
      const hole = call.holes.find(({ at }) => `{${at.slice("/parameters/".length)}}` === step);
      return hole === undefined ? step : holeText(hole.parts);
    });
    const body = layOut(bodyLayout(call.body, "/body", call.holes), LAYOUT, "      ");
    return `    ${whenText(call)}: ${this.colours.cyan(`${call.method} ${where.join("/")}`)}\n      ${body}`;
  }
}

const LAYOUT = { width: 100, trailingComma: false };

function whenText({ atFirstDeploy, atLaterChange }: PlannedCall): string {
  if (atFirstDeploy && atLaterChange) return "first deploy and each change";
  return atFirstDeploy ? "first deploy" : "each change";
}

function serviceText(service: ServiceRequest, { request }: SynthesisedThing): string {
  const held = (field: keyof ServiceRequest) => request.holes.find(({ at }) => at === `/service/${field}`)?.parts;
  const address = held("baseUrl");
  const review = held("respectReviewSettings");
  const { vendor = serviceDefaults.vendor, respectReviewSettings } = service;
  return [
    `to ${address ? holeText(address) : visible(service.baseUrl ?? `(environment variable ${serviceDefaults.baseUrlVariable})`)}`,
    `with the key in ${service.apiKeyVariable ?? serviceDefaults.apiKeyVariable}`,
    ...(vendor === serviceDefaults.vendor ? [] : [`vendor ${vendor}`]),
    ...(review || respectReviewSettings != null
      ? [`x-respect-review-settings: ${review ? holeText(review) : visible(respectReviewSettings ?? "")}`]
      : []),
  ].join(", ");
}

function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : `${what}s`}`;
}
