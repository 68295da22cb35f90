import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { AnnotationMetadataEntryType, App, TerraformStack } from "cdktf";
import { Experiment } from "cdktf-experimentation";
import { addHouseRules } from "./house-rules";

const good = { name: "One page", id: "web_one_page", team: "checkout" };

/** Synthesises each of some experiments in a stack of its own; returns the warnings. */
function synth(...experiments: { name: string; id: string; team?: string }[]): string[] {
  const outdir = mkdtempSync(join(tmpdir(), "rules-"));
  try {
    const app = new App({ outdir });
    const stacks = experiments.map((props, index) => {
      const stack = new TerraformStack(app, `stack-${index + 1}`);
      new Experiment(stack, "experiment", { ...props, acknowledge: ["create-only", "enterprise-only"] });
      return stack;
    });
    addHouseRules(...stacks);
    app.synth();
    const metadata = app.node.findAll().flatMap(({ node }) => node.metadata);
    return metadata.filter(({ type }) => type === AnnotationMetadataEntryType.WARN).map(({ data }) => String(data));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

test("an experiment that keeps the rules is neither refused nor warned of", () => {
  const warnings = synth(good, { ...good, id: "web_two_pages" });

  assert.deepEqual(warnings, []);
});

test("an experiment without a team is refused", () => {
  assert.throws(
    () => synth({ ...good, team: undefined }),
    /\[stack-1\/experiment\] team: every experiment names its team/,
  );
});

test("an id without the prefix is a warning", () => {
  const warnings = synth({ ...good, id: "one_page" });

  assert.deepEqual(warnings, ['id: "one_page" does not begin with "web_"']);
});

test("an experiment in two stacks is refused", () => {
  assert.throws(
    () => synth(good, good),
    /\[stack-2\/experiment\] id: the stack stack-1 declares "web_one_page" already/,
  );
});
