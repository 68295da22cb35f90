import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, TerraformVariable } from "cdktf";
import {
  Experiment,
  type ExperimentProps,
  fromEnvironment,
  IngestionSource,
  MetricSource,
  PromptVersion,
  Segment,
  type SegmentProps,
} from "../../lib";
import type { Deployment } from "./deployment";
import {
  aService,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  oneOfEach,
  promptVersion,
  resourceType,
  segment,
  together,
} from "./samples";

/** The variables that a deploy of `everyForm` needs. */
export const variables = { TF_VAR_place: "north", BOT_TOKEN: "t0ken-of-the-bot" } as const;

/** Versions whose states are kept; the second is the last before entities keep their service. */
export const formerReleases = ["0.1.0", "0.2.0"] as const;

/** Where the code differs from what a former version has deployed. */
export interface Changes {
  /** The address of the service, if it is in the code. */
  readonly baseUrl?: string;
  /** Whether warnings are errors. */
  readonly strict?: true;
  readonly layered?: Partial<ExperimentProps>;
  readonly lacking?: Partial<ExperimentProps>;
  readonly marked?: Partial<SegmentProps>;
}

/**
 * A stack with every form that an entity takes in a state. The files in `states` are what former versions made of it: a
 * change here that is no change of theirs makes the tests fail.
 */
export function everyForm({ baseUrl, strict, layered, lacking, marked }: Changes = {}): Build {
  return together(aService({ baseUrl, strict }), oneOfEach, (stack) => {
    const place = new TerraformVariable(stack, "place", { type: "string" }).stringValue;
    const ofLayer = { layerID: "l1", links: [{ url: "https://a.test" }] };
    const lack = { hypothesis: undefined, groups: undefined, allocation: 1e-7, tags: ["<a> & b"] };
    const adopt = true;
    new Experiment(stack, "layered", { ...experiment, id: "layered", ...ofLayer, ...layered });
    new Experiment(stack, "lacking", { ...experiment, id: "lacking", ...lack, ...lacking });
    new Experiment(stack, "named", { ...experiment, name: "Without id", id: undefined, reapply: "1" });
    new Experiment(stack, "placed", { ...experiment, id: `placed_${place}`, layerID: place });
    new Experiment(stack, "adopted", { ...experiment, id: "layered_too", adopt });
    new MetricSource(stack, "placed-metrics", {
      ...metricSource,
      name: "placed",
      tags: [place, "$".concat("{literal}")],
    });
    new MetricSource(stack, "dry", { ...metricSource, name: "dry", dryRun: true });
    new Segment(stack, "marked", { ...segment, id: "marked", tags: ["<a> & b"], description: "", ...marked });
    new Segment(stack, "long", { ...segment, id: "long", rules: [{ name: "x".repeat(40_000) }] });
    new Segment(stack, "adopted-segment", { ...segment, id: "adopted_segment", adopt });
    new IngestionSource(stack, "shared", {
      ...ingestionSource,
      source_name: "shared",
      use_delta_sharing: true,
      column_mapping: { unit_id: "user_id" },
    });
    new PromptVersion(stack, "by-content", { ...promptVersion, id: undefined });
    new PromptVersion(stack, "by-placed-content", {
      ...promptVersion,
      id: undefined,
      model: Fn.upper(place),
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment("BOT_TOKEN")}` }],
    });
  });
}

/** What the states have in place of the provider that made them, so that they do not depend on where it came from. */
const PROVIDER = "(null provider)";

/** Gives a workspace the state that a former version left of `everyForm`. */
export function takeOverState(
  { workspace }: Pick<Deployment, "workspace">,
  version: (typeof formerReleases)[number],
): void {
  const state = readFileSync(join(__dirname, "states", `${version}.${resourceType}.tfstate`), "utf8");
  const bindings = readFileSync(require.resolve("@cdktf/provider-null/package.json"), "utf8");
  const { cdktf } = JSON.parse(bindings) as { readonly cdktf: { readonly provider: { readonly name: string } } };
  writeFileSync(workspace.statePath, state.replaceAll(PROVIDER, cdktf.provider.name));
}
