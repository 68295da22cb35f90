import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../../lib/emulator";
import { Project, TERRAIN } from "../package/project";
import { pack, type Tarball } from "../package/tarball";
import { type CommandLine, commandLine } from "../support/command-line";
import { certificateOf, startProxy, startTlsFront } from "../support/network";
import { provider } from "../support/provider";
import { Deployment } from "./deployment";
import { installNode } from "./install-node";

/** The oldest Node that the package names, and the newest of each kind that people have; what deploys there, and what the stack is written for. */
const NODES = [
  ["20.12.0", "cdktf", "cdktf"],
  ["22.23.3", "cdktf", "cdktf"],
  ["24.21.0", "cdktn", "cdktf"],
  ["24.21.0", "cdktn", "cdktn"],
  ["26.10.0", "cdktn", "cdktf"],
] as const;

let tarball: Tarball;
beforeAll(async () => {
  tarball = await pack();
});
afterAll(() => tarball.remove());

describe.each(NODES)("on Node %s, %s deploys a stack of %s", (version, command, framework) => {
  let node: string;
  let tool: CommandLine;
  let project: Project;
  let variables: Readonly<Record<string, string>>;
  beforeAll(async () => {
    node = await installNode(version);
    tool = commandLine(node);
    project = await Project.create({
      tarball: tarball.path,
      node,
      framework: framework === "cdktn" ? TERRAIN : undefined,
    });
    variables = (await provider()).environment;
  });
  afterAll(() => project.remove());

  /** A folder of the project with the stack in it, and a service of its own. */
  async function checkout(test: (deployment: Deployment) => Promise<void>): Promise<void> {
    const emulator = await startEmulator();
    const folder = await mkdtemp(join(project.directory, "checkout-"));
    await writeFile(join(folder, "main.mjs"), await stackOf(framework));
    const settings = { language: "typescript", app: "node main.mjs", projectId: "none", sendCrashReports: "false" };
    await writeFile(join(folder, "cdktf.json"), JSON.stringify(settings));
    try {
      await test(new Deployment(project, folder, emulator, tool, variables));
    } finally {
      await emulator.close();
    }
  }

  test(`${command} starts`, () => {
    expect(tool.name).toBe(command);
  });

  test("the package installs, and its command runs without a warning of Node's", async () => {
    const { exitCode, output } = await project.run("node_modules/.bin/cdktf-experimentation", ["--help"]);

    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/^usage: cdktf-experimentation/),
    });
  });

  test("the app synthesises without a tool, and terraform deploys that, by calls that a proxy carries", () =>
    checkout(async (deployment) => {
      const certificate = certificateOf("localhost");
      const [front, proxy] = [await startTlsFront(certificate, deployment.emulator.baseUrl), await startProxy()];
      const proxied = {
        SERVICE_BASE_URL: front.address,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: certificate.path,
      };
      try {
        await deployment.apply(proxied);
      } finally {
        await Promise.all([front.close(), proxy.close()]);
      }

      expect(deployment.calls).toEqual(CREATES);
      expect(proxy.asked).toEqual(Array(2).fill(`CONNECT localhost:${front.port}`));
    }));

  test(`${command} deploys: what fails says why, the next run heals, then nothing is sent, then a change is one update`, () =>
    checkout(async (deployment) => {
      const { emulator } = deployment;
      emulator.fail({ match: { kind: "experiment" }, status: 422, body: { message: "the quota is used up" } });
      const failed = await deployment.deploy("failure");
      expect(failed.output).toContain("the quota is used up");

      const { output } = await deployment.deploy("success");
      const created = [...CREATES, "POST /console/v1/experiments 422"].sort();
      expect(deployment.calls).toEqual(created);
      expect(output).not.toMatch(/local-exec\).*Warning/);
      // what the command runs, without the command, which takes seconds each time
      await deployment.apply();
      expect(deployment.calls).toEqual(created);
      await deployment.apply({ ALLOCATION: "25" });
      expect(deployment.calls).toEqual([...created, "POST /console/v1/experiments/one_page_checkout 200"].sort());
      expect(emulator.record("experiment", "one_page_checkout")).toMatchObject({ allocation: 25 });
    }));
});

/** The stack, written for a framework. */
async function stackOf(framework: "cdktf" | "cdktn"): Promise<string> {
  const text = await readFile(join(__dirname, "checkout.mjs"), "utf8");
  if (framework === "cdktf") return text;
  return text.replace('"cdktf"', '"cdktn"').replace('"cdktf-experimentation"', '"cdktf-experimentation/cdktn"');
}

const CREATES = ["POST /console/v1/experiments 201", "POST /console/v1/prompts/assistant/versions 201"];
