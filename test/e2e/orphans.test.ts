import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { textOfFile } from "../../lib/protocol/whole-file";
import { deployment } from "../support/deployment";
import { anExperiment, aSegment } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { cutOffWarnings } from "./killing";

const folder = temporaryFolder();

/** How long an orphan may still start an attempt, and how long the service asks it to wait, in milliseconds. */
const GRACE = 1_000;
const RETRY_AFTER = 3_000;

test.concurrent.each([0, 1, 2])(
  "after a kill -9 of Terraform, with %i programs in front of Node, its update is not sent over the next deploy's",
  (depth) =>
    deployment(async (service) => {
      const { emulator, workspace } = service;
      await service.deploy(anExperiment({ allocation: 10 }));
      const { path, terraform } = shims(depth);
      emulator.fail({ status: 429, headers: { "Retry-After": `${RETRY_AFTER / 1_000}` } });
      const { length } = emulator.calls;
      service.synth(anExperiment({ allocation: 90 }));
      const killed = workspace.apply({ environment: { PATH: path } });
      while (emulator.calls[length]?.status === undefined) await pause(10);
      process.kill(Number(textOfFile(terraform)), "SIGKILL");
      const next = service.deploy(anExperiment({ allocation: 20 }));
      await Promise.all([next, killed, pause(RETRY_AFTER + GRACE)]);

      expect(emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 20 });
      expect(emulator.calls.slice(length)).toHaveLength(2);
    }),
);

test.concurrent("a create that a kill -9 of Terraform has cut off, behind a program in front of Node, is warned of", () =>
  deployment(async (service) => {
    const { emulator, workspace } = service;
    const { path, terraform } = shims(1, "create");
    emulator.fail({ hang: true });
    service.synth(aSegment());
    const killed = workspace.apply({ environment: { PATH: path } });
    while (emulator.calls[0]?.body === undefined) await pause(10);
    process.kill(Number(textOfFile(terraform)), "SIGKILL");
    await killed;
    for (let left = 200; left > 0; left--) {
      service.synth(aSegment());
      if (cutOffWarnings(service).length > 0) break;
      await pause(GRACE / 10);
    }
    expect(cutOffWarnings(service)).toEqual([
      expect.stringMatching(/^segment beta_testers: the create that started at /),
    ]);

    await service.deploy(aSegment());
    service.synth(aSegment());
    expect(cutOffWarnings(service)).toEqual([]);
    expect(emulator.records).toHaveLength(1);
  }));

/** A PATH whose `node` starts the next one, and waits; the first of them writes down which Terraform has started it. */
function shims(depth: number, name = "update"): { readonly path: string; readonly terraform: string } {
  const terraform = join(folder, `terraform of ${name} ${depth}`);
  let program = process.execPath;
  for (let level = 0; level <= depth; level++) {
    const first = level === depth ? `echo $PPID >"${terraform}"\n` : "";
    const start = level === depth && depth === 0 ? `exec "${program}" "$@"` : `"${program}" "$@"\nexit $?`;
    const bin = join(folder, `bin ${name} ${depth} ${level}`);
    mkdirSync(bin);
    if (level === 0 && depth > 0) continue;
    writeFileSync(join(bin, "node"), `#!/bin/sh\n${first}${start}\n`);
    program = join(bin, "node");
    chmodSync(program, 0o755);
  }
  return { path: [dirname(program), process.env.PATH].join(delimiter), terraform };
}
