import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Include } from "../../lib";
import { emulatorWith } from "../emulator/running";
import { accessTo } from "../support/deployment";
import { experiment, metricSource } from "../support/samples";
import { aProject, type Project, temporaryFolder } from "./command";

const emulator = emulatorWith();
const home = process.cwd();
const folder = temporaryFolder();

let project: Project;
beforeAll(() => {
  // from there, the names of the files begin
  process.chdir(folder);
  mkdirSync("experiments");
  // of which synth warns, too
  const button = { kind: "Experiment", ...experiment, controlGroupID: "nobody" };
  writeFileSync("experiments/button.yaml", JSON.stringify(button));
  writeFileSync("experiments/orders.json", JSON.stringify({ kind: "MetricSource", ...metricSource }));
  project = aProject((stack) => new Include(stack, "files", { path: join(process.cwd(), "experiments") }));
  process.chdir(home);
});

test.each([["list", "--as-of", "2026-11-22"], ["drift", "records.json"], ["preflight"]])(
  "%s names what a file declares by the file, from the working directory, and its JSON has both",
  async (...argv) => {
    writeFileSync(join(project.directory, "records.json"), JSON.stringify([{ ...experiment, allocation: 1 }]));
    const options = { environment: accessTo(emulator()) };
    const text = await project.run(argv, options);
    expect(text.stdout).toContain("experiments/button.yaml");
    expect(text.stdout).not.toMatch(/files\/Experiment/);
    const json = JSON.parse((await project.run([...argv, "--format", "json"], options)).stdout);
    expect(json.stacks[0].entities[0]).toMatchObject({
      construct: "checkout/files/Experiment_checkout_button",
      file: "experiments/button.yaml",
    });
  },
);

test("each call has the file that declares it, and no line of it, which a comment would change", async () => {
  const { stdout } = await project.run(["requests", "--format", "json"]);
  const files = JSON.parse(stdout).map((call: { readonly file: string }) => call.file);
  expect(new Set(files)).toEqual(new Set(["experiments/button.yaml", "experiments/orders.json"]));
});
