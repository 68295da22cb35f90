import type { Outcome } from "../../lib/applier/attempt";
import { readAnswer } from "../../lib/applier/read-answer";
import { saysExists, saysNotFound } from "../../lib/applier/says-exists";
import type { RequestFile } from "../../lib/protocol/request-file";
import { creates, requestFile } from "./subjects";

const request = requestFile(creates[0]);
const byContent: RequestFile = {
  ...request,
  calls: { create: { ...(request.calls.create as NonNullable<typeof request.calls.create>), existing: "success" } },
};
const answer = (status: number, body: object): Outcome => {
  const text = JSON.stringify(body);
  return { kind: "answered", status, headers: {}, text, isComplete: true, ...readAnswer({ text, isComplete: true }) };
};

test.each([
  [409, "", true],
  [400, "The id is already in use.", true],
  [400, "It already exists", true],
  [400, "has ALREADY been taken", true],
  [400, "name is already used", true],
  [400, "Duplicate id", true],
  [400, "Duplicate group names", false],
  [400, "all ready to exist", false],
  [500, "already exists", false],
  [404, "already exists", false],
])("%d with %j says that the entity exists: %p", (status, message, expected) => {
  expect(saysExists(answer(status, { message }), request)).toBe(expected);
  expect(saysExists(answer(status, { message: "Invalid.", errors: [message] }), request)).toBe(expected);
  expect(saysExists(answer(status, { message: [message], error: "Bad Request" }), request)).toBe(expected);
});

test.each([
  ["id", true],
  ["body.id", true],
  ["name", false],
  ["groups", false],
  ["slug, which the body does not have", true],
])("what is in use is the entity when it is the field %s: %p", (property, expected) => {
  const errors = [{ property, errorMessage: "is already in use" }];
  expect(saysExists(answer(400, { message: "Invalid.", errors }), request)).toBe(expected);
});

test("one error about the identity among others says that the entity exists", () => {
  const errors = [
    { property: "name", errorMessage: "too long" },
    { property: "id", errorMessage: "already exists" },
  ];
  expect(saysExists(answer(400, { message: "Invalid.", errors }), request)).toBe(true);
});

test.each([
  [409, "", true],
  [400, "The id is already in use.", true],
  [400, "checkout_button already exists", true],
  [400, "The name is already in use.", false],
  [400, "It already exists", false],
])("where the id comes from the content, %d with %j says that the entity exists: %p", (status, message, expected) => {
  expect(saysExists(answer(status, { message }), byContent)).toBe(expected);
});

test.each([
  ["id", true],
  ["name", false],
])(
  "where the id comes from the content, what is in use is the entity when it is the field %s: %p",
  (property, expected) => {
    const errors = [{ property, errorMessage: "is already in use" }];
    expect(saysExists(answer(400, { message: "Invalid.", errors }), byContent)).toBe(expected);
  },
);

test.each([
  [404, "", true],
  [404, "<h1>Not Found</h1>", true],
  [400, "Experiment not found", true],
  [400, "The experiment could not be found.", true],
  [400, "It does not exist", true],
  [400, "It doesn't exist", true],
  [400, "No such experiment", true],
  [400, "Nothing was founded", false],
  [400, "existing", false],
  [409, "not found", false],
  [500, "not found", false],
])("%d with %j says that the entity is not there: %p", (status, message, expected) => {
  expect(saysNotFound(answer(status, { message }), request)).toBe(expected);
});

test("a gate that is not found is not the entity", () => {
  const errors = [{ property: "targetingGateID", errorMessage: "gate not found" }];
  expect(saysNotFound(answer(400, { message: "Invalid.", errors }), request)).toBe(false);
});
