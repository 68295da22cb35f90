import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = join(__dirname, "../../node_modules");

/** What `needs` names is loaded by every command but `--help` and `--version`, and not by every Node. */
const TOOLS = [
  {
    name: "cdktf",
    package: "cdktf-cli",
    script: "bundle/bin/cdktf",
    // a native module, which is built for some versions of Node only
    needs: "@cdktf/node-pty-prebuilt-multiarch",
  },
  { name: "cdktn", package: "cdktn-cli", script: "bin/cdktn", needs: "cdktn-cli/bundle/bin/cmds/handlers.js" },
] as const;

/** The first tool that starts on a Node: the package that brings it, its script for Node, and a sentence about it. */
export function commandLine(node = process.execPath) {
  const tool = TOOLS.find(({ needs }) => {
    const script = `require(${JSON.stringify(join(PACKAGES, needs))}); process.exit()`;
    return spawnSync(node, ["-e", script], { stdio: "ignore" }).status === 0;
  });
  const nodeVersion = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  if (tool === undefined) {
    throw new Error(`neither cdktf nor cdktn starts on Node ${nodeVersion}: use Node 20, or 22.19 or newer`);
  }
  const folder = join(PACKAGES, tool.package);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version: string };
  const description = `the command is ${tool.name} of ${tool.package} ${version}, which starts on Node ${nodeVersion}`;
  return { name: tool.name, package: tool.package, script: join(folder, tool.script), description };
}

export type CommandLine = ReturnType<typeof commandLine>;
