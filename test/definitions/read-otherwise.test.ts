import { check, inOwnDirectories, write } from "./checking";

inOwnDirectories();

/** An experiment whose only group has some parameters. */
const experiment = (parameters: string, more = "") =>
  `kind: Experiment\nname: Banner\nid: banner\nacknowledge: [create-only]\ngroups:\n  - { id: a, size: 100, parameterValues: ${parameters} }\n${more}`;

test("a word among parameters that YAML 1.1 reads as a boolean or a number is a warning, also in lists and environments", () => {
  const environments = "environments: { staging: { groups: [{ id: a, parameterValues: { most: 1_000 } }] } }\n";
  write({
    "x/a.yaml": experiment("{ show: no, all: { on: [Yes] } }", environments),
    "x/b.yaml":
      "kind: Segment\nname: Beta\nid: beta\ntype: rule_based\nrules:\n  - { name: all, passPercentage: 50, conditions: [{ type: public }], returnValue: { on: OFF } }\n",
  });
  expect(check("x")).toMatchObject({
    problems: [],
    warnings: [
      expect.stringMatching(/^x\/a\.yaml:6:50: groups\[0\]\.parameterValues\.show: "no" is text; write false, or/),
      expect.stringMatching(
        /^x\/a\.yaml:6:\d+: groups\[0\]\.parameterValues\.all\.on\[0\]: "Yes" is text; write true, or/,
      ),
      expect.stringMatching(
        /^x\/a\.yaml:7:\d+: environments\.staging\.groups\[0\]\.parameterValues\.most: "1_000" is text; write 1000, or/,
      ),
      expect.stringMatching(/^x\/b\.yaml:6:\d+: rules\[0\]\.returnValue\.on: "OFF" is text; write false, or/),
    ],
  });
});

test("text in quotes, other words, times and single letters are none, and neither are fields of text", () => {
  write({
    "x/a.yaml": experiment(
      `{ one: "no", two: 'on', three: none, four: 12:30, five: y, six: 2026-12-18, seven: true, eight: 1.10 }`,
      "tags: [on, no]\n",
    ),
    "x/b.json": {
      kind: "Experiment",
      name: "Json",
      id: "json",
      acknowledge: ["create-only"],
      groups: [{ id: "a", size: 100, parameterValues: { show: "no" } }],
    },
  });
  expect(check("x")).toMatchObject({ problems: [], warnings: [] });
});

test("what would be a secret in a text field is a warning where it is sent as it stands, in YAML and JSON", () => {
  const secret = { fromEnvironment: "TOKEN" };
  const parameterValues = { token: secret, list: [secret], own: { ...secret, more: 1 }, fromEnvironment: "x", also: 1 };
  const groups = [{ id: "a", size: 100, parameterValues }];
  const fields = { kind: "Experiment", acknowledge: ["create-only"], groups };
  write({
    "x/a.json": { ...fields, name: "One", id: "one" },
    "x/b.yaml": JSON.stringify({ ...fields, name: "Two", id: "two" }),
  });
  const { problems, warnings } = check("x");
  expect(problems).toEqual([]);
  expect(warnings.map((line) => line.replace(/:\d+:\d+: groups\[0\]\.parameterValues/, " "))).toEqual(
    ["x/a.json", "x/b.yaml"].flatMap((file) =>
      [".token", ".list[0]"].map((place) =>
        expect.stringContaining(`${file} ${place}: { fromEnvironment: … } is no secret here`),
      ),
    ),
  );
});
