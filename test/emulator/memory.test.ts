import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { send } from "./running";

const root = join(__dirname, "../..");

/** Enough for the emulator, and less than two of the calls below hold. */
const HEAP = "--max-old-space-size=64";

test("calls without the key cost no memory, however long and many they are", async () => {
  const args = [HEAP, join(root, "test/support/run.mjs"), join(root, "lib/cli/main.ts"), "emulator", "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  try {
    let said = "";
    while (!said.includes("Ctrl-C")) said += String((await once(child.stdout, "data"))[0]);
    const address = /http:\/\/\S+:\d+/.exec(said)?.[0] ?? "";
    const body = `[${"[],".repeat(4 * 1024 * 1024)}[]]`;
    const calls = Array.from({ length: 8 }, () => send({ address, key: "wrong" }, "POST /console/v1/segments", body));

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(401));
    expect((await send({ address, key: "emulator-key" }, "GET /emulator/calls")).status).toBe(200);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
});
