import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { frameworkFor } from "../../lib/init/framework";
import { packageSource } from "../../lib/init/package-source";
import { writeFiles } from "../../lib/init/write-files";
import { start } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { command } from "./command";

const folder = temporaryFolder();
let count = 0;

/** An empty directory, or one with these files. */
function newDirectory(files: Readonly<Record<string, string>> = {}): string {
  const directory = join(folder, `${++count}`);
  mkdirSync(directory);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .sort();
}

const WRITTEN = [
  ".gitignore",
  ".vscode/extensions.json",
  ".vscode/settings.json",
  "cdktf.json",
  "experiments/_defaults.yaml",
  "experiments/one_page.yaml",
  "main.ts",
  "package.json",
  "tsconfig.json",
];

const init = (directory: string, ...argv: readonly string[]) =>
  command(["init", "--no-install", ...argv], { directory });

test("a new project depends on the tarball that is packed of a clone, named relatively, and its app says no path of this machine", async () => {
  const directory = newDirectory();
  const { exitCode, stdout } = await init(directory, "new/Mein Projekt");
  expect(exitCode).toBe(0);
  const project = join(directory, "new/Mein Projekt");
  const [tarball = "", ...others] = filesIn(project).filter((name) => !WRITTEN.includes(name));
  expect(others).toEqual([]);
  expect(tarball).toMatch(/^cdktf-experimentation-.*\.tgz$/);
  expect(filesIn(project)).toEqual([...WRITTEN, tarball].sort());
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  expect(manifest).toMatchObject({
    name: "mein-projekt",
    dependencies: { "cdktf-experimentation": `file:${tarball}`, constructs: expect.stringMatching(/^\d/) },
    scripts: {
      emulator: expect.any(String),
      check: expect.any(String),
      plan: expect.any(String),
      deploy: expect.any(String),
    },
  });
  for (const name of WRITTEN) expect(readFileSync(join(project, name), "utf8")).not.toContain(folder);
  expect(stdout).toContain("  cd 'new/Mein Projekt'\n  npm install\n  npm run emulator");
});

test.each([
  ["cdktf", "cdktf-cli", '"cdktf-experimentation"'],
  ["cdktn", "cdktn-cli", '"cdktf-experimentation/cdktn"'],
])("--framework %s decides what the project stands on", async (framework, cli, entry) => {
  const directory = newDirectory();
  expect((await init(directory, "--framework", framework)).stdout).toContain(`framework ${framework}, as asked for`);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  expect([...Object.keys(dependencies), ...Object.keys(devDependencies)]).toEqual(
    expect.arrayContaining([framework, cli]),
  );
  const main = readFileSync(join(directory, "main.ts"), "utf8");
  expect(main).toContain(`from ${entry};`);
  expect(main).toContain('resourceType: "terraform_data"');
});

test.each([
  ["v20.20.2", "cdktf"],
  ["v22.14.0", "cdktf"],
  ["v24.0.0", "cdktn"],
  ["v26.1.0", "cdktn"],
])("on Node %s, the framework is %s, whose command line runs there", (node, framework) => {
  expect(frameworkFor(node)?.name).toBe(framework);
});

test("all that is in the way is named, and nothing is written", async () => {
  const present = { "package.json": "{}", ".vscode/settings.json": "{}", experiments: "a file", "notes.md": "" };
  const directory = newDirectory(present);
  const { exitCode, stderr } = await init(directory);
  expect(exitCode).toBe(2);
  expect(stderr.match(/^ {2}- .*/gm)?.sort()).toEqual(
    [".vscode/settings.json", "experiments", "package.json"].map((path) => `  - ${path}`),
  );
  expect(filesIn(directory)).toEqual(Object.keys(present).sort());
});

test.each([
  ["a file", (path: string) => writeFileSync(path, "")],
  ["a link to nothing", (path: string) => symlinkSync("/none/there", path)],
])("%s in the place of the directory, or above it, leads to another directory", async (_, make) => {
  const directory = newDirectory();
  make(join(directory, "taken"));
  for (const wanted of ["taken", "taken/below"]) {
    const { exitCode, stderr } = await init(directory, wanted);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`/taken.* cannot be written: \\w+\n  next: name another directory than ${wanted}\n`),
    );
  }
});

test("what cannot be written whole is not written at all", () => {
  const directory = newDirectory({ taken: "a file" });
  expect(() => writeFiles(directory, { "new/one": "1", two: "2", "taken/three": "3" })).toThrow(/taken/);
  expect(filesIn(directory)).toEqual(["taken"]);
});

test("where npm cannot pack, no file is in the way of another try", async () => {
  const directory = newDirectory();
  const argv = [join(__dirname, "../../dist/cli/main.js"), "init", "new", "--no-install"];
  const { exitCode, stderr } = await start(process.execPath, argv, { directory, environment: { PATH: "/none" } }).ended;
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: npm pack .*: put npm on PATH.*\n.* init again/),
  ]);
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ["with Git alone", [".git/HEAD"]],
  ["that lacks some files, as an init that was cut off leaves it", ["package.json", "cdktf.json", "main.ts"]],
  ["that lacks the tarball", WRITTEN],
])("a directory %s gets what it lacks", async (_, kept) => {
  const whole = newDirectory();
  await init(whole, "shop");
  const texts = kept.map((path) => {
    return [`shop/${path}`, path === ".git/HEAD" ? "" : readFileSync(join(whole, "shop", path), "utf8")] as const;
  });
  const directory = newDirectory(Object.fromEntries(texts));
  const { exitCode, stdout } = await init(directory, "shop");

  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("  npm install\n")]);
  expect(stdout.match(/^wrote .*/gm) ?? []).toHaveLength(WRITTEN.filter((path) => !kept.includes(path)).length);
  expect(filesIn(join(directory, "shop")).filter((path) => path !== ".git/HEAD")).toEqual(filesIn(join(whole, "shop")));
});

