import { chmod, readdir, readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { bodies, send } from "../emulator/running";
import { recipe } from "../support/pages";
import { provider } from "../support/provider";
import { LanguageServer } from "./language-server";
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

/** A stack as it is written in each kind of module, and what runs it. */
const modules = {
  "stack.cjs": `
  const { App, TerraformStack } = require("cdktf");
  const { MetricSource } = require("cdktf-experimentation");
  const app = new App();
  const stack = new TerraformStack(app, "warehouse");
  ${orders}
  app.synth();`,
  "stack.mjs": `
  import { App, TerraformStack } from "cdktf";
  import { MetricSource } from "cdktf-experimentation";
  const app = new App();
  const stack = new TerraformStack(app, "warehouse");
  ${orders}
  app.synth();`,
  "stack.ts": `
  import { App, TerraformStack } from "cdktf";
  import { MetricSource } from "cdktf-experimentation";
  const app: App = new App();
  const stack: TerraformStack = new TerraformStack(app, "warehouse");
  ${orders}
  app.synth();`,
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

test("messages name the program that TERRAFORM_BINARY_NAME names", async () => {
  const folder = "another program";
  const path = join(project.directory, folder, "tofu");
  await project.write(`${folder}/tofu`, '#!/bin/sh\nexec terraform "$@"\n');
  await chmod(path, 0o755);
  await project.write(`${folder}/stack.cjs`, modules["stack.cjs"]);
  await project.write(`${folder}/cdktf.json`, "{}");
  const service = await startEmulator();
  const environment = {
    ...(await provider()).environment,
    TERRAFORM_BINARY_NAME: path,
    SERVICE_BASE_URL: service.address,
    SERVICE_API_KEY: service.key,
  };
  // somebody else's, which the deploy meets
  await send(service, "POST /console/v1/metrics/metric_source", { ...bodies.metricSource, name: "orders" });
  await project.node(["stack.cjs"], {}, folder);
  const stack = join(folder, "cdktf.out/stacks/warehouse");
  await project.run(path, ["init", "-no-color"], environment, stack);
  const { exitCode, output } = await project.run(path, ["apply", "-no-color", "-auto-approve"], environment, stack);
  await service.close();

  expect(exitCode).not.toBe(0);
  expect(service.calls.map(({ status }) => status)).toEqual([201, 409]);
  // Terraform breaks lines
  expect(output.replaceAll(/[│\s]+/g, "")).toContain(
    `SERVICE_ADOPT_EXISTING=true '${path}' -chdir=cdktf.out/stacks/warehouse apply`.replaceAll(/\s+/g, ""),
  );
});

test("preflight asks the service, over https through the proxy that there is", async () => {
  await project.write("stack.cjs", modules["stack.cjs"]);
  await project.node(["stack.cjs"], { CDKTF_OUTDIR: "asked" });
  const command = ["node_modules/cdktf-experimentation/dist/cli/main.js", "preflight", "--output", "asked"];
  const environment = { SERVICE_BASE_URL: emulator.address, SERVICE_API_KEY: emulator.key };
  expect(await project.node(command, environment)).toContain("1 accepted");

  const proxy = createServer((socket) => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://me:password@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { exitCode, output } = await project.run(process.execPath, command, {
    ...environment,
    SERVICE_BASE_URL: "https://localhost",
    HTTPS_PROXY: address,
    DEBUG: "*",
  });
  proxy.close();

  expect(exitCode).toBe(1);
  expect(output).toContain("the proxy refused the connection with 403");
  expect(output).not.toContain("password");
});

test.each(["calls", "deploy"])("the recipe %s.test.ts works as an ES module of JavaScript", async (name) => {
  for (const file of ["checkout", `${name}.test`])
    await project.write(`${file}.mjs`, withoutTypes(recipe(`${file}.ts`)));
  const { environment } = await provider();

  expect(await project.node([`${name}.test.mjs`], { ...environment })).toMatch(/^(#|ℹ) pass 1$/m);
});

/** TypeScript as an ES module of JavaScript. */
function withoutTypes(source: string): string {
  const { code } = transformSync(source, { jsc: { parser: { syntax: "typescript" }, target: "es2022" } });
  return code.replace('"./checkout"', '"./checkout.mjs"');
}

test("an editor shows meaning, bounds and type where the pointer rests on a prop, a nested field or a setting", async () => {
  const lines = [
    'import { Experiment, ExperimentationService, MetricSource } from "cdktf-experimentation";',
    'import type { TerraformStack } from "cdktf";',
    "export function build(stack: TerraformStack): void {",
    '  const service = new ExperimentationService(stack, "service", { retryBudgetSeconds: 60 });',
    '  new Experiment(stack, "a", { name: "Checkout", allocation: 5, groups: [{ size: 50 }], service });',
    '  new MetricSource(stack, "b", { name: "m", sql: "", timestampColumn: "", idTypeMapping: [{ serviceUnitID: "" }] });',
    "}",
  ];
  const server = new LanguageServer(project.directory);
  const shown: string[] = [];
  try {
    await server.open("hover.ts", lines.join("\n"));
    for (const [line, word] of [
      [4, "allocation"],
      [4, "groups"],
      [4, "size"],
      [4, "service }"],
      [3, "retryBudget"],
      [5, "serviceUnitID"],
    ] as const) {
      shown.push(await server.hover("hover.ts", line, lines[line]?.indexOf(word) ?? 0));
    }
  } finally {
    server.close();
  }

  expect(shown).toEqual([
    expect.stringContaining("Percent of the layer that is allocated, 0 to 100."),
    expect.stringContaining("groups?: IResolvable | readonly (ExperimentGroup | IResolvable)[]"),
    expect.stringContaining("Share of the allocated units, in percent."),
    expect.stringContaining(
      "The `ExperimentationService` that holds the entity. When left out, the only one of the stack",
    ),
    expect.stringContaining("at most 86400. 1200 when left out."),
    expect.stringContaining("Unit id in the service, for example `userID`."),
  ]);
});
