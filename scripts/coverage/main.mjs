/**
 * Runs the tests, and says which lines and branches of `lib` ran: in the tests' own processes, in the applier that Terraform
 * starts, and in the command line. `--json <file>` writes what each file has; all other options are for jest.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { transformSync } from "@swc/core";
import coverage from "istanbul-lib-coverage";
import jest from "../../jest.config.mjs";
import { bundleApplier, bundleCalls } from "../bundle.mjs";
import { countedIn, counts, instrumentedForProcess, lib, root } from "./instrument.mjs";

const PROJECTS = ["unit", "applier", "null_resource", "terraform_data", "tools"];
const LEAST_COVERED = 25;

const args = process.argv.slice(2);
const option = args.indexOf("--json");
const [, summaryFile] = option < 0 ? [] : args.splice(option, 2);
const sources = readdirSync(lib, { recursive: true })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => join(lib, path));

rmSync(counts, { recursive: true, force: true });
mkdirSync(counts, { recursive: true });
build();
try {
  await countInDist();
  process.exitCode = test();
} finally {
  build();
}
report(merged());

function build() {
  // the build has printed why
  if (run("scripts/build.mjs") !== 0) process.exit(1);
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
  return status ?? 1;
}

/** Lets the built code and the bundles count. The copy for CDK Terrain does not: it has the same constructs. */
async function countInDist() {
  for (const path of sources) {
    const { code } = transformSync(instrumentedForProcess(path), {
      filename: path,
      swcrc: false,
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      // the names that ES modules may import
      module: { type: "commonjs", exportInteropAnnotation: true },
    });
    writeFileSync(join(root, "dist", relative(lib, path)).replace(/\.ts$/, ".js"), code);
  }
  const counting = {
    name: "counting",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: instrumentedForProcess(path), loader: "ts" })),
  };
  await bundleApplier(root, [counting]);
  await bundleCalls(root, [counting]);
}

function test() {
  const transform = { "\\.ts$": "<rootDir>/scripts/coverage/transform.mjs" };
  const config = {
    ...jest,
    rootDir: root,
    reporters: [...jest.reporters, "<rootDir>/scripts/coverage/reporter.mjs"],
    projects: jest.projects.map((project) => ({ ...project, transform })),
  };
  const program = createRequire(import.meta.url).resolve("jest/bin/jest");
  const projects = args.includes("--selectProjects") ? [] : ["--selectProjects", ...PROJECTS];
  return run(program, ...projects, "--config", JSON.stringify(config), ...args);
}

/** What all processes counted, together. */
function merged() {
  const map = coverage.createCoverageMap(Object.fromEntries(sources.map((path) => [path, countedIn(path)])));
  for (const name of readdirSync(counts).filter((each) => each.endsWith(".json"))) {
    for (const { path, s, b } of JSON.parse(readFileSync(join(counts, name), "utf8"))) {
      const all = map.fileCoverageFor(path);
      for (const [id, count] of Object.entries(s)) all.s[id] += count;
      for (const [id, ways] of Object.entries(b)) for (const [way, count] of ways.entries()) all.b[id][way] += count;
    }
  }
  return map;
}

function report(map) {
  const figures = (summary) => {
    const { lines, branches } = summary.toJSON();
    return { lines, branches };
  };
  const files = map.files().map((path) => {
    const file = map.fileCoverageFor(path);
    return {
      path: relative(root, path),
      ...figures(file.toSummary()),
      uncoveredLines: file.getUncoveredLines().map(Number),
    };
  });
  const total = figures(map.getCoverageSummary());
  if (summaryFile !== undefined) {
    mkdirSync(dirname(summaryFile), { recursive: true });
    writeFileSync(summaryFile, `${JSON.stringify({ total, files }, null, 1)}\n`);
  }

  const missing = ({ lines, branches }) => lines.total - lines.covered + branches.total - branches.covered;
  const least = files.filter((file) => missing(file) > 0).sort((one, other) => missing(other) - missing(one));
  const row = ({ lines, branches }, name) =>
    `${[lines, branches].map(({ covered, total }) => `${covered}/${total}`.padStart(12)).join("")}  ${name}`;
  console.log(`\n${"lines".padStart(12)}${"branches".padStart(12)}`);
  for (const file of least.slice(0, LEAST_COVERED)) console.log(row(file, file.path));
  if (least.length > LEAST_COVERED)
    console.log(`and ${least.length - LEAST_COVERED} more files with something that did not run`);
  console.log(row(total, `lib: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`));
}
