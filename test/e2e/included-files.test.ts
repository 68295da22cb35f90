import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssignmentSource, Experiment, Include } from "../../lib";
import { deployment, operations } from "./deployment";
import { assignmentSource, type Build, experiment } from "./samples";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "included-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a definition moves from code to a file and back without a call, and a change of the file is one update", () =>
  deployment(async (service) => {
    const source = assignmentSource;
    const props = { ...experiment, description: "Text of $" + "{a.b}", assignmentSourceName: source.name };
    const inCode: Build = (stack) => {
      new AssignmentSource(stack, "source", source);
      new Experiment(stack, "x", props);
    };
    /** The experiment is declared before the source that it names. */
    const inFiles = (allocation: number): Build => {
      const definitions = [
        { ...props, kind: "Experiment", allocation },
        { ...source, kind: "AssignmentSource" },
      ];
      for (const each of definitions) writeFileSync(join(folder, `${each.kind}.yaml`), JSON.stringify(each));
      const path = definitions.map(({ kind }) => join(folder, `${kind}.yaml`));
      return (stack) => void new Include(stack, "files", { path });
    };

    const { calls } = await service.deploy(inFiles(50));
    expect(calls.map(({ operation }) => operation)).toEqual([
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments",
    ]);
    for (const build of [inCode, inFiles(50)]) expect(await service.plan(build)).toMatchObject({ isEmpty: true });
    const changed = await service.deploy(inFiles(60));
    expect(operations(changed.calls)).toEqual(["POST /console/v1/experiments/checkout_button"]);
  }));
