import type { TerraformStack } from "cdktf";
import { AssignmentSource, MetricSource } from "../../../lib";
import { deployment, unwrapped } from "../deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  assignmentSource,
  metricSource,
  together,
} from "../samples";

/** Text with everything that Terraform, JSON, HCL or a shell might take for something else. */
const awkward = [
  `\${var.name} $\${x} $$\${y} %{if true} %%{z} $ { % {`,
  `"double" 'single' \`back\` \\ \\\\ \\" \\n \\u0041`,
  "line\nbreak\r\ttab $(whoami) ; && | > < * ~ # // /* */",
  "😀 ünïcödé \u202eright to left\u202c \u2028 \u00a0",
  '\u0600" \u{11a89}\\ %\u0600"',
  "%",
  "$",
].join("\n");

/** A character that joins the next one: here the quote that ends a text. */
const joining = "$\u{11a89}\u0600";

/** Fields at every depth, where each kind keeps them. */
const fields = {
  metricSource: { sql: awkward, description: awkward, name: joining, tags: [awkward, "", joining] },
  assignmentSource: { sql: awkward },
  experiment: { hypothesis: awkward, groups: [{ parameterValues: { [awkward]: { deep: [awkward] } } }] },
  segment: { description: awkward, rules: [{ returnValue: { [awkward]: awkward } }] },
  ingestionSource: { query: awkward, column_mapping: { unit_id: awkward } },
  promptVersion: { prompts: [{ role: awkward, content: awkward }] },
};

test("text of every kind arrives exactly, plans nothing the next time, and arrives exactly in an update too", () =>
  deployment(async (service) => {
    const all = together(
      aMetricSource(fields.metricSource),
      anAssignmentSource(fields.assignmentSource),
      anExperiment(fields.experiment),
      aSegment(fields.segment),
      anIngestionSource(fields.ingestionSource),
      aPromptVersion(fields.promptVersion),
    );
    await service.deploy(all);

    const { emulator } = service;
    expect(emulator.record("metric_source", joining)).toMatchObject(fields.metricSource);
    expect(emulator.record("assignment_source", "exposures")).toMatchObject(fields.assignmentSource);
    expect(emulator.record("experiment", "checkout_button")).toMatchObject(fields.experiment);
    expect(emulator.record("segment", "beta_testers")).toMatchObject(fields.segment);
    expect(emulator.record("ingestion_source", "Metrics/s3/revenue")).toMatchObject(fields.ingestionSource);
    expect(emulator.record("prompt_version", "support_bot/v1")).toMatchObject(fields.promptVersion);
    expect(await service.plan(all)).toMatchObject({ isEmpty: true });

    const { calls } = await service.deploy(together(all, aMetricSource({ description: awkward }, "other")));
    expect(calls).toHaveLength(1);
    const updated = together(all, aMetricSource({ description: `${awkward}.` }, "other"));
    expect((await service.deploy(updated)).calls).toMatchObject([{ body: { description: `${awkward}.` } }]);
  }));

const awkwardName = `a/b "c" \${d} %{e} ?f=g&h#i 50% \\ é`;

test("names of every kind are percent-encoded in paths, and keep entities apart", () =>
  deployment(async (service) => {
    const names = [awkwardName, "a b", "a_b"];
    const sources = (sql: string) => (stack: TerraformStack) => {
      for (const [index, name] of names.entries()) {
        new MetricSource(stack, `metrics-${index}`, { ...metricSource, name, sql });
        new AssignmentSource(stack, `assignments-${index}`, { ...assignmentSource, name, sql });
      }
    };
    await service.deploy(sources("select 1"));
    const { calls } = await service.deploy(sources("select 2"));

    expect(calls.map(({ operation }) => operation).sort()).toEqual(
      names
        .map(encodeURIComponent)
        .flatMap((name) => [
          `POST /console/v1/experiments/assignment_source/${name}`,
          `POST /console/v1/metrics/metric_source/${name}`,
        ])
        .sort(),
    );
    for (const name of names) {
      expect(service.emulator.record("metric_source", name)).toMatchObject({ sql: "select 2" });
      expect(service.emulator.record("assignment_source", name)).toMatchObject({ sql: "select 2" });
    }
  }));

test("a refusal names an entity as it is, whatever its name", () =>
  deployment(async (service) => {
    const id = awkwardName;
    await service.deploy(aSegment({ id, tags: ["a"] }));
    const { output } = await service.plan(aSegment({ id, tags: ["b"] }));

    expect(unwrapped(output)).toContain(`segment "${id}" (stack/beta): tags changed`);
  }));

test("decomposed Unicode arrives as it is written, trips no guard, and is the same text as composed to Terraform", () =>
  deployment(async (service) => {
    const name = "Cafe\u0301 gu\u0308nstig";
    const all = (description: string) =>
      together(
        aMetricSource({ name, description, tags: [name] }),
        anAssignmentSource({ name, description }),
        aSegment({
          name,
          id: undefined,
          description,
          // the second key is the first one to Terraform
          rules: [{ name, returnValue: { [name]: [], [name.normalize("NFC")]: {} } }],
        }),
        anExperiment({ description, hypothesis: undefined }),
        anIngestionSource({ source_name: name, query: description }),
        aPromptVersion({ description, prompts: [{ content: name }] }),
        aPromptVersion({ id: undefined, description }, "by-content"),
      );
    await service.deploy(all(name));

    expect(service.emulator.record("metric_source", name)).toEqual({
      ...metricSource,
      name,
      description: name,
      tags: [name],
    });
    expect(service.emulator.record("segment", name)).toMatchObject({
      name,
      rules: [{ returnValue: { [name]: [], [name.normalize("NFC")]: {} } }],
    });
    expect(await service.plan(all(name))).toMatchObject({ isEmpty: true });
    expect(await service.plan(all(name.normalize("NFC")))).toMatchObject({ isEmpty: true });
  }));

test("text that looks like JSON is distinguished from JSON, so that a change from one to the other shows", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment({ targetApps: ["web"], launchedGroupID: "null" }));
    const { calls } = await service.deploy(anExperiment({ targetApps: '["web"]', launchedGroupID: null }));

    expect(calls).toMatchObject([{ body: { targetApps: '["web"]', launchedGroupID: null } }]);
  }));
