import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kinds } from "../../lib/api/kinds";
import { warningNames } from "../../lib/declare/warnings";
import { serviceResourcePrefix, suffixes, triggerAttributes } from "../../lib/entity/resource-name";
import { changeActions } from "../../lib/plan/planned-action";
import { riskNames } from "../../lib/protocol/risk-names";
import { command } from "../cli/command";
import { deployedBy, takeOverState, variables } from "../e2e/former-release";
import { deployment } from "../support/deployment";
import { ROOT } from "./pages";

const page = textOf("docs/public-api.md");

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The words in backticks in the row of a table whose first cell is this, without those of the cell itself. */
function row(first: string, text = page): string[] {
  const line = text.split("\n").find((each) => each.startsWith(`| ${first} |`));
  if (line === undefined) throw new Error(`no table has a row ${first}`);
  return codeIn(line.slice(first.length + 4));
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

function exportsOf(declarations: string): string[] {
  const text = textOf(`dist/${declarations}`);
  const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/\w+(?=\s*(,|$))/g)].map(([name]) => name),
  );
  const own = [...text.matchAll(/^export (?:declare )?(?:interface|function|const|class|type) (\w+)/gm)];
  return [...listed, ...own.map(([, name = ""]) => name)].sort();
}

test("the page names what each entry exports, and the schemas", () => {
  const main = [...row("`cdktf-experimentation`"), ...row("its types")].sort();
  const testing = row("`cdktf-experimentation/testing`").sort();
  const { exports: entries } = JSON.parse(textOf("package.json")) as { readonly exports: object };
  const entryNames = codeIn(page.split("## Constructs")[0] ?? "").filter((code) => code.startsWith("cdktf-exp"));

  expect(exportsOf("index.d.ts")).toEqual(main);
  expect(exportsOf("cdktn/index.d.ts")).toEqual(main);
  expect(exportsOf("testing/index.d.ts")).toEqual(testing);
  expect(exportsOf("cdktn/testing/index.d.ts")).toEqual(testing);
  expect(exportsOf("emulator/index.d.ts")).toEqual(row("`cdktf-experimentation/emulator`").sort());
  expect(entryNames.map((name) => name.replace("cdktf-experimentation", ".")).sort()).toEqual(
    Object.keys(entries)
      .filter((name) => name !== "./package.json")
      .sort(),
  );
  expect(row("`cdktf-experimentation/schemas/*.json`").sort()).toEqual(
    readdirSync(join(ROOT, "schemas"))
      .map((file) => file.replace(".json", ""))
      .sort(),
  );
});

test("the page of the command line names each command", async () => {
  const { stdout: help } = await command(["--help"]);

  expect(firstCells("docs/command-line.md", "| Command | What it does |")).toEqual(
    [...help.matchAll(/^ {2}([a-z]+) \[(?:options|topic)\]/gm)].map(([, name]) => name),
  );
});

/** The names of an output's keys. What the API's spelling decides is not looked into. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isFree =
      /^(body|parameters|before|after|declared|actual)$/.test(key) || (key === "fields" && !Array.isArray(inner));
    return isFree ? [key] : [key, ...keysOf(inner)];
  });
}

/** The words in backticks of a section: the names of keys, also of those in a path. */
function keysNamedIn(path: string, heading: string): string[] {
  const [, section = ""] = textOf(path).split(`\n${heading}\n`);
  return codeIn(section.split("\n## ")[0] ?? "").flatMap((code) => code.split(/\W+/));
}

