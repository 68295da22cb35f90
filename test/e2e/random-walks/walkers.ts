import { TerraformVariable } from "cdktf";
import { type Walker, walker } from "./walker";

/** The former of two is lost, and the latter gained. */
const layers = ["l1", undefined, "l2"];
const sharing = [undefined, true, false];

/** What walks, by its name: an entity of each kind, and prompt versions whose id comes from their content. */
export const walkers: Readonly<Record<string, Walker>> = {
  experiment: walker("experiment", {
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
  metric_source: walker("metric_source", {
    path: () => "/console/v1/metrics/metric_source",
    by: "name",
    update: "POST /console/v1/metrics/metric_source/orders",
    changeable: ({ value }) => ({ sql: `select ${value}` }),
  }),
  segment: walker("segment", {
    path: () => "/console/v1/segments",
    by: "id",
    fixed: ({ value }) => ({ description: `<${value}>` }),
  }),
  ingestion_source: walker("ingestion_source", {
    path: () => "/console/v1/ingestion",
    by: "source_name",
    update: "PATCH /console/v1/ingestion",
    traits: { mayDuplicate: true },
    fixed: ({ fixed }) => ({ use_delta_sharing: sharing[fixed] }),
    changeable: ({ value }) => ({ query: `select ${value}` }),
  }),
  assignment_source: walker("assignment_source", {
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
  prompt_version: walker("prompt_version", {
    ...versionsOf("support_bot"),
    fixed: ({ value }) => ({ temperature: value }),
  }),
  prompt_by_content: walker("prompt_version", {
    ...versionsOf("sales_bot"),
    ...byContent("sales_bot"),
    named: "by content",
  }),
  prompt_by_deferred_content: walker("prompt_version", {
    ...versionsOf("legal_bot"),
    ...byContent("legal_bot"),
    isRepeated: true,
    named: "by path",
    resources: "prompt_version_at_",
    deferred: (scope, { value }) => ({
      temperature: new TerraformVariable(scope, "temperature", { type: "number", default: value }).numberValue,
    }),
  }),
};

function versionsOf(promptID: string) {
  const path = `/console/v1/prompts/${promptID}/versions`;
  return { path: () => path, by: "id", resources: `prompt_version_${promptID}`, match: { path } };
}

/** Versions whose id comes from their content. */
function byContent(promptID: string) {
  return {
    props: { id: undefined, promptID },
    isAdoptable: false,
    traits: { isByContent: true },
    fixed: ({ value }: { readonly value: number }) => ({ temperature: value }),
  };
}
