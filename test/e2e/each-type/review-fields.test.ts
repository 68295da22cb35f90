import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, type ExperimentProps, fromEnvironment } from "../../../lib";
import { accessTo, deployment } from "../deployment";
import { type FieldJson, reviewedAndDeployed } from "../reviewed";
import { aMetricSource, anExperiment, aPromptVersion, aService, type Build, experiment, together } from "../samples";
import { setVariables } from "../terraform-values";
import { UserResource } from "../user-resource";

const [control, green] = experiment.groups as [object, object];
const red = { id: "red", name: "Red", size: 0 };
const manyGroups = (size: number) =>
  Array.from({ length: 400 }, (_, index) => ({ id: `group_${index}`, size, description: "d".repeat(100) }));

/** Too long for a plan. */
const [long, other] = ["select 1 -- ".padEnd(40_000, "x"), "select 2 -- ".padEnd(40_000, "y")] as const;
const digest = expect.stringMatching(/^sha256 [0-9a-f]{64} of 40,000 characters$/) as unknown;

interface Row {
  readonly what: string;
  /** What is deployed before; nothing when left out. */
  readonly first?: Build;
  readonly next: Build;
  /** The fields that are shown, or some of them. */
  readonly fields: unknown;
}

const anExperimentOf = (what: string, first: Partial<ExperimentProps>, next: typeof first, ...fields: FieldJson[]) => {
  const build = (changes: typeof first) => anExperiment({ ...changes, id: idOf(what) }, idOf(what));
  return { what, first: build(first), next: build(next), fields };
};

const aMetricSourceOf = (
  what: string,
  first: string | undefined,
  next: string,
  fields: unknown,
  description = "two",
) => {
  const build = (sql: string, about: string) => aMetricSource({ name: what, sql, description: about }, idOf(what));
  return { what, first: first === undefined ? undefined : build(first, "two"), next: build(next, description), fields };
};

const aVersionOf = (what: string, first: string, next: string, field: object) => {
  const build = (value: string) =>
    aPromptVersion({ promptID: what, id: undefined, auth_workflow_headers: [{ name: "x", value }] }, idOf(what));
  return { what, first: build(first), next: build(next), fields: expect.arrayContaining([field]) as unknown };
};

function idOf(what: string): string {
  return what.replaceAll(" ", "_");
}

const edited = { allocation: 70, targetingGateID: "gate", description: "null" };

/** Entities that change, each in its own way. */
const rows: readonly Row[] = [
  anExperimentOf(
    "typed values",
    {},
    edited,
    { path: "description", before: "The colour of the button.", after: "null" },
    { path: "allocation", before: 50, after: 70 },
    { path: "targetingGateID", before: null, after: "gate" },
  ),
  anExperimentOf(
    "the smallest value",
    {},
    { groups: [control, { ...green, size: 30, parameterValues: { colour: "lime", "rounded corners": true } }] },
    { path: "groups[1].parameterValues.colour", before: "green", after: "lime" },
    { path: 'groups[1].parameterValues["rounded corners"]', after: true },
    { path: "groups[1].size", before: 50, after: 30 },
  ),
  anExperimentOf(
    "a field that is new",
    edited,
    { tags: [] },
    { path: "description", before: "null", after: "The colour of the button." },
    { path: "allocation", before: 70, after: 50 },
    { path: "tags", after: [] },
    { path: "targetingGateID", before: "gate", after: null },
  ),
  anExperimentOf(
    "inserted and removed elements",
    { tags: ["one", "two", "three"] },
    { groups: [red, control, green], tags: ["one", "three", "four"] },
    { path: "groups[0]", after: red },
    { path: "tags[1]", before: "two" },
    { path: "tags[2]", after: "four" },
  ),
  anExperimentOf(
    "another order",
    { groups: [red, control, green] },
    { groups: [green, control] },
    { path: "groups", before: [red, control, green], after: [green, control] },
    { path: "groups[0]", before: red },
  ),
  anExperimentOf(
    "what an update requires",
    { hypothesis: undefined },
    {},
    { path: "hypothesis", after: "Green sells more." },
  ),
  anExperimentOf(
    "groups too many for a plan",
    { groups: manyGroups(1) },
    { groups: manyGroups(2) },
    { path: "groups", before: expect.stringMatching(/^sha256 /) as unknown, after: manyGroups(2) },
  ),
  aMetricSourceOf(
    "a new long text",
    undefined,
    long,
    expect.arrayContaining([{ path: "sql", after: long }]) as unknown,
  ),
  aMetricSourceOf("another long text", long, other, [{ path: "sql", before: digest, after: other }]),
  aMetricSourceOf("no long text any more", long, "select 3", [{ path: "sql", before: digest, after: "select 3" }]),
  aMetricSourceOf("a long text that stays", long, long, [{ path: "description", before: "two", after: "one" }], "one"),
  aVersionOf("another secret", `Bearer ${fromEnvironment("FIRST")}`, `Bearer ${fromEnvironment("SECOND")}`, {
    path: "auth_workflow_headers[0].value",
    before: "Bearer (environment variable FIRST)",
    after: "Bearer (environment variable SECOND)",
  }),
  aVersionOf("a secret in the code", fromEnvironment("SECOND"), "in the code", {
    path: "auth_workflow_headers[0].value",
    before: "(environment variable SECOND)",
    sensitive: true,
  }),
];

