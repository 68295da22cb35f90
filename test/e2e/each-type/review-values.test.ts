import { DataResource, TerraformVariable } from "cdktf";
import { Experiment, type ExperimentProps, fromEnvironment } from "../../../lib";
import { accessTo, deployment } from "../../support/deployment";
import {
  aMetricSource,
  anExperiment,
  aPromptVersion,
  aService,
  type Build,
  experiment,
  together,
} from "../../support/samples";
import { deployAsReviewed, reviewed } from "../reviewed";
import { setVariables } from "../terraform-values";

const manyGroups = (size: number) =>
  Array.from({ length: 400 }, (_, index) => ({ id: `group_${index}`, size, description: "d".repeat(100) }));
const versionWith = (value: string, id: string) =>
  aPromptVersion({ promptID: id, id: undefined, auth_workflow_headers: [{ name: "x", value }] }, id);

/** Too long for a plan. */
const long = (mark: string) => `select ${mark} -- `.padEnd(40_000, "x");
const digest = expect.stringMatching(/^sha256 [0-9a-f]{64} of [\d,]+ characters$/) as unknown;

/** Entities that change in what a plan does not show as it is, and the fields that a review shows. */
const rows: Readonly<Record<string, { first: Build; next: Build; fields: readonly unknown[] }>> = {
  groups: {
    first: anExperiment({ id: "groups", groups: manyGroups(1) }, "groups"),
    next: anExperiment({ id: "groups", groups: manyGroups(2) }, "groups"),
    fields: [{ path: "groups", before: digest, after: manyGroups(2) }],
  },
  other_text: {
    first: aMetricSource({ name: "other", sql: long("1") }, "other_text"),
    next: aMetricSource({ name: "other", sql: long("2") }, "other_text"),
    fields: [{ path: "sql", before: digest, after: long("2") }],
  },
  same_text: {
    first: aMetricSource({ name: "same", sql: long("1"), description: "one" }, "same_text"),
    next: aMetricSource({ name: "same", sql: long("1"), description: "two" }, "same_text"),
    fields: [{ path: "description", before: "one", after: "two" }],
  },
  secret: {
    first: versionWith(`Bearer ${fromEnvironment("FIRST")}`, "secret"),
    next: versionWith(`Bearer ${fromEnvironment("SECOND")}`, "secret"),
    fields: expect.arrayContaining([
      {
        path: "auth_workflow_headers[0].value",
        before: "Bearer (environment variable FIRST)",
        after: "Bearer (environment variable SECOND)",
      },
    ]),
  },
  literal: {
    first: versionWith(fromEnvironment("SECOND"), "literal"),
    next: versionWith("in the code", "literal"),
    fields: expect.arrayContaining([
      { path: "auth_workflow_headers[0].value", before: "(environment variable SECOND)", sensitive: true },
    ]),
  },
};

/** Experiments of values that Terraform hides, or does not know before the deploy. */
const ofTerraform =
  (allocation: number): Build =>
  (stack) => {
    const secret = (name: string) =>
      new TerraformVariable(stack, name, { type: "string", sensitive: true }).stringValue;
    const declare = (id: string, props: Partial<ExperimentProps>) =>
      new Experiment(stack, id, { ...experiment, id, ...props });
    declare("hidden", { hypothesis: secret("team"), description: `of ${secret("owner")}`, allocation });
    const { id } = new DataResource(stack, "made", { triggersReplace: { allocation } });
    declare("unknown", { hypothesis: id, groups: [{ id: "control", description: id }, { size: allocation }] });
  };

const unknown = { before: expect.any(String) as unknown, unknown: true };

test("a review shows fields that a plan has as digests, by their variables, hidden or not yet known, and no secret", () =>
  deployment(
    async (service) => {
      const variables = { team: "hidden-team", owner: "hidden-one" };
      service.synth(aService());
      setVariables(service, variables);
      const first = Object.values(rows).map((row) => row.first);
      await service.deploy(together(aService(), ...first, ofTerraform(50)));
      setVariables(service, { ...variables, owner: "hidden-two" });
      const next = together(aService(), ...Object.values(rows).map((row) => row.next), ofTerraform(40));
      const review = await reviewed(service, next);
      expect((await deployAsReviewed(service, review)).exitCode).toBe(0);

      const changeOf = (id: string) => review.changes.find(({ construct }) => construct === `stack/${id}`);
      for (const [id, { fields }] of Object.entries(rows)) expect([id, changeOf(id)?.fields]).toEqual([id, fields]);
      expect(changeOf("hidden")?.fields).toEqual([
        { path: "description", sensitive: true },
        { path: "allocation", before: 50, after: 40 },
      ]);
      expect(changeOf("unknown")).toMatchObject({
        fields: [
          { path: "hypothesis", ...unknown },
          { path: "groups[0].description", ...unknown },
          { path: "groups[1].size", before: 50, after: 40 },
        ],
        risks: [{ name: "running-groups" }, { name: "hidden-value" }],
      });
      expect(JSON.stringify(review.changes)).not.toMatch(/in the code"|not-to-be-seen|hidden-(team|one|two)/);
      expect(changeOf("groups")?.risks).toMatchObject([{ name: "hidden-value" }]);
      expect(review.notes).toContainEqual(expect.stringContaining("changes 1 other resource,"));
      expect(await reviewed(service, next)).toMatchObject({ calls: 0, changes: [], notes: [] });
    },
    {
      environment: (emulator) => ({ ...accessTo(emulator), FIRST: "not-to-be-seen-1", SECOND: "not-to-be-seen-2" }),
    },
  ));
