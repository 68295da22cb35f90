import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { Segment } from "../../lib";
import { segment } from "./things";

describe("the note that a create succeeded", () => {
  test.each([
    ["done", "is kept while the stack declares the thing", ["beta", "other"], true],
    ["done", "is forgotten when the stack declares the thing no longer", ["other"], false],
    ["pending", "is kept by its end that is unknown", ["other"], true],
  ])("%s: %s", (state, _, declared, isKept) => {
    const outdir = mkdtempSync(join(tmpdir(), "notes-"));
    const note = join(outdir, "stacks/stack/creates", state, "segment_beta.json");
    mkdirSync(join(note, ".."), { recursive: true });
    writeFileSync(note, "{}");
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "stack");
    for (const id of declared) new Segment(stack, id, { ...segment, id });
    app.synth();

    expect(existsSync(note)).toBe(isKept);
    rmSync(outdir, { recursive: true });
  });
});