test("what npm could not install is installed by another try", async () => {
  const directory = newDirectory();
  await init(directory, "packed");
  const programs = newDirectory();
  const npm = `#!/bin/sh\n[ $1 = pack ] || exit 7\nfor last; do :; done\n/bin/cp "${directory}/packed/"*.tgz "$last"\n`;
  writeFileSync(join(programs, "npm"), npm, { mode: 0o755 });
  const argv = [join(__dirname, "../../dist/cli/main.js"), "init", "new"];
  for (let time = 0; time < 2; time++) {
    const { stderr } = await start(process.execPath, argv, { directory, environment: { PATH: programs } }).ended;
    expect(stderr).toMatch(/^error: npm install has failed \(7\)\n {2}next: run npm install in /);
  }
});

test("a present app gets what it does not have, keeps what it has, and is shown the lines for that and for a stack", async () => {
  const manifest = JSON.stringify({ dependencies: { cdktn: "0.24.0" } });
  const present = {
    "cdktf.json": '{ "projectId": "shop" }',
    "main.ts": "// own",
    "package.json": manifest,
    ".vscode/settings.json": "{}",
  };
  const directory = newDirectory(present);
  const { exitCode, stdout } = await init(directory, "--ci", "gitlab");
  expect(exitCode).toBe(0);
  expect(filesIn(directory)).toEqual(
    [
      ...Object.keys(present),
      ".gitlab-ci.yml",
      ".vscode/extensions.json",
      "experiments/_defaults.yaml",
      "experiments/one_page.yaml",
    ].sort(),
  );
  for (const [path, text] of Object.entries(present)) expect(readFileSync(join(directory, path), "utf8")).toBe(text);
  const { variables } = parse(readFileSync(join(directory, ".gitlab-ci.yml"), "utf8"));
  expect(variables).toMatchObject({ CDK: "cdktn", PROJECT: "shop" });
  for (const line of ["yaml.schemas", 'from "cdktf-experimentation/cdktn"', "new Include(this", "npm install "]) {
    expect(stdout).toContain(line);
  }

  const again = await init(directory, "--ci", "gitlab", "--framework", "cdktf");
  expect(again.exitCode).toBe(0);
  expect(again.stdout).toContain("left as it is: the framework, which is cdktn; for cdktf, name another directory\n");
  expect(again.stdout).toContain("left as it is: experiments\n");
  expect(again.stdout).not.toContain("wrote ");
});

test.each(["present", "new"])("a pipeline of a %s app in a folder of a repository is sent to its root", async (app) => {
  const root = newDirectory({ ".git": "gitdir: elsewhere", "infra/app/.keep": "" });
  const directory = join(root, "infra/app");
  if (app === "present") writeFileSync(join(directory, "cdktf.json"), "{}");
  writeFileSync(join(directory, "package-lock.json"), "{}");
  const { stdout } = await init(directory, "--ci", "github", "--no-install");
  expect(stdout).toContain(
    `GitHub reads .github/workflows/experiments.yml at the root of the repository alone, ${root}:`,
  );
  expect(stdout).toContain("run its commands in infra/app,");
  expect((await init(root, "--ci", "github", "--no-install")).stdout).not.toContain("at the root");
});

test("a sample joins no experiments that are there", async () => {
  const directory = newDirectory({ "cdktf.json": "{}", "experiments/own.yaml": "kind: Segment" });
  await init(directory);
  expect(readdirSync(join(directory, "experiments"))).toEqual(["own.yaml"]);
});

test.each<[string, Readonly<Record<string, string>>, object]>([
  [
    "a registry",
    { "node_modules/.package-lock.json": lockWith("https://example.com/x.tgz") },
    { kind: "version", version: "1.2.3" },
  ],
  ["nothing known", {}, { kind: "version", version: "1.2.3" }],
  [
    "a tarball",
    { "node_modules/.package-lock.json": lockWith("file:../x%20y.tgz"), "../x y.tgz": "" },
    { kind: "tarball" },
  ],
  ["a tarball that is gone", { "node_modules/.package-lock.json": lockWith("file:../gone.tgz") }, { kind: "version" }],
  ["a clone", { "node_modules/cdktf-experimentation/lib/tsconfig.json": "{}" }, { kind: "clone" }],
])("a package from %s is found as that", (_, files, source) => {
  const directory = newDirectory(files);
  expect(packageSource(join(directory, "node_modules/cdktf-experimentation"), "1.2.3")).toMatchObject(source);
});

function lockWith(resolved: string): string {
  return JSON.stringify({ packages: { "node_modules/cdktf-experimentation": { resolved } } });
}
