import type { Command } from "commander";
import { serviceDefaults } from "../api/service-settings";
import { callJson, type PlannedCall, pathOf, plannedCalls } from "../entity/call-body";
import { isDueAtFirst, pathFields } from "../entity/steps";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { type Doc, type Report, said, sectionOf } from "../report/document";
import { labelOf, nameText, pathText } from "../text/names";
import { counted } from "../text/words";
import { at, isFields, isList, Opaque, type Path, partMark, type Value } from "../value/value";
import type { Io } from "./io";
import { type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { readStacks, type StackOptions, type SynthesisedStack, takingStacks } from "./stacks";

type Stacks = readonly SynthesisedStack[];

const requestsReport: Report<Stacks> = { title: sumOf, doc: requestsDoc, json: requestsJson };
const requestsWriters = writersOf(requestsReport);

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

/** The calls of a request, in the spelling of its vendor. */
function callsOfRequest(request: Request): PlannedCall[] {
  return plannedCalls(request, request.service.vendor);
}

/** Whether the stacks are named: not where there is one, so that two that are alike can be compared. */
function isNamed(stacks: Stacks): boolean {
  return stacks.length > 1;
}

/** Path of a construct from its stack. */
function pathInside({ constructPath }: SynthesisedStack, { construct }: Request): string {
  return construct.startsWith(`${constructPath}/`) ? construct.slice(constructPath.length + 1) : construct;
}

function requestsJson(stacks: Stacks): unknown {
  return stacks.flatMap((stack) =>
    stack.requests.flatMap((request) =>
      callsOfRequest(request).map((call) => ({
        ...(isNamed(stacks) && { stack: stack.name }),
        construct: pathInside(stack, request),
        file: request.file,
        kind: request.kind,
        name: nameOf(request),
        ...callJson(call, () => null),
        deferred: deferredPlaces(request, call),
      })),
    ),
  );
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

function sumOf(stacks: Stacks): string {
  const steps = stacks.flatMap(({ requests }) => requests.flatMap((request) => request.steps));
  const first = steps.filter(isDueAtFirst).length;
  return `${counted(stacks.length, "stack")}: ${counted(first, "call")} when all is deployed for the first time`;
}

function requestsDoc(stacks: Stacks): Doc[] {
  return [
    { node: "part", look: "head", title: sumOf(stacks), icon: "info", body: [] },
    ...stacks.flatMap((stack, index): Doc[] => {
      const body = stackDocs(stack, index + 1);
      return isNamed(stacks) ? sectionOf(stack.name, body) : body;
    }),
  ];
}

/** The entities of a stack, below the service that they are sent to. */
function stackDocs(stack: SynthesisedStack, number: number): Doc[] {
  const { requests } = stack;
  if (requests.length === 0) return [said("no call")];
  return requests.flatMap((request, index): Doc[] => {
    const service = serviceText(request);
    const former = requests[index - 1];
    const isOther = former === undefined || serviceText(former) !== service;
    const place = request.file ?? pathInside(stack, request);
    const entity = requestDoc(request, place, `entity-${number}-${index + 1}`);
    return isOther ? [said({ quiet: service }), entity] : [entity];
  });
}

function requestDoc(request: Request, place: string, id: string): Doc {
  const calls = callsOfRequest(request);
  const why = request.ignoreChanges ? "its changes are ignored" : "cannot be updated";
  return {
    node: "part",
    look: "card",
    id,
    title: [`${labelOf(request.kind)} `, { strong: nameText(nameOf(request)) }],
    meta: [{ code: place }],
    body:
      calls.length === 0 ? [said(`no call: it is adopted, and ${why}`)] : calls.map((call) => callDoc(request, call)),
  };
}

function callDoc({ fields }: Request, call: PlannedCall): Doc {
  const operation = `${call.method} ${pathOf(call.step, fields, deferredText)}`;
  return { node: "part", look: "box", title: [`${whenText(call)}: `, { code: operation }], body: bodyDocs(call.body) };
}

function whenText({ atFirstDeploy, atLaterChange }: PlannedCall): string {
  if (atFirstDeploy && atLaterChange) return "first deploy and each change";
  if (atFirstDeploy) return "first deploy";
  return atLaterChange ? "each change" : "only with -replace";
}

/** A row for each value of a body, by its path: `groups[0].size: 50`; then each long text. */
function bodyDocs(body: Value): Doc[] {
  const leaves = leavesOfBody(body);
  const isLong = (value: Value): value is string => typeof value === "string" && value.includes("\n");
  const rows = leaves
    .filter(({ value }) => !isLong(value))
    .map(({ path, value }) => [
      pathText(path),
      // texts are quoted, so that none of a user can be taken for a mark
      value instanceof Opaque ? deferredText(value) : JSON.stringify(value),
    ]);
  const texts = leaves.flatMap(({ path, value }): Doc[] =>
    isLong(value) ? [{ node: "diff", label: pathText(path), after: value }] : [],
  );
  return [{ node: "table", look: "fields", label: "Sent", heads: ["field", "sent"], rows }, ...texts];
}

function leavesOfBody(value: Value, path: Path = []): { readonly path: Path; readonly value: Value }[] {
  const steps = isList(value) ? [...value.keys()] : isFields(value) ? Object.keys(value) : [];
  if (steps.length === 0) return [{ path, value }];
  return steps.flatMap((step) => leavesOfBody(at(value, step) ?? null, [...path, step]));
}

/** A deferred value as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
function deferredText({ parts }: Opaque): string {
  return parts.map((part) => (typeof part === "string" ? JSON.stringify(part) : partMark(part))).join(" + ");
}

/** Where calls go, and with what. */
function serviceText({ service }: Request): string {
  const { vendor = serviceDefaults.vendor, apiKeyVariable = serviceDefaults.apiKeyVariable } = service;
  const baseUrl = service.baseUrl ?? Opaque.deferred([{ environment: serviceDefaults.baseUrlVariable }]);
  const review = service.respectReviewSettings;
  const text = (setting: string | Opaque) => (typeof setting === "string" ? setting : deferredText(setting));
  return [
    `to ${text(baseUrl)}`,
    `with the API key in ${apiKeyVariable}`,
    ...(vendor === serviceDefaults.vendor ? [] : [`vendor ${vendor}`]),
    ...(review == null ? [] : [`x-respect-review-settings: ${text(review)}`]),
  ].join(", ");
}
