import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { TERRAFORM_VARIABLE, terraformProgram } from "../../lib/text/shell";
import { shareProvider } from "./provider";
import tellStaleBuild from "./stale-build";
import { INITIALISED } from "./terraform";

const CACHE = join(__dirname, "../../node_modules/.cache/terraform-programs");

/** Runs once before all tests: every worker then uses the same provider and the same Terraform. */
export default async function setUp(): Promise<void> {
  tellStaleBuild();
  const { description } = await shareProvider();
  rmSync(INITIALISED, { recursive: true, force: true });
  console.error(description);
  if (process.env[TERRAFORM_VARIABLE]) useInPlaceOfTerraform(terraformProgram(process.env));
}

/** Lets all that starts `terraform` start another program, so that messages and commands are the same in every test. */
function useInPlaceOfTerraform(program: string): void {
  const path = spawnSync("sh", ["-c", 'command -v "$0"', program], { encoding: "utf8" }).stdout.trim();
  if (path === "") throw new Error(`${TERRAFORM_VARIABLE} names ${program}, which is not on PATH`);
  const folder = join(CACHE, path.replaceAll(/[^\w.-]/g, "_"));
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "terraform"), { force: true });
  symlinkSync(path, join(folder, "terraform"));
  process.env.PATH = [folder, process.env.PATH].join(delimiter);
  delete process.env[TERRAFORM_VARIABLE];
}
