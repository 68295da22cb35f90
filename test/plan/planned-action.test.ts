import { isMade, plannedAction, type ResourceActions, resourceActionsOf } from "../../lib/plan/planned-action";
import type { Request } from "../../lib/protocol/request-file";
import { requestOf } from "../applier/request";
import { creates } from "../applier/subjects";
import { planWith } from "./read";

const [experiment, metricSource, segment, , promptVersion] = creates;
const source = { kind: "assignment_source", fields: { name: "exposures", sql: "select 1" } };

const requests = {
  "with create and update": requestOf(experiment),
  "whose update lacks fields": requestOf({ kind: "experiment", fields: { name: "Checkout", id: "checkout" } }),
  "of a kind without update": requestOf(segment),
  "with one call for both": requestOf(source),
  "that is adopted": requestOf(experiment, { adopt: true }),
  "that is known by its content": requestOf(promptVersion, { byContent: true }),
  "that is only tried out": requestOf({ ...metricSource, fields: { ...metricSource.fields, dryRun: true } }),
} satisfies Readonly<Record<string, Request>>;

/** What a plan does with record and revision, then what that means where fields differ, and where none does. */
type Row = readonly [planned: string, changed: string, same?: string];

const NOTHING = "nothing";

const table: Readonly<Record<keyof typeof requests, readonly Row[]>> = {
  "with create and update": [
    ["create create", "create, before: none"],
    ["create no-op", "create, before: none"],
    ["no-op replace", "update, before: sent", "reapply, before: sent"],
    ["no-op no-op", NOTHING],
    // an earlier deploy may have ended between the two
    ["no-op create", "update, before: unknown", "reapply, before: unknown"],
    ["no-op replace-tainted", "retry, before: unknown"],
    ["replace-tainted create", "retry, before: unknown"],
    ["replace-tainted replace", "retry, before: unknown"],
    ["replace replace", "create, before: unknown", "reapply, before: sent"],
  ],
  "whose update lacks fields": [
    ["create create", "create, before: none"],
    ["replace-tainted create", "retry, before: none"],
    ["replace replace", "create, before: none", "reapply, before: sent"],
  ],
  "of a kind without update": [
    ["create no-op", "create, before: none"],
    ["replace-tainted no-op", "retry, before: none"],
    ["replace no-op", "create, before: none", "reapply, before: sent"],
  ],
  "with one call for both": [
    ["create no-op", "create, before: none"],
    ["replace no-op", "update, before: sent", "reapply, before: sent"],
    ["replace-tainted no-op", "retry, before: unknown"],
  ],
  "that is adopted": [
    ["create create", "adopt, before: unknown"],
    ["no-op replace", "update, before: sent", "reapply, before: sent"],
    ["no-op replace-tainted", "retry, before: unknown"],
    // the create of an earlier code failed
    ["replace-tainted create", "adopt, before: unknown"],
    ["replace-tainted no-op", "adopt, before: unknown"],
    ["replace-tainted replace", "retry, before: unknown"],
    ["replace replace", "update, before: sent", "reapply, before: sent"],
  ],
  "that is known by its content": [
    ["create no-op", "create, before: none"],
    ["replace no-op", "version, before: none", "reapply, before: sent"],
    ["replace-tainted no-op", "retry, before: none"],
  ],
  "that is only tried out": [
    ["create no-op", "dry-run, before: none"],
    ["replace no-op", "dry-run, before: none"],
    ["replace-tainted no-op", "dry-run, before: none"],
  ],
};

const rows = Object.entries(table).flatMap(([what, each]) =>
  each.map(([planned, changed, same = changed]) => [what, planned, changed, same] as const),
);

test.each(rows)("an entity %s, %s: %s", (what, text, changed, same) => {
  const [record, revision] = text.split(" ");
  const planned = { record, revision } as ResourceActions;
  const told = (isSame: boolean) => {
    const [action, before] = plannedAction(planned, requests[what as keyof typeof requests], isSame) ?? [];
    return action === undefined ? NOTHING : `${action}, before: ${before}`;
  };

  expect([told(false), told(true)]).toEqual([changed, same]);
});

test.each<[string, readonly string[], string | undefined, ResourceActions["record"], boolean]>([
  ["that stays", ["no-op"], undefined, "no-op", false],
  ["that only a moved block names", ["update"], undefined, "no-op", false],
  ["that is new", ["create"], undefined, "create", true],
  ["that is replaced", ["create", "delete"], "replace_by_request", "replace", true],
  ["that is tainted", ["delete", "create"], "replace_because_tainted", "replace-tainted", true],
  ["that leaves the code", ["delete"], "delete_because_no_resource_config", "delete", false],
  ["that is forgotten", ["forget"], undefined, "delete", false],
])(
  "a resource %s: what the plan does with it, and whether its call is made",
  (_, actions, reason, action, isCalled) => {
    const [only] = actions.length === 1 ? actions : [];
    const sides = { before: only === "create" ? null : {}, after: only === "delete" || only === "forget" ? null : {} };
    const planned = { mode: "managed", type: "terraform_data", name: "experiment_a", action_reason: reason };
    const { resource_changes } = planWith({ resource_changes: [{ ...planned, change: { actions, ...sides } }] });
    const { record } = resourceActionsOf({ record: resource_changes[0] });
    expect([record, isMade(record)]).toEqual([action, isCalled]);
  },
);
