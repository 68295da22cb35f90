import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./child-process";
import { mirrorRealProvider } from "./real-provider";

/** Not that of a registry: Terraform finds it only where its configuration says. */
const ID = { address: "registry.invalid/acme/thing", version: "1.2.3" };
const GO_ARCH = arch() === "x64" ? "amd64" : arch();

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "real provider-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** Configures Terraform as a user would who has the provider in a mirror. */
async function configureUserMirror(): Promise<string> {
  const mirror = join(directory, "mirror");
  const binary = join(mirror, ID.address, ID.version, `${platform()}_${GO_ARCH}`, "terraform-provider-thing_v1.2.3");
  await mkdir(join(binary, ".."), { recursive: true });
  await writeFile(binary, "never started by init");
  await chmod(binary, 0o755);
  process.env.TF_CLI_CONFIG_FILE = join(directory, "user.tfrc");
  const settings = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;
  await writeFile(process.env.TF_CLI_CONFIG_FILE, settings);
  return mirror;
}

test("a provider that the user's Terraform finds is kept, and found without it from then on", async () => {
  const mirror = await configureUserMirror();
  const cache = join(directory, "cache");
  expect(await mirrorRealProvider(ID, cache)).toEqual({ environment: { TF_CLI_CONFIG_FILE: expect.any(String) } });
  await rm(mirror, { recursive: true });

  const again = await mirrorRealProvider(ID, cache);
  if (!("environment" in again)) throw new Error(again.reason);
  const providers = { thing: { source: ID.address, version: ID.version } };
  await writeFile(join(directory, "main.tf.json"), JSON.stringify({ terraform: { required_providers: providers } }));
  const environment = { PATH: process.env.PATH ?? "", HOME: directory, ...again.environment };
  const init = await run("terraform", ["init", "-no-color"], {
    directory,
    environment,
    signal: new AbortController().signal,
  });
  expect(init).toMatchObject({ exitCode: 0, output: expect.stringContaining("Installed registry.invalid/acme/thing") });
});

test("a provider that cannot be had comes with Terraform's reason", async () => {
  await configureUserMirror();
  const real = await mirrorRealProvider({ ...ID, version: "9.9.9" }, join(directory, "cache"));
  expect(real).toEqual({ reason: "Failed to query available provider packages" });
});
