import { problemsOfCall } from "./openapi";

test("what GitHub does not describe is seen", () => {
  const path = "/repos/example/shop/issues/7/comments";
  expect(problemsOfCall("POST", path, { text: "hello" }, { status: 201, body: { id: 1 } })).toEqual(
    expect.arrayContaining(["body: must have required property 'body'", expect.stringContaining("response 201")]),
  );
  expect(problemsOfCall("GET", `${path}?sort=asc`, undefined, { status: 200, body: [] })).toEqual([
    "no query parameter sort",
  ]);
  expect(problemsOfCall("PUT", path, undefined, { status: 200 })).toEqual([
    expect.stringContaining("no such operation"),
  ]);
});
