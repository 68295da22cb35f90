import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { Project, TERRAIN } from "../package/project";
import { pack, type Tarball } from "../package/tarball";
import { type CommandLine, commandLine } from "../support/command-line";
import { accessTo } from "../support/deployment";
import { certificateOf, startProxy, startTlsFront } from "../support/network";
import type { Ended } from "../support/process";
import { provider } from "../support/provider";
import { installNode } from "./install-node";

/** The oldest Node that the package names, and the newest of each kind that people have; what deploys there, and what the stack is written for. */
const NODES = [
  ["20.12.0", "cdktf", "cdktf"],
  ["22.23.3", "cdktf", "cdktf"],
  ["24.21.0", "cdktn", "cdktf"],
  ["24.21.0", "cdktn", "cdktn"],
  ["26.10.0", "cdktn", "cdktf"],
] as const;

type Variables = Readonly<Record<string, string>>;

let tarball: Tarball;
beforeAll(async () => {
  tarball = await pack();
});
afterAll(() => tarball.remove());

describe.each(NODES)("on Node %s, %s deploys a stack of %s", (version, command, framework) => {
  let node: string;
  let tool: CommandLine;
  let project: Project;
  let variables: Variables;
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

  /** A folder of the project with the stack in it, a service of its own, and what runs a program there, which has to end well. */
  async function checkout(
    test: (
      emulator: Emulator,
      run: (what: readonly string[], variables?: Variables) => Promise<Ended>,
    ) => Promise<void>,
  ): Promise<void> {
    const emulator = await startEmulator();
    const folder = await mkdtemp(join(project.directory, "checkout-"));
    await writeFile(join(folder, "main.mjs"), await stackOf(framework));
    const settings = { language: "typescript", app: "node main.mjs", projectId: "none", sendCrashReports: "false" };
    await writeFile(join(folder, "cdktf.json"), JSON.stringify(settings));
    try {
      await test(emulator, ([program = "", ...args], more) =>
        project.run(
          program,
          args,
          { ...accessTo(emulator), ...variables, ...more },
          relative(project.directory, folder),
        ),
      );
    } finally {
      await emulator.close();
    }
  }

  const inStack = "-chdir=cdktf.out/stacks/checkout";
  const byHand = [
    ["node", "main.mjs"],
    ["terraform", inStack, "init"],
    ["terraform", inStack, "apply", "-auto-approve"],
  ] as const;
  /** Method, path and status of each call, sorted: some are made at the same time. */
  const callsOf = ({ calls }: Emulator) =>
    calls.map(({ method, path, status }) => `${method} ${path} ${status}`).sort();

  test("the package installs, and its command runs without a warning of Node's", async () => {
    const { exitCode, output } = await project.run("node_modules/.bin/cdktf-experimentation", ["--help"]);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringMatching(/^usage: cdktf-/) });
  });

  test("the app synthesises without a tool, and terraform deploys that, by calls that a proxy carries", () =>
    checkout(async (emulator, run) => {
      const certificate = certificateOf("localhost");
      const [front, proxy] = [await startTlsFront(certificate, emulator.baseUrl), await startProxy()];
      const proxied = {
        SERVICE_BASE_URL: front.address,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: certificate.path,
      };
      try {
        for (const step of byHand) expect(await run(step, proxied)).toMatchObject({ exitCode: 0 });
      } finally {
        await Promise.all([front.close(), proxy.close()]);
      }

      expect(callsOf(emulator)).toEqual(CREATES);
      expect(proxy.asked).toEqual(Array(2).fill(`CONNECT localhost:${front.port}`));
    }));

  test(`${command} deploys: what fails says why, the next run heals, then nothing is sent, then a change is one update`, () =>
    checkout(async (emulator, run) => {
      expect(tool.name).toBe(command);
      // locking would ask the provider registry
      const deploy = ["node", tool.script, "deploy", "checkout", "--auto-approve", "--skip-provider-lock"];
      emulator.fail({ match: { kind: "experiment" }, status: 422, body: { message: "the quota is used up" } });
      const failed = await run(deploy);
      expect(failed.exitCode).not.toBe(0);
      expect(failed.output).toContain("the quota is used up");

      const { exitCode, output } = await run(deploy);
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
      expect(output).not.toMatch(/local-exec\).*Warning/);
      const created = [...CREATES, "POST /console/v1/experiments 422"].sort();
      expect(callsOf(emulator)).toEqual(created);
      // what the command runs, without the command, which takes seconds each time
      for (const step of byHand) expect(await run(step)).toMatchObject({ exitCode: 0 });
      expect(callsOf(emulator)).toEqual(created);
      for (const step of byHand) expect(await run(step, { ALLOCATION: "25" })).toMatchObject({ exitCode: 0 });
      expect(callsOf(emulator)).toEqual([...created, "POST /console/v1/experiments/one_page_checkout 200"].sort());
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
