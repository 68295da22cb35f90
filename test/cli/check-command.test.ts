import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Include, InvalidDefinitionsError } from "../../lib";
import { experiment } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { emptyStack, messageOf } from "../terraform/synth";
import { command } from "./command";

const home = process.cwd();
const folder = temporaryFolder();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(home));

/** Writes a file for each definition, into a new folder. */
function written(name: string, files: Readonly<Record<string, string | object>>): string {
  mkdirSync(name);
  for (const [file, content] of Object.entries(files))
    writeFileSync(`${name}/${file}`, typeof content === "string" ? content : JSON.stringify(content, null, 1));
  return name;
}

const started = { controlGroupID: "control", primaryMetrics: [{ name: "orders" }] };
const definition = { kind: "Experiment", ...experiment, ...started };
const uneven = { ...definition, groups: [{ id: "control", size: 50, name: "Control" }] };

async function checked(...argv: string[]) {
  const { exitCode, stdout, stderr } = await command(["check", ...argv]);
  return { exitCode, lines: stdout.trimEnd().split("\n"), stderr };
}

test("lists the problems that an Include of the files has, in a form from which editors jump to a place", async () => {
  const path = written("wrong", {
    "a.yaml": "kind: Experiment\nname: Gift note\nallocation: 250\n---\nkind: Segmnt\nname: beta\ntype: id_list\n",
    "b.json": '{"kind": "Experiment",}',
    "c.yaml": "# later\n",
  });
  const { exitCode, lines, stderr } = await checked(path);
  expect(exitCode).toBe(1);
  expect(lines[0]).toBe("wrong/a.yaml:3:13: allocation: given 250; allowed: at most 100");
  expect(lines).toHaveLength(4);
  const message = messageOf(() => new Include(emptyStack(), "files", { path }), InvalidDefinitionsError);
  expect(message.split("\n").filter((line) => line.startsWith("  - "))).toEqual(lines.map((line) => `  - ${line}`));
  expect(stderr).toContain("error: 4 problems");
});

test("without the folder experiments, the next step is to name another", async () => {
  const { exitCode, stderr } = await command(["check"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("next: name your files: npx --no-install cdktf-experimentation check <path>");
});

test("files without a mistake are counted, and the folder experiments is checked when none is named", async () => {
  written("experiments", { "a.yaml": definition });
  expect(await checked()).toEqual({ exitCode: 0, lines: ["no problem in 1 definition of 1 file"], stderr: "" });
});

test("warns of a definition and of how those given relate, each with the place of the field", async () => {
  const layer = { layerID: "checkout", allocation: 60 };
  const other = { ...definition, ...layer, id: "other", name: "Other" };
  const acknowledge = ["group-sizes", "start-incomplete", "layer-allocation"];
  const path = written("likely", {
    "a.json": { ...uneven, ...layer, team: "growth" },
    "b.json": other,
    "c.json": { ...uneven, id: "third", name: "Third", acknowledge, team: "growth" },
  });
  const { exitCode, lines } = await checked(path);
  expect([exitCode, lines.sort()]).toEqual([
    0,
    [
      expect.stringMatching(/^likely\/a\.json:\d+:\d+: warning: groups: .*\[acknowledge: "group-sizes"\]$/),
      expect.stringMatching(/^likely\/a\.json:\d+:\d+: warning: team: .*\[acknowledge: "enterprise-only"\]$/),
      expect.stringMatching(/^likely\/a\.json:\d+:\d+: warning: status: .*\[acknowledge: "start-incomplete"\]$/),
      expect.stringMatching(/^likely\/b\.json:\d+:\d+: warning: allocation: .*"checkout"/),
      "no problem in 3 definitions of 3 files, but 4 warnings",
    ],
  ]);
  const strict = written("strict", { "a.json": { ...uneven, strict: ["group-sizes"] } });
  expect(await checked(strict)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("error: 1 warning") });
  // what another file has is not known
  expect((await checked("likely/b.json")).lines).toEqual(["no problem in 1 definition of 1 file"]);
  expect(await checked(path, "--strict")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("4 warnings") });
  // of what is misread, nobody knows what was meant
  const twice = JSON.stringify({ ...uneven, id: "twice" }).replace("{", '{"allocation": 1, ');
  written("misread", { "a.yaml": twice });
  expect((await checked("misread")).lines).toEqual([expect.stringContaining("this key stands there already")]);
});

test("as commands to GitHub Actions, each stands at its line of the repository, and nothing in it is another command", async () => {
  const path = written("git,hub: 1", {
    "a.yaml": 'kind: Segment\nname: beta\ntype: "100 % ::error::\\n, sure"\n',
    "b.json": { ...uneven, status: "setup" },
    "c.yamll": "",
  });
  const environment = { GITHUB_WORKSPACE: join(folder, "..") };
  const { exitCode, stdout } = await command(["check", path, "--format", "github"], { environment });
  const file = `file=${basename(folder)}/git%2Chub%3A 1`;
  expect([exitCode, stdout.trimEnd().split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(
        new RegExp(`^::error ${file}/a\\.yaml,line=3,col=7::type: given "100 %25 ::error::.n, sure"; `),
      ),
      expect.stringMatching(
        new RegExp(`^::warning ${file}/b\\.json,line=\\d+,col=\\d+::groups: .*\\[acknowledge: "group-sizes"\\]$`),
      ),
      `::warning ${file}/c.yamll::is not read; if it holds definitions, end its name in .yaml, .yml or .json`,
    ],
  ]);
  const right = await checked("experiments", "--format", "github");
  expect(right).toMatchObject({ exitCode: 0, lines: ["no problem in 1 definition of 1 file"] });
});

test("other files are named with their number", async () => {
  const path = written("others", { "a.yaml": definition, "README.md": "", "b.sql": "" });
  expect((await checked(path)).lines).toEqual([
    "no problem in 1 definition of 1 file; 2 other files not read: others/README.md, others/b.sql",
  ]);
});

test("all environments are checked, and warnings are about the one that is named", async () => {
  // the end of the group's name is a blank
  const groups = uneven.groups.map((group) => ({ ...group, name: `${group.name} ` }));
  const environments = { staging: { groups }, production: {} };
  const path = written("environments", { "a.json": { ...definition, environments } });
  expect((await checked(path)).lines).toEqual(["no problem in 1 definition of 1 file"]);
  const { lines } = await checked(path, "--environment", "staging", "--format", "json");
  expect(JSON.parse(lines.join("\n"))).toMatchObject({
    ...{ files: 1, definitions: 1, problems: [] },
    warnings: [
      { file: "environments/a.json", line: 8, name: "start-incomplete" },
      { line: 39, column: 14, name: "group-sizes" },
      { line: 43, column: 14, name: "unseen-characters" },
    ],
  });
  expect((await checked(path, "--environment", "stagin")).stderr).toMatch(/^warning: .*did you mean "staging"\?\n$/);
  const wrong = written("mistaken", { "a.json": { ...definition, environments: { production: { allocation: 101 } } } });
  const { lines: problems } = await checked(wrong, "--environment", "staging");
  expect(problems).toEqual([expect.stringContaining(": environments.production.allocation: given 101; allowed: ")]);
});

test("what cannot be read leaves the check undone", async () => {
  const { exitCode, lines } = await checked("missing", "wrong");
  expect([exitCode, lines.join("\n")]).toEqual([2, expect.stringMatching(/^missing: there is no such file or dir/m)]);
});
