import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../support/command-line";
import { compare, type Measurement, type Row } from "./figures";
import { costOf, type Series } from "./processes";

const root = join(__dirname, "../..");

/** An app without any of our constructs. */
const EMPTY = `
  import { App, TerraformStack } from "cdktf";
  const app = new App();
  new TerraformStack(app, "checkout");
  app.synth();
`;

/** The example app, synthesised as users do it. */
export const example: Measurement = {
  name: "example",
  about: "cdktf synth of main.ts, the whole command, and the app that it starts alone, as cdktf.json says",
  measure: async () => {
    const projects = await Promise.all([projectOf(await readFile(join(root, "main.ts"), "utf8")), projectOf(EMPTY)]);
    try {
      return await measure(...projects);
    } finally {
      await Promise.all(projects.map((project) => rm(project, { recursive: true, force: true })));
    }
  },
};

async function measure(ours: string, empty: string): Promise<readonly Row[]> {
  const { app } = JSON.parse(await readFile(join(root, "cdktf.json"), "utf8")) as { app: string };
  const whole = (directory: string): Series => ({
    program: "node",
    args: [commandLine().script],
    each: ["synth"],
    environment: { CHECKPOINT_DISABLE: "1", HOME: directory },
    directory,
  });
  const alone = (directory: string): Series => ({ program: "sh", args: ["-c"], each: [app], directory });
  return [
    ...(await compare({
      what: "cdktf synth of main.ts",
      ours: () => costOf(whole(ours)),
      against: "of an empty stack",
      theirs: () => costOf(whole(empty)),
      pairs: 5,
      goals: { wall: 1.25 },
    })),
    ...(await compare({
      what: "its app alone",
      ours: () => costOf(alone(ours)),
      against: "of an empty stack",
      theirs: () => costOf(alone(empty)),
      pairs: 10,
    })),
  ];
}

/** A project of its own with everything that this one has, and another app. */
async function projectOf(app: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "bench-project-"));
  await writeFile(join(project, "main.ts"), app);
  const files = (await readdir(root)).filter((name) => /\.(json|mjs)$/.test(name));
  await Promise.all(files.map((name) => copyFile(join(root, name), join(project, name))));
  // the app writes into dist
  await mkdir(join(project, "dist"));
  const built = (await readdir(join(root, "dist"))).filter((name) => !name.startsWith("main.js"));
  const links = ["node_modules", ...built.map((name) => join("dist", name))];
  await Promise.all(links.map((name) => symlink(join(root, name), join(project, name))));
  return project;
}
