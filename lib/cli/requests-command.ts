import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { serviceDefaults } from "../api/service-settings";
import { callJson, type PlannedCall, pathOf, plannedCalls } from "../entity/call-body";
import { pathFields } from "../entity/step";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import type { Colours } from "../report/text";
import { labelOf } from "../text/title";
import { jsonLines, quoted, visible, visibleLines } from "../text/visible";
import { counted } from "../text/words";
import { partMark } from "../value/parts";
import { Opaque, withOpaque } from "../value/value";
import type { Io } from "./io";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { readStacks, type StackOptions, type SynthesisedStack, takingStacks } from "./stacks";

const requestsWriters: Writers<readonly SynthesisedStack[]> = {
  text: (stacks, { colours }) => new RequestsText(colours).of(stacks),
  json: requestsJson,
};

/** `requests`: prints the calls that a deploy of the synthesised stacks would make. */
export function addRequests(program: Command, io: Io): void {
  writingResult(takingStacks(program.command("requests")), requestsWriters)
    .summary("print the calls that a deploy would make")
    .description("print the calls that a deploy of the synthesised stacks would make, without making them")
    .action((names: readonly string[], options: StackOptions & ResultOptions) => {
      const targets = resultTargets(requestsWriters, options, io);
      writeResult(targets, readStacks(names, options, io), io);
    });
}

function requestsJson(stacks: readonly SynthesisedStack[]): string {
  const calls = stacks.flatMap((stack) =>
    stack.requests.flatMap((request) => {
      const { kind } = request;
      const about = {
        ...(isNamed(stacks) && { stack: stack.name }),
        construct: pathInside(stack, request),
        file: request.file,
        kind,
        name: nameOf(request),
      };
      return callsOfRequest(request).map((call) => ({
        ...about,
        ...callJson(call, () => null),
        deferred: deferredPlaces(request, call),
      }));
    }),
  );
  return jsonLines(calls);
}

/** The calls of a request, in the spelling of its vendor. */
function callsOfRequest(request: Request): PlannedCall[] {
  return plannedCalls(request, request.service.vendor);
}

/** The deferred values of a call, by JSON Pointer from the call: `/body/sql`, `/parameters/name`. */
function deferredPlaces({ fields }: Request, { step, body }: PlannedCall): object[] {
  const parameters = pathFields(step).flatMap((field) => {
    const value = fields[field];
    return value instanceof Opaque ? [{ at: `/parameters/${parameterOf(step, field)}`, parts: value.parts }] : [];
  });
  const places = placesIn(body).map(({ at, deferred: { parts } }) => ({ at: `/body${at}`, parts }));
  return [...parameters, ...places];
}

/** The name that the API has for a field in a path. */
function parameterOf({ parameters = {} }: PlannedCall["step"], field: string): string {
  return Object.keys(parameters).find((name) => parameters[name] === field) ?? field;
}

/** Whether the stacks are named: not where there is one, so that two that are alike can be compared. */
function isNamed(stacks: readonly SynthesisedStack[]): boolean {
  return stacks.length > 1;
}

/** Path of a construct from its stack. */
function pathInside({ constructPath }: SynthesisedStack, { construct }: Request): string {
  return construct.startsWith(`${constructPath}/`) ? construct.slice(constructPath.length + 1) : construct;
}

/** The calls for a reader. */
class RequestsText {
  constructor(private readonly colours: Colours) {}

  of(stacks: readonly SynthesisedStack[]): string {
    const calls = stacks.flatMap(({ requests }) => requests.flatMap(callsOfRequest));
    const first = calls.filter((call) => call.atFirstDeploy).length;
    const sum = `${counted(stacks.length, "stack")}: ${counted(first, "call")} when all is deployed for the first time`;
    const heading = ({ name }: SynthesisedStack) => (isNamed(stacks) ? [this.colours.bold(visible(name))] : []);
    return [...stacks.map((stack) => this.stack(stack, heading(stack))), `${sum}\n`].join("\n");
  }

  private stack(stack: SynthesisedStack, heading: readonly string[]): string {
    const { requests } = stack;
    const lines = [...heading];
    let former: string | undefined;
    for (const request of requests) {
      const service = serviceText(request);
      if (service !== former) lines.push(this.colours.dim(service));
      former = service;
      lines.push("", ...this.entity(request, request.file ?? pathInside(stack, request)));
    }
    return `${(requests.length === 0 ? [...lines, "no call"] : lines).join("\n")}\n`;
  }

  private entity(request: Request, path: string): string[] {
    const title = nameOf(request);
    const name = title === null ? partMark({ terraform: 0 }) : visible(title);
    const calls = callsOfRequest(request);
    return [
      `  ${visible(labelOf(request.kind))} ${this.colours.bold(name)} (${visible(path)})`,
      ...calls.map((call) => this.call(request, call)),
      ...(calls.length === 0
        ? [`    no call: it is adopted, and ${request.ignoreChanges ? "its changes are ignored" : "cannot be updated"}`]
        : []),
    ];
  }

  private call({ fields }: Request, call: PlannedCall): string {
    const operation = visible(`${call.method} ${pathOf(call.step, fields, deferredText)}`);
    const body = bodyText(call, "      ");
    return `    ${whenText(call)}: ${this.colours.cyan(operation)}\n      ${body}`;
  }
}

/**
 * The body of a call as JSON for a reader, with the deferred values marked where they are. A mark is not a string, so no text
 * of a user can be taken for one.
 *
 * @param indent what every line but the first begins with
 */
function bodyText({ body }: PlannedCall, indent: string): string {
  const unique = randomUUID();
  const marks: string[] = [];
  const marked = withOpaque(body, (deferred) => `${unique}${marks.push(deferredText(deferred)) - 1}`);
  return visibleLines(JSON.stringify(marked, null, 2))
    .replaceAll("\n", `\n${indent}`)
    .replace(new RegExp(`"${unique}(\\d+)"`, "g"), (_, index: string) => marks[Number(index)] ?? "");
}

/** A deferred value as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
function deferredText({ parts }: Opaque): string {
  return parts.map((part) => (typeof part === "string" ? quoted(part) : visible(partMark(part)))).join(" + ");
}

function whenText({ atFirstDeploy, atLaterChange }: PlannedCall): string {
  if (atFirstDeploy && atLaterChange) return "first deploy and each change";
  if (atFirstDeploy) return "first deploy";
  return atLaterChange ? "each change" : "only with -replace";
}

/** Where calls go, and with what. */
function serviceText({ service }: Request): string {
  const { vendor = serviceDefaults.vendor, apiKeyVariable = serviceDefaults.apiKeyVariable } = service;
  const setting = (name: "baseUrl" | "respectReviewSettings") => {
    const value = service[name];
    return value instanceof Opaque ? deferredText(value) : value && visible(value);
  };
  const review = setting("respectReviewSettings");
  return [
    `to ${setting("baseUrl") ?? partMark({ environment: serviceDefaults.baseUrlVariable })}`,
    `with the API key in ${visible(apiKeyVariable)}`,
    ...(vendor === serviceDefaults.vendor ? [] : [`vendor ${visible(vendor)}`]),
    ...(review == null ? [] : [`x-respect-review-settings: ${review}`]),
  ].join(", ");
}
