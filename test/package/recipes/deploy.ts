import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { App, LocalBackend } from "cdktf";
import { startEmulator } from "cdktf-experimentation/emulator";
import { Checkout } from "./checkout";

test("a deploy creates the experiment, and the next one has nothing to do", async () => {
  const emulator = await startEmulator();
  const outdir = await mkdtemp(join(tmpdir(), "checkout-"));
  const app = new App({ outdir });
  const stack = new Checkout(app, "checkout");
  new LocalBackend(stack, { path: join(outdir, "checkout.tfstate") }); // a state of its own
  app.synth();

  // the emulator runs in this process, so do not block it with execFileSync
  const terraform = (...args: string[]) =>
    promisify(execFile)("terraform", args, {
      cwd: join(outdir, "stacks/checkout"),
      env: { ...process.env, SERVICE_BASE_URL: emulator.baseUrl, SERVICE_API_KEY: emulator.key },
    });
  try {
    await terraform("init");
    await terraform("apply", "-auto-approve");
    await terraform("plan", "-detailed-exitcode"); // fails when anything would change

    assert.equal(emulator.calls.length, 1);
    assert.equal(emulator.record("experiment", "one_page_checkout")?.allocation, 10);
  } finally {
    await emulator.close();
    await rm(outdir, { recursive: true });
  }
});
