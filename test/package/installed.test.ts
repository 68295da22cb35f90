import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { startProxy } from "../support/network";
import { Project } from "./project";

let project: Project;
let emulator: Emulator;
beforeAll(async () => {
  project = await Project.create();
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator.close();
  await project.remove();
});

const orders = `new MetricSource(stack, "orders", {
    name: "orders",
    sql: "select 1",
    timestampColumn: "paid_at",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  });`;

const rest = `
  const app = new App();
  const stack = new TerraformStack(app, "warehouse");
  ${orders}
  app.synth();`;
const esm = `
  import { App, TerraformStack } from "cdktf";
  import { MetricSource } from "cdktf-experimentation";${rest}`;

/** A stack as it is written in each kind of module, and what runs it. */
const modules = {
  "stack.cjs": `
  const { App, TerraformStack } = require("cdktf");
  const { MetricSource } = require("cdktf-experimentation");${rest}`,
  "stack.mjs": esm,
  "stack.ts": esm.replace("const app =", "const app: App ="),
};

test("a stack in CommonJS, in an ES module and in TypeScript makes the same calls", async () => {
  for (const [file, code] of Object.entries(modules)) await project.write(file, code);
  const compilerOptions = { module: "node16", target: "es2022", strict: true, types: [] };
  await project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["stack.ts"] }));
  await project.tool("typescript/bin/tsc", ["--project", "tsconfig.json"]);

  const requests: string[] = [];
  for (const file of ["stack.cjs", "stack.mjs", "stack.js"]) {
    const outdir = `out of ${file}`;
    await project.node([file], { CDKTF_OUTDIR: outdir });
    const folder = join(project.directory, outdir, "stacks/warehouse/requests");
    expect(await readdir(folder)).toEqual(["metric_source_orders.json"]);
    requests.push(await readFile(join(folder, "metric_source_orders.json"), "utf8"));
  }
  expect(new Set(requests).size).toBe(1);
});

test("preflight asks the service, over https through the proxy that there is", async () => {
  await project.write("stack.cjs", modules["stack.cjs"]);
  await project.node(["stack.cjs"], { CDKTF_OUTDIR: "asked" });
  const command = ["node_modules/cdktf-experimentation/dist/cli/main.js", "preflight", "--output", "asked"];
  const environment = { SERVICE_BASE_URL: emulator.address, SERVICE_API_KEY: emulator.key };
  expect(await project.node(command, environment)).toContain("1 accepted");

  const proxy = await startProxy("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  const { exitCode, output } = await project
    .run(process.execPath, command, {
      ...environment,
      SERVICE_BASE_URL: "https://localhost",
      HTTPS_PROXY: `http://me:password@127.0.0.1:${proxy.port}`,
      DEBUG: "*",
    })
    .finally(() => proxy.close());

  expect(exitCode).toBe(1);
  expect(output).toContain("the proxy refused the connection with 403");
  expect(output).not.toContain("password");
});
