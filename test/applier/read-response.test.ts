import { readResponse } from "../../lib/applier/read-response";

/** What is read of a body, with its errors as texts. */
const read = (text: string, isComplete = true) => {
  const reading = readResponse({ text, isComplete });
  return { ...reading, errors: reading.errors.map((error) => error.text) };
};

test.each<[string, string, Partial<ReturnType<typeof read>>]>([
  ["a message and a record", '{"message":"Done.","data":{}}', { message: "Done.", errors: [], isReadable: true }],
  ["a bare record", '{"id":"a"}', { message: "", isReadable: true }],
  ["nothing", "", { message: "", isReadable: true }],
  ["white space", " \n", { message: "", isReadable: true }],
  ["a message that is not a text", '{"message":1}', { message: "", isReadable: true }],
  ["an error", '{"error":"Not so."}', { message: "Not so." }],
  ["JSON with a byte order mark", '\ufeff{"message":"ok"}', { message: "ok", isReadable: true }],
  ["an error with a message", '{"error":{"message":"Not so."}}', { message: "Not so." }],
  ["errors of texts", '{"errors":["a",1,null]}', { errors: ["a", "1", "null"] }],
  ["errors that are one text", '{"errors":"a"}', { errors: ["a"] }],
  ["errors that are not a list", '{"errors":1}', { errors: [] }],
  [
    "errors of properties",
    '{"errors":[{"property":"name","errorMessage":"too short"},{"field":"size","message":"not a number"},{"message":"alone"}]}',
    { errors: ["name: too short", "size: not a number", "alone"] },
  ],
  [
    "a list of messages beside an error",
    '{"statusCode":400,"message":["name is short","size is no number"],"error":"Bad"}',
    { message: "Bad", errors: ["name is short", "size is no number"] },
  ],
  [
    "problem details",
    '{"type":"about:blank","title":"Too large","detail":"At most 9."}',
    { message: "Too large: At most 9." },
  ],
  [
    "a thousand errors",
    JSON.stringify({ errors: Array(1_000).fill("wrong") }),
    { errors: [...Array(20).fill("wrong"), "and 980 more"] },
  ],
  ["objects in objects, ten thousand deep", deep('{"a":', "1", "}"), { message: "", isReadable: true }],
  ["errors of another shape", '{"errors":[{"code":7}]}', { errors: ['{"code":7}'] }],
  ["HTML", "<h1>Bad gateway</h1>", { message: "<h1>Bad gateway</h1>", isReadable: false }],
  ["truncated JSON", '{"message":"ok","da', { message: '{"message":"ok","da', isReadable: false }],
  ["a list", "[1]", { message: "[1]", isReadable: false }],
  ["JSON text", '"no"', { message: "no", isReadable: false }],
  ["null", "null", { message: "null", isReadable: false }],
])("of %s", (_, text, reading) => {
  expect(read(text)).toMatchObject(reading);
});

function deep(open: string, inside: string, close: string): string {
  return open.repeat(10_000) + inside + close.repeat(10_000);
}

test.each<[string, string, Partial<ReturnType<typeof read>>]>([
  ["an object", '{"message":"o', { message: "", isReadable: true }],
  ["an object, and space", '{"message":"ok"}   ', { message: "ok", isReadable: true }],
  ["something else", "<html>", { isReadable: false }],
  ["nothing but space", "   ", { isReadable: false }],
])("of an answer that is longer, and begins with %s", (_, text, reading) => {
  expect(read(text, false)).toMatchObject(reading);
});

test.each([
  ['{"success":false}', true],
  ['{"success":false,"data":{"name":"a"}}', true],
  ['{"success":false,"name":"a"}', true],
  ['{"error":"Not so."}', true],
  ['{"error":{"code":7}}', true],
  ['{"error":true,"message":"ok"}', true],
  ['{"errors":["a"],"data":null}', true],
  ['{"errors":"a"}', true],
  ['{"success":true}', false],
  ['{"success":"false"}', false],
  ['{"data":{"success":false,"error":"a","errors":["a"]}}', false],
  ['{"error":"a","data":{}}', false],
  ['{"errors":["a"],"data":{"name":"a"}}', false],
  ['{"errors":["a"],"name":"a"}', false],
  ['{"error":null,"errors":[]}', false],
  ['{"error":"","errors":{}}', false],
  ['{"error":false}', false],
  ['{"message":"error"}', false],
  ["", false],
])("%s about an entity with a name says that the call failed: %s", (text, expected) => {
  expect(readResponse({ text, isComplete: true }, ["name"]).saysFailure).toBe(expected);
});
