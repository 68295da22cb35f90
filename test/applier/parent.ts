import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { APPLIER } from "./applier";
import type { Scene } from "./subjects";

/** Starts a process that starts the applier, as Terraform does, and a stream that ends with the applier. */
export function startByTerraform({ subject, emulator, stack }: Scene): { terraform: ChildProcess; applier: Readable } {
  const start = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, process.argv.slice(1), { stdio: ["ignore", "pipe", "pipe", 3] }).stdout.resume();`;
  const terraform = spawn(process.execPath, ["-e", start, APPLIER, stack.command(subject.action)], {
    env: { SERVICE_BASE_URL: emulator.address, SERVICE_API_KEY: emulator.key },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return { terraform, applier: terraform.stdio[3] as Readable };
}
