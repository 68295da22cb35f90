import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { OLDEST_NODE, oldNodeText } from "../../lib/text/node-version";

test("the oldest Node is that of package.json", () => {
  const { engines } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    readonly engines: { readonly node: string };
  };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});

test.each(["20.12.0", "20.13.1", "22.0.0", "100.0.0"])("Node %s is new enough", (version) => {
  expect(oldNodeText("", version)).toBeUndefined();
});

test.each(["20.11.1", "18.20.8", "12.22.12"])(
  "Node %s is too old: which it is, where it is, and what is needed",
  (version) => {
    const text = oldNodeText("where Terraform runs", version, "/usr/bin/node");
    for (const fact of [version, "/usr/bin/node", "20.12", "PATH where Terraform runs", "nothing was sent"])
      expect(text).toContain(fact);
  },
);

test.each([
  ["cli/main.js", ["../text/node-version", "./command-line"]],
  ["supported-node.js", ["./text/node-version"]],
  ["text/node-version.js", []],
])("an old Node reads %s, and loads nothing before it says that it is too old", (file, loaded) => {
  const source = readFileSync(join(__dirname, "../../dist", file), "utf8");
  const codeFor = (target: string) => transformSync(source, { target }).code;
  expect(codeFor("node12")).toBe(codeFor("esnext"));
  expect([...source.matchAll(/require\("(.*)"\)/g)].map(([, name]) => name)).toEqual(loaded);
});
