import { isRecordOf } from "../../lib/applier/check-fields";
import { readResponse } from "../../lib/applier/read-response";
import type { Fields } from "../../lib/value/value";
import { requestOf } from "./request";

/** What is read of a body, with its errors as texts. */
const read = (text: string, isComplete = true) => {
  const reading = readResponse({ text, isComplete });
  return { ...reading, errors: reading.errors.map((error) => error.text) };
};

const thousand = JSON.stringify({ errors: Array(1_000).fill("wrong") });
const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;

test.each<[string, string, Partial<ReturnType<typeof read>>]>([
  ["a message and a record", '{"message":"Done.","data":{}}', { message: "Done.", errors: [], isReadable: true }],
  ["a bare record", '{"id":"a"}', { message: "", isReadable: true, record: { id: "a" } }],
  ["white space", " \n", { message: "", isReadable: true }],
  ["a message that is not a text", '{"message":1}', { message: "", isReadable: true }],
  ["an error", '{"error":"Not so."}', { message: "Not so." }],
  ["JSON with a byte order mark", '\ufeff{"message":"ok"}', { message: "ok", isReadable: true }],
  ["an error with a message", '{"error":{"message":"Not so."}}', { message: "Not so." }],
  ["errors of any type", '{"errors":["a",1,null,{"code":7}]}', { errors: ["a", "1", "null", '{"code":7}'] }],
  ["errors that are one text", '{"errors":"a"}', { errors: ["a"] }],
  ["errors that are not a list", '{"errors":1}', { errors: [] }],
  [
    "errors of fields",
    '{"errors":[{"property":"name","errorMessage":"short"},{"field":"size","message":"no"},{"message":"alone"}]}',
    { errors: ["name: short", "size: no", "alone"] },
  ],
  [
    "messages beside an error",
    '{"message":["a is short","b"],"error":"Bad"}',
    { message: "Bad", errors: ["a is short", "b"] },
  ],
  ["problem details", '{"title":"Too large","detail":"At most 9."}', { message: "Too large: At most 9." }],
  ["a thousand errors", thousand, { errors: [...Array(20).fill("wrong"), "and 980 more"] }],
  ["objects in objects, ten thousand deep", deep, { message: "", isReadable: true }],
  ["HTML", "<h1>Bad gateway</h1>", { message: "<h1>Bad gateway</h1>", isReadable: false }],
  ["truncated JSON", '{"message":"ok","da', { message: '{"message":"ok","da', isReadable: false }],
  ["a list", "[1]", { message: "[1]", isReadable: false }],
  ["JSON text", '"no"', { message: "no", isReadable: false }],
])("of %s", (_, text, reading) => {
  expect(read(text)).toMatchObject(reading);
});

test.each<[string, string, Partial<ReturnType<typeof read>>]>([
  ["an object", '{"message":"o', { message: "", isReadable: true }],
  ["an object, and space", '{"message":"ok"}   ', { message: "ok", isReadable: true }],
  ["something else", "<html>", { isReadable: false }],
  ["nothing but space", "   ", { isReadable: false }],
])("of an answer that is longer, and begins with %s", (_, text, reading) => {
  expect(read(text, false)).toMatchObject(reading);
});

test.each([
  ['{"success":false,"data":{"name":"orders"}}', true],
  ...[
    '"error":{"code":7}',
    '"errors":["a"]',
    '"error":"quota exceeded"',
    '"success":"false"',
    '"ok":false',
    '"ok":"False"',
    '"success":0',
    '"ok":"0"',
    '"errorMessage":"Task timed out"',
    '"errors":{"sql":["is wrong"]}',
    '"exception":"java.lang.Error"',
    '"fault":{"faultstring":"a"}',
    '"failed":true',
    '"result":"error"',
    '"type":"error","message":"a"',
    '"message":"Too large","code":413',
    '"message":"Unauthorized","statusCode":"401"',
    '"title":"Not so","status":500',
    ...["error", "fail", "failed", "failure", "FAILED", "Error"].map((status) => `"status":"${status}"`),
  ].flatMap((sign): [string, boolean][] => [
    [`{${sign}}`, true],
    [`{${sign},"id":"req-123","name":"orders","description":"a"}`, true],
    [`{${sign},"data":null}`, true],
    [`{${sign},"data":{}}`, true],
    [`{${sign},"data":{"name":"ValidationError"}}`, true],
    [`{${sign},"data":{"name":"orders"}}`, false],
    [`{"message":"Done.","data":{${sign}}}`, true],
    [`{"message":"Done.","data":{${sign},"name":"orders"}}`, false],
  ]),
  ['{"errors":[{"message":"a"}],"data":{"createMetricSource":null}}', true],
  ['{"error":null,"errors":[],"data":{}}', false],
  ['{"error":"","errors":{},"error_count":0}', false],
  ['{"warnings":["a"],"status":"active","success":true,"ok":true}', false],
  ['{"status":"errors"}', false],
  ['{"message":"Done.","status":200,"code":0,"statusCode":"201","success":1}', false],
  ['{"data":{"status":"active","error":null,"errors":[],"code":600,"description":"failed"}}', false],
  ['{"data":{"rules":[{"error":"a"}],"healthCheckStatus":"failed"}}', false],
  ['{"data":{"createMetricSource":{"errors":[{"message":"a"}]}}}', true],
  ['{"data":{"createMetricSource":{"errors":[],"status":"active"}}}', false],
  ['{"data":{"lastRun":{"status":"failed"},"description":"a"}}', false],
  ['{"type":"rule_based","result":"done","failed":false,"failures":3}', false],
  ["", false],
])("%s about the metric source orders says that the call failed: %s", (text, expected) => {
  const isRecord = (body: Fields) => isRecordOf(requestOf({ kind: "metric_source", fields: { name: "orders" } }), body);
  expect(readResponse({ text, isComplete: true }, isRecord).saysFailure).toBe(expected);
});

const ingestion = { dataset: "Metrics", type: "s3", source_name: "orders" };

test.each<[kind: string, fields: Fields, body: Fields, expected: boolean]>([
  ["experiment", { id: "a_b", name: "A b" }, { data: { id: "a_b", name: "Renamed" } }, true],
  ["experiment", { id: "a_b", name: "A b" }, { data: { id: "req-1", name: "A b" } }, false],
  ["segment", { id: "seg", name: "Seg" }, { data: { id: "seg" } }, true],
  ["segment", { id: "seg", name: "Seg" }, { data: { name: "Seg" } }, false],
  ["assignment_source", { name: "a" }, { data: { name: "a" } }, true],
  ["assignment_source", { name: "a" }, { name: "a" }, false],
  ["prompt_version", { promptID: "p", id: "v1" }, { data: { id: "v1" } }, true],
  ["prompt_version", { promptID: "p", id: "v1" }, { data: { promptID: "p" } }, false],
  ["ingestion_source", ingestion, { data: ingestion }, true],
  ["ingestion_source", ingestion, ingestion, true],
  ["ingestion_source", ingestion, { source_name: "orders" }, true],
  ["ingestion_source", ingestion, { ...ingestion, type: "athena" }, false],
  ["ingestion_source", { dataset: "Metrics", type: "s3" }, { source_name: "orders" }, false],
])("of the %s %j, %j is the record: %s", (kind, fields, body, expected) => {
  expect(isRecordOf({ ...requestOf({ kind, fields }) }, body)).toBe(expected);
});
