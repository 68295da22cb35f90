import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Prop, propGroups } from "../docs/reference";
import { startProxy } from "../support/network";
import { Project, ROOT } from "./project";
import { pack, type Tarball } from "./tarball";
import { stackOf } from "./typescript-stack";

let tarball: Tarball;
let project: Project;
beforeAll(async () => {
  tarball = await pack();
  project = await Project.create({ tarball: tarball.path });
});
afterAll(async () => {
  await project.remove();
  await tarball.remove();
});

test("the tarball holds what users need, and nothing else", () => {
  const inDist = tarball.files.filter((path) => path.startsWith("dist/"));
  const isKnown = (path: string) => path.startsWith("dist/") || /^(docs|experiments|schemas)\//.test(path);
  const sourceOf = (path: string) => path.replace(/^dist(\/cdktn)?/, "lib").replace(/(\.d\.ts|\.js)$/, ".ts");
  const withoutSource = inDist.filter((path) => !existsSync(join(ROOT, sourceOf(path))));

  expect(tarball.files.filter((path) => !isKnown(path)).sort()).toEqual(
    "CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md main.ts package.json".split(" "),
  );
  expect([...new Set(withoutSource.map(dirname))]).toEqual(["dist/applier/bundle"]);
  expect(inDist.filter((path) => /^dist\/(cli|applier)\/.*\.d\.ts$/.test(path))).toEqual([]);
  expect(tarball.files).toEqual(expect.arrayContaining(["schemas/entity.json", "schemas/experiment.json"]));
  expect(inDist).toEqual(expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "dist/cli/main.js"]));
});

test("the tarball resolves in every way that TypeScript has", async () => {
  const options = [tarball.path, "--no-color", "--no-emoji"];
  expect(await project.tool("@arethetypeswrong/cli/dist/index.js", options)).toContain("No problems found");
});

test("the declarations have the doc comments of each field, which an editor shows", () => {
  const shapes = readFileSync(join(ROOT, "dist/shapes.d.ts"), "utf8");
  const all = (each: readonly Prop[]): Prop[] => each.flatMap((prop) => [prop, ...all(prop.fields)]);
  for (const { name, props } of propGroups().filter((group) => group.name !== "settings")) {
    const text = readFileSync(join(ROOT, `dist/${name}.d.ts`), "utf8") + shapes;
    const bare = all(props).filter((prop) => !text.includes(`/** ${prop.comment} */\n    ${prop.name}`));
    expect([name, ...bare.map((prop) => prop.name)]).toEqual([name]);
  }
});

test("preflight asks the service over https, through the proxy that there is, with what the package brings", async () => {
  const app = `
    const { App, TerraformStack } = require("cdktf");
    const { MetricSource } = require("cdktf-experimentation");
    const app = new App();
    const source = { name: "orders", sql: "select 1", timestampColumn: "at", idTypeMapping: [] };
    new MetricSource(new TerraformStack(app, "warehouse"), "orders", source);
    app.synth();
  `;
  await project.node(["-e", app]);
  const proxy = await startProxy("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  const HTTPS_PROXY = `http://me:password@127.0.0.1:${proxy.port}`;
  const environment = { SERVICE_BASE_URL: "https://localhost", SERVICE_API_KEY: "key", HTTPS_PROXY, DEBUG: "*" };
  const preflight = project.run("npx", ["--no-install", "cdktf-experimentation", "preflight"], environment);
  const { exitCode, output } = await preflight.finally(() => proxy.close());

  expect(exitCode).toBe(2);
  expect(output).toContain(`the proxy 127.0.0.1:${proxy.port}: refused the connection with 403`);
  expect(output).not.toContain("password");
});

/** What the framework's own template for a TypeScript project asks of the compiler. */
async function templateOptions(): Promise<object> {
  const path = join(ROOT, "node_modules/cdktf-cli/bundle/templates/typescript/tsconfig.json");
  return (JSON.parse(await readFile(path, "utf8")) as { readonly compilerOptions: object }).compilerOptions;
}

const TYPESCRIPT_5 = "@arethetypeswrong/core/node_modules/typescript/bin/tsc";

test.each([
  ["nodenext", undefined, async () => ({ module: "nodenext" })],
  ["bundler", undefined, async () => ({ module: "preserve", moduleResolution: "bundler" })],
  ["classic, by TypeScript 5 and the framework's template", TYPESCRIPT_5, templateOptions],
])(
  "a stack is compiled with the resolution %s, and the compiler reads nothing else than this package and the framework",
  async (_, compiler, options) => {
    await project.write("stack.ts", stackOf("cdktf"));

    const packages = await project.compile(
      "stack.ts",
      { ...(await options()), skipLibCheck: false, noEmit: true },
      compiler,
    );
    expect(packages).toEqual(["cdktf", "cdktf-experimentation", "constructs"]);
  },
);
