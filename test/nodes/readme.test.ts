import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { blocksOf, pages, ROOT } from "../docs/pages";
import { run } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";

const folder = temporaryFolder();

/** The lines of shell in the README, block by block. */
const blocks = pages()
  .filter(({ path }) => path === "README.md")
  .flatMap(blocksOf)
  .filter(({ language }) => language === "sh")
  .map(({ code }) => code.trim().split("\n"));

/** All that git would commit, as a clean clone has it. */
function cloned(): string {
  const clone = join(folder, "clone");
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT, encoding: "utf8" });
  for (const path of listed.split("\0").filter((each) => each !== "")) {
    mkdirSync(join(clone, path, ".."), { recursive: true });
    cpSync(join(ROOT, path), join(clone, path));
  }
  return clone;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}

test("the README's commands lead, in their order, from a clean clone to a deploy, a review and a second deploy; its last are the demo and the tests", async () => {
  const [install = [], emulator = [], deploy = [], plan = [], demo = [], tests = [], ...others] = blocks;
  expect([demo, tests, others]).toEqual([["npm ci && npm run demo"], ["npm ci && npm test"], []]);
  const port = await freePort();
  const script = [
    ...install,
    // another terminal
    `( ${emulator.join("\n")} -- --port ${port} ) & other=$!`,
    "trap 'kill $other; wait $other || true' EXIT",
    `for i in $(seq 300); do curl --silent http://127.0.0.1:${port}/ && break; sleep 0.1; done`,
    // a person approves each plan
    `${deploy.join("\n").replace("127.0.0.1:8787", `127.0.0.1:${port}`)} -- --auto-approve`,
    "sed -i 's/allocation: 10/allocation: 60/' experiments/one_page.yaml",
    ...plan,
    "npm run deploy -- --auto-approve",
    `cd - && ${demo.join(" && ").replace("npm ci && ", "")}`,
  ];
  const { exitCode, output } = await run("bash", ["-e", "-c", script.join("\n")], {
    directory: cloned(),
    environment: { ...process.env, CHECKPOINT_DISABLE: "1" },
    patience: 300,
  });
  const said = stripVTControlCharacters(output);
  expect({ exitCode, said: exitCode === 0 ? "" : said.slice(-4_000) }).toEqual({ exitCode: 0, said: "" });
  expect(said).toMatch(
    /created experiment one_page_checkout[\s\S]*Not ready[\s\S]*ramp[\s\S]*updated experiment one_page_checkout/,
  );
}, 600_000);
