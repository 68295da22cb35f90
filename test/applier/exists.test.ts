import { readAnswer } from "../../lib/applier/answer";
import { saysExists } from "../../lib/applier/exists";
import { creates, requestFile } from "./subjects";

const [experiment = undefined as never] = creates;
const request = requestFile(experiment);
const says = (status: number, body: object) =>
  saysExists({ status, ...readAnswer({ text: JSON.stringify(body), isWhole: true }) }, request);

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
])("%d with %j says that the thing exists: %p", (status, message, expected) => {
  expect(says(status, { message })).toBe(expected);
  expect(says(status, { message: "Invalid.", errors: [message] })).toBe(expected);
});

test.each([
  ["id", true],
  ["body.id", true],
  ["name", false],
  ["groups", false],
  ["slug, which the body does not have", true],
])("what is in use is the thing when it is the field %s: %p", (property, expected) => {
  expect(says(400, { message: "Invalid.", errors: [{ property, errorMessage: "is already in use" }] })).toBe(expected);
});

test("one error about the identity among others says that the thing exists", () => {
  const errors = [
    { property: "name", errorMessage: "too long" },
    { property: "id", errorMessage: "already exists" },
  ];
  expect(says(400, { message: "Invalid.", errors })).toBe(true);
});
