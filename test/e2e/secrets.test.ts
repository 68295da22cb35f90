import { fromEnvironment, MetricSource, PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { accessTo, type Deployment, deployment } from "../support/deployment";
import {
  aMetricSource,
  aPromptVersion,
  type Build,
  metricSource,
  oneOfEachWith,
  promptVersion,
  samples,
  together,
} from "../support/samples";

const secrets = { TOKEN: `hunter2 "quoted" \\ \n $& \${x} %{y} e\u0301 👩‍👩‍👧`, OTHER: "hunter3" };

const token = fromEnvironment("TOKEN");
const other = fromEnvironment("OTHER");

/** Props of all kinds with a secret for each text, and as a part of each. */
function propsWith({ TOKEN, OTHER }: typeof secrets): Readonly<Record<KindName, object>> {
  return {
    experiment: {
      description: TOKEN,
      hypothesis: `${TOKEN} and ${OTHER}`,
      tags: [TOKEN, "open", `not ${OTHER}`],
      layerID: TOKEN,
      targetApps: TOKEN,
      creatorEmail: OTHER,
      links: [{ url: `https://example.com/?token=${OTHER}`, title: TOKEN }],
      groups: [{ id: "control", parameterValues: { "a/b~c": [{ deep: TOKEN }, `Bearer ${OTHER}`] } }],
    },
    metric_source: { sql: `select '${TOKEN}'`, owner: { ownerEmail: TOKEN }, idTypeMapping: [{ column: OTHER }] },
    assignment_source: { sql: TOKEN, description: `${OTHER}${OTHER}`, tags: [OTHER] },
    segment: { description: TOKEN, rules: [{ returnValue: { TOKEN }, conditions: [{ targetValue: [OTHER] }] }] },
    ingestion_source: { query: TOKEN, column_mapping: { unit_id: OTHER } },
    prompt_version: {
      prompts: [{ content: `The password is ${TOKEN}.` }],
      workflow_headers: [{ name: "X-Token", value: TOKEN }],
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${OTHER}` }],
    },
  };
}

const everywhere = oneOfEachWith(propsWith({ TOKEN: token, OTHER: other }));

/** A deployment where the applier finds these variables as well. */
const deploymentWith = (variables: Readonly<Record<string, string>>, test: (service: Deployment) => Promise<void>) =>
  deployment(test, { environment: (emulator) => ({ ...accessTo(emulator), ...variables }) });

test("a secret arrives in place of any text, and as a part of it", () =>
  deploymentWith(secrets, async (service) => {
    await service.deploy(everywhere);

    for (const [kind, expected] of Object.entries(propsWith(secrets))) {
      expect(service.emulator.record(kind as KindName, samples[kind as KindName].identity)).toMatchObject(expected);
    }
    expect(await service.plan(everywhere)).toMatchObject({ isEmpty: true });
  }));

const withVersion: Build = together(
  aMetricSource({ sql: token }),
  (stack) => new PromptVersion(stack, "by-content", { ...promptVersion, id: undefined, model: token }),
  aPromptVersion({ workflow_headers: [{ name: "X-Token", value: token }] }),
);

test("a changed secret alone plans nothing; reapply sends it where there is an update", () =>
  deploymentWith({ TOKEN: "hunter2" }, async (service) => {
    await service.deploy(withVersion);
    service.synth(withVersion);
    const environment = { TOKEN: "hunter3" };
    expect(await service.workspace.plan({ environment })).toMatchObject({ isEmpty: true });

    const reapplied: Build = (stack) => {
      new MetricSource(stack, "orders", { ...metricSource, sql: token, reapply: "the token changed" });
    };
    const { output } = await service.plan(reapplied);
    expect(output).toMatch(/\+ "?reapply"? += "the token changed"/);
    await service.deploy(reapplied, { environment });
    expect(service.calls.slice(3)).toEqual([
      { operation: "POST /console/v1/metrics/metric_source/orders", body: { ...metricSource, sql: "hunter3" } },
    ]);
  }));
