import { TerraformVariable } from "cdktf";
import { Experiment, MetricSource, PromptVersion } from "../../lib";
import { deployment, operations } from "./deployment";
import { aService, experiment, makingService, metricSource, oneOfEach, promptVersion, together } from "./samples";
import { setVariables } from "./terraform-values";

/** One entity of each kind, and some that can only be created. */
const everything = together(
  oneOfEach,
  (stack) => new PromptVersion(stack, "by-content", { ...promptVersion, id: undefined }),
  (stack) => {
    const model = new TerraformVariable(stack, "model", { type: "string", default: "small" }).stringValue;
    new PromptVersion(stack, "of-terraform", { ...promptVersion, id: undefined, model });
  },
  (stack) => new Experiment(stack, "partial", { ...experiment, id: "partial", groups: undefined }),
);

test("another reapply of the service sends every update again, and creates nothing", () =>
  deployment(async (service) => {
    const reapplying = (reapply?: string) => together(aService({ reapply }), everything);
    await service.deploy(reapplying());
    const created = service.emulator.records;

    for (const [text, sign] of [
      ["after the incident", "+"],
      ["once more", "~"],
    ] as const) {
      const { output, changes } = await service.plan(reapplying(text));
      expect(changes.map(({ address }) => address.replace(/^\w+\./, ""))).toEqual([
        "assignment_source_exposures",
        "experiment_checkout_button_revision",
        "ingestion_source_Metrics__s3__revenue_revision",
        "metric_source_orders_revision",
      ]);
      expect(changedLines(output)).toEqual(
        Array.from({ length: 4 }, () => expect.stringMatching(`^\\${sign} reapply = .*"${text}"$`)),
      );
      expect(operations((await service.applyPlanned()).calls)).toEqual([
        "PATCH /console/v1/ingestion",
        "POST /console/v1/experiments/assignment_source/exposures",
        "POST /console/v1/experiments/checkout_button",
        "POST /console/v1/metrics/metric_source/orders",
      ]);
      expect(await service.plan(reapplying(text))).toMatchObject({ isEmpty: true });
    }
    expect(service.emulator.records.map(({ kind, id }) => [kind, id])).toEqual(
      created.map(({ kind, id }) => [kind, id]),
    );
  }));

test("reapply may be a Terraform value, and puts back what someone has changed by hand", () =>
  deployment(async (service) => {
    const build = makingService((stack) => {
      const reapply = new TerraformVariable(stack, "reapply", { type: "string" }).stringValue;
      aService({ reapply: `day ${reapply}` })(stack);
      new MetricSource(stack, "orders", metricSource);
    });
    setVariables(service, { reapply: "1" });
    await service.deploy(build);
    await service.callByHand({
      operation: "POST /console/v1/metrics/metric_source/orders",
      body: { ...metricSource, sql: "select 'by hand'" },
    });
    expect(service.emulator.record("metric_source", "orders")).toMatchObject({ sql: "select 'by hand'" });
    setVariables(service, { reapply: "2" });
    const { output } = await service.plan(build);

    expect(output).toMatch(/~ "?reapply"? += "day 1" -> "day 2"/);
    await service.applyPlanned();
    expect(service.emulator.record("metric_source", "orders")).toEqual(metricSource);
  }));

/** The lines of a plan about changed fields, with single spaces and without quotes around the names. */
function changedLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/ +/g, " ")
        .replace(/^(.) "(\w+)"/, "$1 $2"),
    )
    .filter((line) => /^[-+~] /.test(line) && !/^~ (id|triggers|triggers_replace) /.test(line));
}
