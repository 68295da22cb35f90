import type { SynthesisedRequest } from "../../lib/plan/planned-entity";
import { requireSameSynthesis, requireUnapplied } from "../../lib/plan/refuse-plan";
import { commandText } from "../../lib/protocol/applier-command";
import { requestOf } from "../applier/request";
import { creates } from "../applier/subjects";
import { origin, planWith } from "./read";

const [experiment] = creates;
const [one, other] = ["1", "2"].map((digit) => digit.repeat(64)) as [string, string];

function aFile(name: string, digest: string, options = {}): SynthesisedRequest {
  return {
    file: `${name}.json`,
    digest,
    request: { ...requestOf(experiment, options), construct: `checkout/${name}` },
  };
}

/** A resource whose provisioner sends the request file of this name. */
function sends(name: string, digest: string) {
  const constant_value = `node applier ${commandText("create", digest, `requests/${name}.json`)}`;
  return { type: "terraform_data", name, provisioners: [{ expressions: { command: { constant_value } } }] };
}

type Configured = { readonly type: string; readonly name: string; readonly provisioners?: readonly object[] };

function refusalOf(refuse: () => void): string | undefined {
  try {
    refuse();
    return undefined;
  } catch (error) {
    return [(error as Error).message, ...(error as { readonly details: readonly string[] }).details].join("\n");
  }
}

const withoutCall = { adopt: true, ignoreChanges: true };

test.each<[string, readonly SynthesisedRequest[], readonly Configured[], readonly string[] | undefined]>([
  ["the same request", [aFile("a", one)], [sends("a", one)], undefined],
  ["another request", [aFile("a", other)], [sends("a", one)], ["checkout/a is not as it was planned"]],
  ["a request that is new", [aFile("a", one), aFile("b", one)], [sends("a", one)], ["checkout/b is not as"]],
  ["one that is gone", [], [sends("a", one)], ["requests/a.json was planned, and is not there"]],
  ["no command", [aFile("a", one)], [{ type: "terraform_data", name: "a" }], ["checkout/a is not as it was planned"]],
  // what makes no call has no command that could tell
  ["an entity without a call", [aFile("a", one, withoutCall)], [{ type: "terraform_data", name: "a" }], undefined],
  ["a new entity without a call", [aFile("a", one, withoutCall)], [], ["checkout/a is not as it was planned"]],
  [
    "a command of the user's own",
    [aFile("a", one)],
    [
      sends("a", one),
      { type: "null_resource", name: "own", provisioners: [{ expressions: { command: { constant_value: 5 } } }] },
    ],
    undefined,
  ],
])("a plan with %s: whether it is of this synthesis", (_, requests, resources, told) => {
  const plan = planWith({ configuration: { root_module: { resources } } });
  const refused = refusalOf(() => requireSameSynthesis(origin, plan, requests));

  expect(refused === undefined).toBe(told === undefined);
  for (const fact of told ?? []) expect(refused).toContain(fact);
});

/** A resource of a state file. */
function kept(name: string, id: string, more: object = {}) {
  return { mode: "managed", type: "terraform_data", name, instances: [{ attributes: { id } }], ...more };
}

/** The same in the prior state of a plan. */
function prior(name: string, id: string, more: object = {}) {
  return { mode: "managed", type: "terraform_data", name, address: `terraform_data.${name}`, values: { id }, ...more };
}

test.each<[string, readonly object[], readonly object[], boolean, object[]?]>([
  ["is as it was", [prior("a", "1")], [kept("a", "1")], true],
  ["has another object", [prior("a", "1")], [kept("a", "2")], false],
  ["has one more", [prior("a", "1")], [kept("a", "1"), kept("b", "1")], false],
  ["has one less", [prior("a", "1"), prior("b", "1")], [kept("a", "1")], false],
  ["has others of a user's own", [prior("a", "1")], [kept("a", "1"), kept("c", "1", { type: "aws_s3_bucket" })], true],
  [
    "has a deposed object yet to destroy",
    [prior("a", "1"), prior("a", "0", { deposed_key: "4f" })],
    [kept("a", "1")],
    true,
  ],
  ["had others of a user's own", [prior("a", "1"), prior("c", "1", { type: "aws_s3_bucket" })], [kept("a", "1")], true],
  ["has others in modules", [prior("a", "1")], [kept("a", "1"), kept("c", "1", { module: "module.m" })], true],
  [
    "has it at the place from which the plan moves it",
    [prior("new", "1")],
    [kept("old", "1")],
    true,
    [
      {
        ...{
          mode: "managed",
          type: "terraform_data",
          name: "new",
          change: { actions: ["no-op"], before: {}, after: {} },
        },
        ...{ address: "terraform_data.new", previous_address: "terraform_data.old" },
      },
    ],
  ],
])("a state that %s: whether the plan can still be applied", (_, then, now, isFresh, ...[resource_changes]) => {
  const prior_state = { values: { root_module: { resources: then } } };
  const plan = planWith({ resource_changes, prior_state });
  const refused = refusalOf(() => requireUnapplied(origin, plan, JSON.stringify({ resources: now })));

  expect(refused === undefined).toBe(isFresh);
});

test.each(["", "no JSON", "[]", '{"resources":{}}'])("a file that is no state refuses no plan: %j", (text) => {
  expect(refusalOf(() => requireUnapplied(origin, planWith({}), text))).toBeUndefined();
});