/** Experiments of values that Terraform hides, or does not know before the deploy. */
const ofTerraform =
  (allocation: number): Build =>
  (stack: TerraformStack) => {
    const secret = (name: string) =>
      new TerraformVariable(stack, name, { type: "string", sensitive: true }).stringValue;
    const declare = (id: string, props: Partial<ExperimentProps>) =>
      new Experiment(stack, id, { ...experiment, id, ...props });
    declare("hidden", { description: `of ${secret("team")}`, allocation });
    declare("hidden-change", { description: `of ${secret("owner")}` });
    const made = new UserResource(stack, allocation);
    const groups = [
      { ...control, description: made.id },
      { ...green, size: allocation },
    ];
    declare("unknown", { hypothesis: made.id, groups });
  };

const unknownText = { before: expect.any(String) as unknown, unknown: true };

test("a review shows the fields that change, typed as the API has them, and no secret", () =>
  deployment(
    async (service) => {
      const variables = { team: "hidden-team", owner: "hidden-one" };
      service.synth(aService());
      setVariables(service, variables);
      await service.deploy(together(aService(), ...rows.map(({ first = () => {} }) => first), ofTerraform(50)));
      setVariables(service, { ...variables, owner: "hidden-two" });
      const next = together(aService(), ...rows.map((row) => row.next), ofTerraform(40));
      const review = await reviewedAndDeployed(service, next);

      expect(review.applied.exitCode).toBe(0);
      const changeOf = (id: string) => review.changes.find(({ construct }) => construct === `stack/${id}`);
      for (const { what, fields } of rows) expect([what, changeOf(idOf(what))?.fields]).toEqual([what, fields]);
      expect(changeOf("hidden")?.fields).toEqual([{ path: "allocation", before: 50, after: 40 }]);
      expect(changeOf("hidden-change")?.fields).toEqual([{ path: "description", sensitive: true }]);
      expect(changeOf("unknown")).toMatchObject({
        action: "update",
        fields: [
          { path: "hypothesis", ...unknownText },
          { path: "groups[0].description", ...unknownText },
          { path: "groups[1].size", before: 50, after: 40 },
        ],
        risks: [{ name: "running-groups" }],
      });
      expect(JSON.stringify(review.changes)).not.toMatch(/in the code"|not-to-be-seen|hidden-(team|one|two)/);
      // no risk is invented where the plan does not show the groups
      expect(changeOf("groups_too_many_for_a_plan")?.risks).toEqual([]);
      for (const remark of ["groups_too_many_for_a_plan: the plan does not show groups", "changes 1 other resource,"]) {
        expect(review.remarks).toContainEqual(expect.stringContaining(remark));
      }

      expect(await reviewedAndDeployed(service, next)).toMatchObject({ calls: 0, changes: [], remarks: [] });
    },
    {
      environment: (emulator) => ({ ...accessTo(emulator), FIRST: "not-to-be-seen-1", SECOND: "not-to-be-seen-2" }),
    },
  ));
