import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { linkPackages, moduleOf, node, projectOfInit, synthExample } from "./example-runs";
import { type Block, blocksOf, pages, ROOT, recipe, recipes } from "./pages";

const blocks = pages().flatMap(blocksOf);

const written = (language: string) => blocks.filter((block) => block.language === language);
/** What runs in a test of its own, or comes from a run. */
const isHeldElsewhere = ({ marker }: Block) => /^(recipe|output|init):/.test(marker);

test("every block is in a language that a test holds, and text is the output of a run", () => {
  const held = ["ts", "js", "json", "sh", "yaml", "text", "mermaid"];
  const loose = written("text").filter((block) => !isHeldElsewhere(block));

  expect(blocks.filter(({ language }) => !held.includes(language)).map(({ place }) => place)).toEqual([]);
  expect(loose.map(({ place }) => place)).toEqual([]);
  // as many as the pages have fences
  expect(blocks.length).toBe(pages().flatMap(({ text }) => text.match(/^ *```/gm) ?? []).length / 2);
  for (const { code } of written("json")) expect(() => JSON.parse(code)).not.toThrow();
});

const typescript = written("ts").filter((block) => !isHeldElsewhere(block));

describe("TypeScript", () => {
  const folder = temporaryFolder();
  let refused: string;
  let ends: readonly { readonly thrown?: string; readonly warnings?: readonly string[] }[];
  beforeAll(async () => {
    await linkPackages(folder);
    for (const [index, block] of typescript.entries()) {
      await mkdir(join(folder, `${index}`));
      await writeFile(join(folder, `${index}/main.ts`), moduleOf(block));
      await addDefinitions(join(folder, `${index}`), ["one_page.yaml", "sources.yaml"]);
    }
    await addDefinitions(folder, ["one_page.yaml"]);
    for (const name of recipes.filter((each) => each.endsWith(".ts")))
      await writeFile(join(folder, name), recipe(name));
    await writeFile(join(folder, "package.json"), "{}");
    // what the first stack has; its code is run here, too
    const { compilerOptions } = JSON.parse(projectOfInit["tsconfig.json"] ?? "") as {
      readonly compilerOptions: object;
    };
    const options = { ...compilerOptions, noEmit: false };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["**/*.ts"] }));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    // it writes what it refuses as well, and each test looks for its own
    refused = await node([compiler, "--project", folder], folder).then(
      () => "",
      ({ stdout }) => stdout,
    );
    // one process for all, because most of the time of each would be that of loading the framework
    const { stdout } = await node(["-e", RUN_ALL, `${typescript.length}`], folder);
    ends = JSON.parse(stdout.split("\n").at(-1) ?? "") as typeof ends;
  });

  test.each(typescript.map(({ place }, index) => [place, index] as const))(
    "%s compiles and synthesises without a warning",
    (_, index) => {
      expect(refused.split("\n").filter((line) => line.startsWith(`${index}/`))).toEqual([]);
      expect(ends[index]).toEqual({ warnings: [] });
    },
  );

  test.each(["calls", "deploy", "rules"])("the recipe %s.test.ts compiles and passes", async (name) => {
    expect(refused.split("\n").filter((line) => /^(checkout|calls|deploy|house-rules|rules)/.test(line))).toEqual([]);
    // what cdktf makes for a test of a user's goes with the folder
    const { stdout } = await node([`${name}.test.js`], folder, { TMPDIR: folder });
    expect(stdout).toMatch(/^(#|ℹ) pass 1$/m);
  });
});

/** Adds the folder of definitions that the pages include. */
async function addDefinitions(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(join(folder, "experiments"));
  for (const name of names) await writeFile(join(folder, "experiments", name), recipe(name));
}

const folderOfApp = temporaryFolder();

test("the example app has no warning", async () => {
  await synthExample(folderOfApp);
  const { stacks } = JSON.parse(await readFile(join(folderOfApp, "cdktf.out/manifest.json"), "utf8")) as {
    readonly stacks: Readonly<Record<string, { readonly annotations: readonly object[] }>>;
  };
  expect(Object.values(stacks).map(({ annotations }) => annotations)).toEqual([[]]);
});

/** Runs the `main.js` of so many folders, each in its folder, and prints what each has thrown, or warns of. */
const RUN_ALL = `
  const { existsSync, readFileSync } = require("node:fs");
  const { join } = require("node:path");
  const root = process.cwd();
  const ends = Array.from({ length: Number(process.argv[1]) }, (_, index) => {
    process.chdir(join(root, String(index)));
    try {
      require(join(root, String(index), "main.js"));
      const manifest = "cdktf.out/manifest.json";
      const { stacks } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : { stacks: {} };
      return { warnings: Object.values(stacks).flatMap(({ annotations }) => annotations.map(({ message }) => message)) };
    } catch (error) {
      return { thrown: error.stack };
    }
  });
  process.stdout.write("\\n" + JSON.stringify(ends));
`;
