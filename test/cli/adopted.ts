import { mkdtempSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import type { Construct } from "constructs";
import * as library from "../../lib";
import { command } from "./command";
import { typeErrorsIn } from "./type-errors";

const root = join(__dirname, "../..");

/** Runs `adopt` on records, given as a file's content. Throws unless it succeeds. */
export async function adopt(records: unknown, ...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await command(["adopt", "-", ...options], { stdin: JSON.stringify(records) });
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

/** Compiles sources as a strict user would. Returns what the compiler says, one line for each error. */
export function compile(folder: string, sources: readonly string[]): readonly string[] {
  const project = mkdtempSync(join(folder, "project-"));
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "junction");
  return typeErrorsIn(
    project,
    Object.fromEntries(sources.map((source, index) => [`src/adopted-${index}.ts`, source])),
    {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { types: ["node"], paths: { "cdktf-experimentation": [join(root, "lib/index.ts")] } },
      include: ["src"],
    },
  );
}

/** Runs an adopted source: puts its constructs into a scope. */
export function load(source: string): (scope: Construct) => Readonly<Record<string, Construct>> {
  const { code } = transformSync(source, {
    swcrc: false,
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  });
  const resolve = createRequire(__filename);
  const required = (name: string) => (name === "cdktf-experimentation" ? library : resolve(name));
  const exported: Partial<Adopted> = {};
  new Function("require", "exports", code)(required, exported);
  if (exported.adoptExisting === undefined) throw new Error("the source exports no adoptExisting");
  return exported.adoptExisting;
}

interface Adopted {
  adoptExisting(scope: Construct): Readonly<Record<string, Construct>>;
}