test("the pages name every key of what the commands print for programs", () =>
  deployment(
    async (service) => {
      takeOverState(service, "1.0.0");
      const changed = { allocation: 10, links: undefined, endsOn: "2020-01-01", team: "checkout" };
      await service.plan(deployedBy({ layered: changed, lacking: { ignoreChanges: true } }));
      const { directory, stackDirectory } = service.workspace;
      mkdirSync(join(directory, "records"));
      const record = { name: "Layered", id: "layered", allocation: 20, status: "active" };
      writeFileSync(join(directory, "records/a.json"), JSON.stringify([record, { ...record, id: "other" }, {}]));
      const plan = join(stackDirectory, "tfplan.json");
      await service.workspace.shownPlan();

      for (const argv of [
        ["requests", "--format", "json"],
        ["review", "--format", "json", "--plan", plan],
        ["drift", "--format", "json", "records"],
        ["list", "--format", "json"],
        ["types", "--format", "json"],
      ]) {
        const { stdout, stderr } = await command(argv, { directory });
        const output = argv.filter((each) => !each.startsWith(directory) && !/^(--plan|records)$/.test(each)).join(" ");
        const ofEntities = codeIn(page.split("An *entity* has")[1]?.split("\n\n")[0] ?? "");
        const own = argv[0] === "review" ? keysNamedIn("docs/review.md", "## JSON") : row(`\`${output}\``);
        const named = [...own, ...ofEntities, ...row("`requests --format json`")];
        if (stdout === "") throw new Error(`${output}: ${stderr}`);
        expect([output, keysOf(JSON.parse(stdout)).filter((key) => !named.includes(key))]).toEqual([output, []]);
      }
    },
    { environment: ({ baseUrl, key }) => ({ SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: key, ...variables }) },
  ));

test("the page names what the names of resources are made of", () => {
  expect(row("type and name of a resource")).toEqual(
    expect.arrayContaining([serviceResourcePrefix, ...Object.values(suffixes), ...Object.keys(triggerAttributes)]),
  );
});

/** The words in backticks in the first cells of a table that begins in this way. */
function firstCells(path: string, heads: string): string[] {
  const [, table = ""] = textOf(path).split(heads);
  return [...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) => codeIn(cell));
}

/** The headings of the third level. */
function headings(path: string): string[] {
  return [...textOf(path).matchAll(/^### (\S+)$/gm)].map(([, heading = ""]) => heading);
}

test.each([
  ["kind", row("`kind`").sort(), kinds.map(({ name }) => name).sort()],
  ["warning", firstCells("docs/preflight-and-warnings.md", "| Name | Warns of |").sort(), warningNames],
  ["action of a review", firstCells("docs/review.md", "| Action | What happens | Calls |"), changeActions],
  ["risk", headings("docs/risks.md").sort(), [...riskNames].sort()],
])("the pages name every %s", (_, named, names) => {
  expect(named).toEqual([...names]);
});

test("the page of the command line has every environment variable that is read", () => {
  const code = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => textOf(join("lib", path)))
    .join("\n");
  const places = [
    ...code.matchAll(/\b(?:environment|env)\.\w+/g),
    ...code.matchAll(/\b\w*VARIABLES?(?: =|:) (?:\[[^\]]*\]|"[^"]*")/gi),
    ...code.matchAll(/\{ [^{}]+ \}(?: = |: \S*)environment\b/g),
  ].join("\n");
  const read = new Set(
    places.replaceAll(/\w*VARIABLES?(?= =|:)/g, "").match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:LANG|TERM)\b/g),
  );
  // what an applier gets from its own provisioner, and what Node has for all programs
  for (const own of ["EXPERIMENTATION_VALUES", "NODE_DEBUG"]) read.delete(own);
  // Node itself reads one of them, and a proxy's may stand in lower case
  for (const elsewhere of ["NODE_EXTRA_CA_CERTS", "NO_PROXY"]) read.add(elsewhere);

  const named = firstCells("docs/command-line.md", "| Variable | Read by | Meaning |");
  expect([...read].sort()).toEqual(named.filter((name) => /^[A-Z]/.test(name)).sort());
  expect(JSON.parse(textOf("package.json"))).toMatchObject({ engines: { node: ">=20.12" } });
  expect(page).toContain("Node 20.12 or newer");
});
