import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  type ExperimentProps,
  fromEnvironment,
  Include,
  IngestionSource,
  MetricSource,
  PromptVersion,
  Segment,
  type SegmentProps,
} from "../../lib";
import type { Deployment } from "../support/deployment";
import {
  aService,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  oneOfEach,
  promptVersion,
  resourceType,
  segment,
  together,
} from "../support/samples";

/** The variables that a deploy of `everyForm` needs. */
export const variables = { TF_VAR_place: "north", BOT_TOKEN: "t0ken-of-the-bot" } as const;

export const formerReleases = ["1.0.0"] as const;

export type FormerRelease = (typeof formerReleases)[number];

/** Where the service was when the states were made. */
export const FORMER_PORT = 8788;
const FORMER_ADDRESS = `http://127.0.0.1:${FORMER_PORT}`;

/** Where the code differs from what a former version has deployed. */
export interface Changes {
  readonly baseUrl?: string;
  /** What the service was called before: where the state was made, unless it says otherwise. */
  readonly movedFrom?: { readonly baseUrl: string };
  readonly layered?: Partial<ExperimentProps>;
  readonly lacking?: Partial<ExperimentProps>;
  readonly marked?: Partial<SegmentProps>;
}

/**
 * What the versions have deployed, with changes. The files in `states` are what they made of that: a change here that is no change
 * of theirs makes the tests fail.
 */
export function deployedBy(changes: Changes = {}): Build {
  return together(everyForm({ movedFrom: { baseUrl: FORMER_ADDRESS }, ...changes }), everySetting);
}

/** Settings that a state shows, and entities from a file. */
const everySetting: Build = (stack) => {
  const left = { ignoreChanges: true };
  new Experiment(stack, "left", { ...experiment, id: "left", endsOn: "2026-12-18", ...left });
  new AssignmentSource(stack, "left-source", { ...assignmentSource, name: "left", ...left });
  new AssignmentSource(stack, "dry-source", { ...assignmentSource, name: "dry", dryRun: true });
  new Include(stack, "included", { path: join(__dirname, "states/included.yaml") });
};

/** A stack with every form that an entity takes in a state. */
function everyForm({ baseUrl, movedFrom, layered, lacking, marked }: Changes): Build {
  return together(aService({ baseUrl, movedFrom }), oneOfEach, (stack) => {
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

/** Gives a workspace the state that a former version left of what it has deployed. */
export function takeOverState({ workspace }: Pick<Deployment, "workspace">, version: FormerRelease): void {
  const state = readFileSync(statePath(version), "utf8");
  writeFileSync(workspace.statePath, state.replaceAll(PROVIDER, nullProvider()));
}

/** Keeps a state as a version left it: a line for each resource. */
export function keepState(text: string, version: FormerRelease): void {
  const { resources, check_results: _, ...rest } = JSON.parse(text.replaceAll(nullProvider(), PROVIDER));
  const lines = (resources as object[]).map((resource) => `    ${JSON.stringify(resource)}`).join(",\n");
  const head = JSON.stringify({ ...rest, lineage: version }, null, 2).slice(0, -2);
  writeFileSync(statePath(version), `${head},\n  "resources": [\n${lines}\n  ]\n}\n`);
}

function statePath(version: FormerRelease): string {
  return join(__dirname, "states", `${version}.${resourceType}.tfstate`);
}

function nullProvider(): string {
  return JSON.parse(readFileSync(require.resolve("@cdktf/provider-null/package.json"), "utf8")).cdktf.provider.name;
}
