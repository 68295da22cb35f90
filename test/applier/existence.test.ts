import { type Existence, existenceBy, mayBeGone } from "../../lib/applier/existence";
import { readResponse } from "../../lib/applier/read-response";
import type { ServiceResponse } from "../../lib/applier/send";
import type { Request } from "../../lib/protocol/request-file";
import { requestOf, responseWith } from "./request";
import { creates, type Subject } from "./subjects";

const [experiment, metricSource, segment, ingestionSource, promptVersion] = creates;

/** A response with a body that is given as text, as JSON, or as the message alone. */
function responseSaying(status: number, body: string | object): ServiceResponse {
  const isText = typeof body === "string" && /^(<|{|$)/.test(body);
  const text = isText ? body : JSON.stringify(typeof body === "string" ? { message: body } : body);
  return responseWith(status, { text, ...readResponse({ text, isComplete: true }) });
}

function said(status: number, body: string | object, request: Request = requestOf(experiment)): Existence {
  return existenceBy(responseSaying(status, body), request);
}

/** Answers to a call about experiment checkout_button, whose display name is "Checkout button": each decision once. */
const toExperiment: readonly [status: number, body: string | object, existence: Existence][] = [
  // about the id
  [400, "The id is already in use.", "id taken"],
  [400, "Id has ALREADY been taken", "id taken"],
  [409, { title: "Conflict", detail: "Experiment checkout_button already exists." }, "id taken"],
  [409, { error: { code: 409, message: "Already exists: experiment checkout_button" } }, "id taken"],
  [400, { message: "Invalid.", errors: [{ property: "id", errorMessage: "is already in use" }] }, "id taken"],
  [400, { message: "Invalid.", errors: [{ path: "body.id", message: "already exists" }, "name too long"] }, "id taken"],
  // in other words, or in more
  [400, "Duplicate id", "unclear"],
  [400, { message: "Invalid.", errors: [{ property: "id", errorMessage: "must be unique" }] }, "unclear"],
  [400, "An experiment with ID 'checkout_button' already exists in project Acme.", "unclear"],
  // about the entity
  [409, "", "exists"],
  [409, { statusCode: 409, message: "Conflict", error: "Conflict" }, "exists"],
  [409, "<html><head><title>409 Conflict</title></head><body><h1>409 Conflict</h1></body></html>", "exists"],
  [400, "Already exists.", "exists"],
  [409, { error: "EXPERIMENT_ALREADY_EXISTS" }, "exists"],
  [409, { code: "ResourceAlreadyExists" }, "exists"],
  // about something else
  [409, "Experiment checkout_button is locked by a review", "unclear"],
  [409, "A review for this experiment already exists", "unclear"],
  [409, "An experiment named Checkout button already exists", "unclear"],
  [409, { errors: [{ property: "id", errorMessage: "not found or already in use" }] }, "unclear"],
  [409, "Not Found: already used", "unclear"],
  [409, { message: "Experiment already exists", errors: ["the layer is full"] }, "unclear"],
  [409, "Experiment already exists; choose another name", "unclear"],
  [400, "name is already used", "unclear"],
  [400, "A gate with this id already exists", "unclear"],
  [400, "", "unclear"],
  [400, { errors: [{ property: "name", errorMessage: "is already in use" }] }, "unclear"],
  [400, { errors: [{ property: "groups[0].id", errorMessage: "already exists" }] }, "unclear"],
  [404, "Experiment checkout_button already exists", "unclear"],
  [422, "Experiment checkout_button already exists", "unclear"],
  // not found
  [404, "", "not found"],
  [404, { statusCode: 404, error: "Not Found" }, "not found"],
  [404, "Experiment not found", "not found"],
  [404, { type: "about:blank", title: "Not Found", detail: "Experiment checkout_button does not exist." }, "not found"],
  [404, { errors: [{ property: "id", errorMessage: "not found" }] }, "not found"],
  // in other words, or in fewer
  [404, "No experiment found with id checkout_button", "unclear"],
  // something else is missing, or the address is another one
  [404, "Metric orders not found", "unclear"],
  [404, "Layer l1 not found. Experiment not found.", "unclear"],
  [404, "Experiment checkout_button: group green not found", "unclear"],
  [404, { errors: [{ property: "id", errorMessage: "not found" }, "too long"] }, "unclear"],
  [404, { message: "Layer l1 not found", errors: [{ property: "id", errorMessage: "not found" }] }, "unclear"],
  [404, { title: "Not Found", detail: "Experiment checkout_button" }, "unclear"],
  [404, { message: "Not found.", errors: [{ property: "targetingGateID", errorMessage: "not found" }] }, "unclear"],
  [404, "/console/v1/experiments/checkout_button not found", "unclear"],
  // with another status
  [400, { errors: [{ property: "id", errorMessage: "not found" }] }, "unclear"],
  [409, "Experiment not found", "unclear"],
];

/** Answers to calls about metric source "paid orders", ingestion source "revenue" of s3, and a version "v1" of "support_bot". */
const toOthers: readonly [subject: Subject, status: number, body: string | object, existence: Existence][] = [
  [metricSource, 400, "The name is already used", "id taken"],
  [metricSource, 409, "A metric source named 'paid orders' already exists", "id taken"],
  [metricSource, 404, "Metric source paid orders does not exist.", "not found"],
  [metricSource, 400, "Not found: Table acme:finance.orders was not found in location US", "unclear"],

  [ingestionSource, 409, "Ingestion source Metrics/s3/revenue already exists.", "id taken"],
  [ingestionSource, 400, { errors: [{ property: "source_name", errorMessage: "already in use" }] }, "id taken"],
  [ingestionSource, 404, "Ingestion source Metrics/s3/revenue does not exist.", "not found"],
  [ingestionSource, 404, "Table finance.revenue not found", "unclear"],
  [ingestionSource, 404, { errors: [{ property: "source_name", errorMessage: "not found" }] }, "not found"],
  [ingestionSource, 404, { errors: [{ property: "source_name", errorMessage: "table t not found" }] }, "unclear"],
  [ingestionSource, 404, "Metrics not found: revenue", "unclear"],

  [segment, 409, "Segment beta_testers already exists.", "id taken"],
  [segment, 400, { errors: [{ property: "name", errorMessage: "already exists" }] }, "unclear"],

  [promptVersion, 409, "Prompt version support_bot/v1 already exists.", "id taken"],
  [promptVersion, 409, "Prompt support_bot already has a version with id v1", "unclear"],
  [promptVersion, 409, "Version ID already exists for prompt support_bot", "unclear"],
  [promptVersion, 409, "Prompt support_bot already exists", "exists"],
  [promptVersion, 409, "a prompt named Checkout already exists; choose another name", "unclear"],
];

const table = [...toExperiment.map((row) => [experiment, ...row] as const), ...toOthers];

test.each(table.map(([subject, ...row]) => [subject.what, ...row, subject] as const))(
  "%s, %d with %j says: %s",
  (_, status, body, expected, subject) => {
    expect(said(status, body, requestOf(subject))).toBe(expected);
  },
);

test.each<[status: number, body: string | object, expected: boolean]>([
  [404, "", true],
  [404, "Metric orders not found", true],
  [410, "", true],
  [400, "Experiment checkout_button does not exist.", true],
  [400, { message: "Not Found" }, true],
  [422, { errors: [{ property: "id", errorMessage: "not found" }] }, true],
  [500, "Experiment not found", true],
  [200, { success: false, message: "Experiment not found" }, true],
  [200, { error: "EXPERIMENT_NOT_FOUND", data: null }, true],
  [200, { data: { error: "Experiment not found" } }, true],
  [400, { fault: { faultstring: "Experiment not found" } }, true],
  [400, "<p>Experiment checkout_button does not exist</p>", true],
  [200, { message: "Done.", data: null }, true],
  [200, { message: "Done.", data: {} }, true],
  [200, { data: [] }, true],
  // nothing says so
  [200, "", false],
  [200, { message: "Done." }, false],
  [200, { message: "Experiment not found", data: { id: "checkout_button" } }, false],
  [400, "", false],
  [400, "Metric orders not found", false],
  [400, "column user_id does not exist in table orders", false],
  [400, { errors: [{ property: "targetingGateID", errorMessage: "not found" }] }, false],
  [409, "Experiment already exists", false],
  [503, "", false],
])("a response of %d with %j to an update speaks against the entity: %s", (status, body, expected) => {
  expect(mayBeGone(responseSaying(status, body), requestOf(experiment))).toBe(expected);
});

test("a segment whose id is left out has its name for one", () => {
  const fields = { name: "Beta testers", type: "id_list" };
  const named = requestOf({ kind: "segment", fields: { ...fields, id: "Beta testers" } }, { sent: fields });

  expect(said(409, "Segment Beta testers already exists", named)).toBe("id taken");
  expect(said(400, { errors: [{ property: "name", errorMessage: "already exists" }] }, named)).toBe("id taken");
});

test("an adopted entity, whose request has an update alone, is known by the path of that", () => {
  const adopted = requestOf(experiment, { adopt: true });

  expect(said(404, "Experiment checkout_button was not found", adopted)).toBe("not found");
});
