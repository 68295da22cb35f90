import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../../lib";
import type { KindName } from "../../../lib/api/kind-names";
import * as samples from "../../support/samples";
import { type Walker, walker } from "./walker";

/** The former of two is lost, and the latter gained. */
const layers = ["l1", undefined, "l2"];
const sharing = [undefined, true, false];

const ofKinds: Readonly<Record<KindName, Walker>> = {
  experiment: walker(Experiment, samples.experiment, {
    kind: "experiment",
    path: () => "/console/v1/experiments",
    by: "id",
    update: "POST /console/v1/experiments/checkout_button",
    mayLack: true,
    traits: { shown: ["layerID"] },
    fixed: ({ fixed }) => ({ layerID: layers[fixed] }),
    changeable: ({ value, isComplete }) => ({
      allocation: value,
      hypothesis: isComplete ? "Green sells more." : undefined,
    }),
  }),
  metric_source: walker(MetricSource, samples.metricSource, {
    kind: "metric_source",
    path: () => "/console/v1/metrics/metric_source",
    by: "name",
    update: "POST /console/v1/metrics/metric_source/orders",
    changeable: ({ value }) => ({ sql: `select ${value}` }),
  }),
  segment: walker(Segment, samples.segment, {
    kind: "segment",
    path: () => "/console/v1/segments",
    by: "id",
    fixed: ({ value }) => ({ description: `<${value}>` }),
  }),
  ingestion_source: walker(IngestionSource, samples.ingestionSource, {
    kind: "ingestion_source",
    path: () => "/console/v1/ingestion",
    by: "source_name",
    update: "PATCH /console/v1/ingestion",
    traits: { mayDuplicate: true },
    fixed: ({ fixed }) => ({ use_delta_sharing: sharing[fixed] }),
    changeable: ({ value }) => ({ query: `select ${value}` }),
  }),
  assignment_source: walker(AssignmentSource, samples.assignmentSource, {
    kind: "assignment_source",
    path: (name) => `/console/v1/experiments/assignment_source/${name}`,
    by: "name",
    mayLack: true,
    isRepeated: true,
    create: ({ isComplete }) => `${isComplete ? "POST" : "PATCH"} /console/v1/experiments/assignment_source/exposures`,
    changeable: ({ value, isComplete }) => ({
      description: `<${value}>`,
      sql: isComplete ? `select ${value}` : undefined,
    }),
  }),
  prompt_version: walker(PromptVersion, samples.promptVersion, {
    ...versionsOf("support_bot"),
    fixed: ({ value }) => ({ temperature: value }),
  }),
};

export const walkers: Readonly<Record<string, Walker>> = {
  ...ofKinds,
  prompt_by_content: walker(
    PromptVersion,
    { ...samples.promptVersion, id: undefined, promptID: "sales_bot" },
    {
      ...versionsOf("sales_bot"),
      isAdoptable: false,
      traits: { isByContent: true },
      named: "by content",
      fixed: ({ value }) => ({ temperature: value }),
    },
  ),
  prompt_by_deferred_content: walker(
    PromptVersion,
    { ...samples.promptVersion, id: undefined, promptID: "legal_bot" },
    {
      ...versionsOf("legal_bot"),
      isAdoptable: false,
      isRepeated: true,
      traits: { isByContent: true },
      named: "by path",
      resources: "prompt_version_at_",
      fixed: ({ value }) => ({ temperature: value }),
      deferred: (scope, { value }) => ({
        temperature: new TerraformVariable(scope, "temperature", { type: "number", default: value }).numberValue,
      }),
    },
  ),
};

function versionsOf(promptID: string) {
  const path = `/console/v1/prompts/${promptID}/versions`;
  return {
    kind: "prompt_version",
    path: () => path,
    by: "id",
    resources: `prompt_version_${promptID}`,
    match: { path },
    promptID,
  } as const;
}
