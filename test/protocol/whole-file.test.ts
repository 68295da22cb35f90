import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFile, untilFree, writeWhole } from "../../lib/protocol/whole-file";

describe("a file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "whole-file-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is written and replaced, and nothing is left beside it", () => {
    const path = join(folder, "a");
    writeWhole(path, "1");
    writeWhole(path, "2");

    expect(readFileSync(path, "utf8")).toBe("2");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("is written where a draft was left behind", () => {
    const path = join(folder, "a");
    writeFileSync(`${path}.${process.pid}.new`, "half");
    writeWhole(path, "1");

    expect(readFileSync(path, "utf8")).toBe("1");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("takes the place of a link, and what the link led to stays", () => {
    const [path, target] = [join(folder, "a"), join(folder, "target")];
    writeFileSync(target, "before");
    symlinkSync(target, path);
    writeWhole(path, "1");

    expect([readFileSync(path, "utf8"), readFileSync(target, "utf8")]).toEqual(["1", "before"]);
  });

  test("is removed, or was not there", () => {
    writeFileSync(join(folder, "a"), "1");
    removeFile(join(folder, "a"));
    removeFile(join(folder, "a"));

    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a file in use", () => {
  /** Acts on a file that is in use for the first so many times. */
  function acting(times: number, code: string, platform: NodeJS.Platform = "win32") {
    const waits: number[] = [];
    let count = 0;
    const act = () => {
      count++;
      if (count <= times) throw Object.assign(new Error(code), { code });
    };
    return { waits, count: () => count, run: () => untilFree(act, platform, (wait) => waits.push(wait)) };
  }

  test.each(["EACCES", "EBUSY", "EPERM"])("with %s is tried again on Windows until it is free", (code) => {
    const { run, waits, count } = acting(3, code);
    run();

    expect([count(), waits]).toEqual([4, [10, 20, 40]]);
  });

  test("for longer than about a second is an error", () => {
    const { run, waits } = acting(100, "EBUSY");

    expect(run).toThrow("EBUSY");
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640]);
  });

  test.each([
    ["on other systems, where these codes are about permission", "EACCES", "linux"],
    ["where the error is another", "EISDIR", "win32"],
  ] as const)("is not waited for %s", (_, code, platform) => {
    const { run, count } = acting(1, code, platform);

    expect(run).toThrow(code);
    expect(count()).toBe(1);
  });
});
