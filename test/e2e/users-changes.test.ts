import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Aspects, TerraformResource, type TerraformResourceLifecycle, type TerraformStack } from "cdktf";
import { Segment } from "../../lib";
import { type Deployment, deployment, operations, unwrapped } from "../support/deployment";
import { anAssignmentSource, anExperiment, aSegment, type Build, resourceType, together } from "../support/samples";

/** A build whose resources have further settings in their lifecycle. */
const withLifecycle =
  (build: Build, more: TerraformResourceLifecycle): Build =>
  (stack: TerraformStack) => {
    build(stack);
    Aspects.of(stack).add({
      visit: (node) => {
        if (TerraformResource.isTerraformResource(node)) node.lifecycle = { ...node.lifecycle, ...more };
      },
    });
  };

test("what the error of a lost lifecycle advises to add leaves later deploys as they are", () =>
  deployment(async (service) => {
    const more = {
      createBeforeDestroy: true,
      precondition: [{ condition: `\${path.module != ""}`, errorMessage: "never" }],
    };
    const both = (allocation: number, timestampColumn: string) =>
      withLifecycle(together(anExperiment({ allocation }), anAssignmentSource({ timestampColumn })), more);
    await service.deploy(both(10, "seen_at"));
    const { calls } = await service.deploy(both(20, "at"));
    expect(operations(calls)).toEqual([
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments/checkout_button",
    ]);
    expect(await service.plan(both(20, "at"))).toMatchObject({ isEmpty: true });
  }));

describe("a record that was imported", () => {
  const address = `${resourceType}.experiment_checkout_button`;

  /** Imports by the command; undefined where the provider has no import. */
  async function imported(service: Deployment, build: Build, of = address): Promise<boolean> {
    await service.plan(build);
    const { exitCode } = await service.workspace.terraform(["import", of, "checkout_button"]);
    return exitCode === 0;
  }

  test("is refused while Terraform plans, and adopt: true adopts the entity", () =>
    deployment(async (service) => {
      await service.deploy(anExperiment());
      await service.workspace.terraform(["state", "rm", address, `${address}_revision`]);
      if (!(await imported(service, anExperiment()))) return;
      const { exitCode, output } = await service.plan(anExperiment());
      expect(exitCode).toBe(1);
      expect(unwrapped(output)).toContain("it was imported");
      expect(unwrapped(output)).toContain("adopted by adopt: true");

      const adopted = anExperiment({ adopt: true, allocation: 20 });
      const { calls } = await service.deploy(adopted);
      expect(operations(calls)).toEqual(["POST /console/v1/experiments/checkout_button"]);
      expect(await service.plan(adopted)).toMatchObject({ isEmpty: true });
    }));

  test.each<[string, (adopt: boolean) => Build, string]>([
    ["a segment", (adopt) => aSegment({ adopt }), `${resourceType}.segment_beta_testers`],
    ["an experiment in a layer", (adopt) => anExperiment({ adopt, layerID: "L1" }), address],
  ])("of %s, which no call changes, is refused for the import alone, also with adopt: true", (_, build, of) =>
    deployment(async (service) => {
      if (!(await imported(service, build(false), of))) return;
      for (const adopt of [false, true]) {
        const { exitCode, output } = await service.plan(build(adopt));
        expect([exitCode, output.match(/postcondition failed/g)]).toEqual([1, ["postcondition failed"]]);
        expect(unwrapped(output)).toContain("it was imported");
      }
      await service.workspace.terraform(["state", "rm", of]);
      expect(await service.plan(build(true))).toMatchObject({ exitCode: 2, isEmpty: false });
    }),
  );

  test("is refused also where a block of Terraform's imports it", () =>
    deployment(async (service) => {
      await service.plan(anExperiment());
      const block = `import {\n  to = ${address}\n  id = "checkout_button"\n}\n`;
      await writeFile(join(service.workspace.stackDirectory, "import.tf"), block);
      const { exitCode, output } = await service.plan(anExperiment());
      expect([exitCode, unwrapped(output)]).toEqual([1, expect.stringContaining("adopted by adopt: true")]);
    }));

  test("is created after the command that the refusal prints, where the service has no entity", () =>
    deployment(async (service) => {
      if (!(await imported(service, anExperiment()))) return;
      const { output } = await service.plan(anExperiment());
      const [, command = ""] = /^[│ ]*(terraform "-chdir=.*" state rm .*)$/m.exec(output) ?? [];
      expect(command).not.toBe("");
      expect(command.endsWith(`state rm "${address}"`)).toBe(true);
      await service.workspace.terraform(["state", "rm", address]);
      const { calls } = await service.deploy(anExperiment());
      expect(operations(calls)).toEqual(["POST /console/v1/experiments"]);
    }));
});

test("what dependsOn names is deployed first, and the plan afterwards is empty", () =>
  deployment(async (service) => {
    const ordered: Build = (stack) => {
      const segment = new Segment(stack, "beta", { id: "beta_testers", name: "Beta", type: "id_list" });
      anExperiment({ dependsOn: [segment] })(stack);
    };
    const { calls } = await service.deploy(ordered);
    expect(calls.map(({ operation }) => operation)).toEqual([
      "POST /console/v1/segments",
      "POST /console/v1/experiments",
    ]);
    expect(await service.plan(ordered)).toMatchObject({ isEmpty: true });
  }));

test("a stack that is used as a module is refused while Terraform plans, and elsewhere no plan shows that", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    expect(await service.plan(anExperiment())).toMatchObject({ isEmpty: true });
    const { directory, stackDirectory } = service.workspace;
    const root = join(directory, "root");
    await mkdir(root);
    await writeFile(
      join(root, "main.tf"),
      `module "experiments" {\n  source = "${relative(root, stackDirectory)}"\n}\n`,
    );
    const inRoot = (...args: string[]) => service.workspace.terraform([`-chdir=${root}`, ...args]);
    await inRoot("init");
    const { exitCode, output } = await inRoot("plan");
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("is a root module: run Terraform in its directory");
  }));
