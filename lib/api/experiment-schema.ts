import * as z from "zod";
import {
  anyObject,
  countAboveOne,
  enterpriseOnly,
  hourOfDay,
  nestedObject,
  onlyOf,
  textOfLength,
  textSuchAs,
  warehouseOnly,
  warehouseSign,
  wholeNumber,
} from "./field-types";
import { defineKind } from "./kind";

export const experimentGroup = nestedObject({
  /** Display name of the group. */
  name: z.string(),
  /** Percent of the allocated units. */
  size: z.number(),
  /** What the application gets for units of this group: any JSON object. */
  parameterValues: anyObject(),
  /** Id of the group. */
  id: z.string(),
  /** Whether the group is switched off. */
  disabled: z.boolean(),
  /** Description of the group. */
  description: z.string(),
  /** Id of the group in another system. */
  foreignGroupID: z.string(),
  /** Whether the group is highlighted. */
  highlighted: z.boolean(),
});

export const metricReference = nestedObject({
  /** Name of the metric. */
  name: z.string(),
  /** Type of the metric in the service, such as `mean`. */
  type: textSuchAs(
    "user_warehouse",
    "sum",
    "mean",
    "ratio",
    "funnel",
    "count_distinct",
    "percentile",
    "event_count_custom",
    "event_user",
  ),
  /** Which way is better: `increase` or `decrease`. */
  direction: textSuchAs("increase", "decrease"),
  /** Effect size in the hypothesis. */
  hypothesizedValue: z.number(),
});

export const experimentLink = nestedObject({
  /** URL of the linked page. */
  url: z.string(),
  /** Text of the link. */
  title: z.string(),
});

export const externalEvent = nestedObject({
  /** Name of the event. */
  name: z.string(),
  /** When it happened. */
  timestamp: z.number(),
});

export const qualityScore = nestedObject({
  /**
   * One of the service's checks (`HYPOTHESIS_LENGTH`, `BALANCED_EXPOSURE`, `PRIMARY_METRICS_LENGTH`, `COMPARISON_CORRECTION`,
   * `GUARDRAIL_METRIC_TAGS`, `SUFFICIENT_SAMPLE`, `POWER_ANALYSIS`, `SEQUENTIAL_TESTING`), or your own.
   */
  criteriaName: textSuchAs(
    "HYPOTHESIS_LENGTH",
    "BALANCED_EXPOSURE",
    "PRIMARY_METRICS_LENGTH",
    "COMPARISON_CORRECTION",
    "GUARDRAIL_METRIC_TAGS",
    "SUFFICIENT_SAMPLE",
    "POWER_ANALYSIS",
    "SEQUENTIAL_TESTING",
  ),
  /** Result of your own check. */
  status: z.string(),
  /** What your own check looks at. */
  criteriaDescription: z.string(),
  /** Score of the check. */
  score: z.number(),
  /** Weight of the check: the service scales all to a sum of 100, and 0 removes a check of its own. */
  weight: z.number(),
});

export const assignmentSourceFilter = nestedObject({
  /** How the column is compared with the values. */
  condition: z.string(),
  /** Column of the assignment source. */
  column: z.string(),
  /** Values to compare with. */
  values: z.array(z.string()),
});

export const userDimension = nestedObject({
  /** Name of the dimension. */
  name: z.string(),
  /** Entity property source that holds it. */
  propertySource: z.string(),
});

export const covariate = nestedObject({
  /** Name of the covariate. */
  name: z.string(),
  /** Type of the covariate. */
  type: z.string(),
});

export const stratifiedSampling = nestedObject({
  /** State of stratified sampling. */
  status: z.string(),
});

/** Every field of an experiment, in the order of the API's table. */
const experimentFields = z.strictObject({
  /** Display name. 3 to 100 characters of `a-z`, `A-Z`, `0-9`, `_`, `-` and space. */
  name: onlyOf(textOfLength(3, 100), "a-z", "A-Z", "0-9", "_", "-", " "),
  /**
   * Another id is another experiment. 3 to 100 characters of `a-z`, `A-Z`, `0-9`, `_` and `-`. When left out: the name,
   * with `_` for spaces.
   */
  id: onlyOf(textOfLength(3, 100), "a-z", "A-Z", "0-9", "_", "-"),
  /** Layer that the experiment is in. Cannot change after creation. */
  layerID: z.string(),
  /** At most 1000 characters. Required by an update. */
  description: textOfLength(0, 1000),
  /** Type of id that decides the group, such as `userID`. Required by an update. */
  idType: z.string(),
  /** Second id type, for the resolution of ids. */
  secondaryIDType: warehouseSign(z.string().nullable()),
  /** How ids are resolved. */
  identifierMappingMode: warehouseSign(z.enum(["strictOneToOne", "firstTouchOneToMany", "lastTouchOneToMany"])),
  /** Entity property source for the resolution of ids. */
  identityResolutionSource: warehouseSign(z.string().nullable()),
  /** Statement that the experiment tests. Required by an update. */
  hypothesis: z.string(),
  /** Only the update takes them, so the first deploy makes that call, too. */
  links: z.array(experimentLink),
  /** Events outside the service. */
  externalEvents: z.array(externalEvent),
  /** Test groups. Required by an update. */
  groups: z.array(experimentGroup),
  /** Id of the control group. */
  controlGroupID: z.string(),
  /** Percent of the layer that takes part, 0 to 100. Required by an update. */
  allocation: z.number().min(0).max(100),
  /** Tags of further primary metrics. */
  primaryMetricTags: z.array(z.string()),
  /** Tags of further secondary metrics. */
  secondaryMetricTags: z.array(z.string()),
  /** Metrics that test the hypothesis. */
  primaryMetrics: z.array(metricReference),
  /** Other metrics for the decision. */
  secondaryMetrics: z.array(metricReference),
  /** Metrics for learning, without corrections. */
  otherMetrics: z.array(metricReference),
  /** One target app, or a list. */
  targetApps: z.union([z.string(), z.array(z.string())]),
  /** Tags of the experiment. */
  tags: z.array(z.string()),
  /** Expected days, a whole number above 1. */
  duration: countAboveOne(),
  /** Expected exposures, a whole number above 1. */
  targetExposures: countAboveOne(),
  /** Feature gate that units pass to take part, or null. Required by an update. */
  targetingGateID: z.string().nullable(),
  /** Whether results are corrected for looking at them early. */
  sequentialTesting: z.boolean(),
  /** Bonferroni correction per variant. Required by an update. */
  bonferroniCorrection: z.boolean(),
  /** Bonferroni correction per metric. */
  bonferroniCorrectionPerMetric: z.boolean(),
  /** Benjamini-Hochberg correction per variant. */
  benjaminiHochbergPerVariant: z.boolean(),
  /** Benjamini-Hochberg correction per metric. */
  benjaminiHochbergPerMetric: z.boolean(),
  /** Benjamini-Hochberg correction of primary metrics only. */
  benjaminiPrimaryMetricsOnly: z.boolean(),
  /** Confidence interval of results, in percent. Required by an update. */
  defaultConfidenceInterval: z.enum(["80", "90", "95", "98", "99"]),
  /** Scores that the service adds to its own: at most 10. */
  manualQualityScores: z.array(qualityScore).max(10),
  /** State of the experiment. Required by an update. */
  status: z.enum([
    "active",
    "setup",
    "decision_made",
    "abandoned",
    "archived",
    "experiment_stopped",
    "assignment_stopped",
  ]),
  /** Id of the group that won, or null. */
  launchedGroupID: z.string().nullable(),
  /** Name of the assignment source. */
  assignmentSourceName: warehouseSign(z.string()),
  /** Its name for the experiment. */
  assignmentSourceExperimentName: warehouseSign(z.string()),
  /** Service id of the creator. */
  creatorID: z.string().nullable(),
  /** E-mail address of the creator. */
  creatorEmail: z.string().nullable(),
  /** Whether the service only analyses data of the warehouse. */
  isAnalysisOnly: warehouseSign(z.boolean().nullable()),
  /** Name of the team. Enterprise tier only. */
  team: enterpriseOnly(z.string().nullable()),
  /** Id of the team. Enterprise tier only. */
  teamID: enterpriseOnly(z.string().nullable()),
  /** Warehouse-based only. Days of allocation, a whole number above 1. */
  allocationDuration: warehouseOnly(countAboveOne().nullable()),
  /** Warehouse-based only. Days of cohorted analysis, a whole number above 1. */
  cohortedAnalysisDuration: warehouseOnly(countAboveOne()),
  /** Warehouse-based only. Whether cohort metrics mature after the end. */
  cohortedMetricsMatureAfterEnd: warehouseOnly(z.boolean()),
  /** Warehouse-based only. Whether only units with a complete `cohortedAnalysisDuration` count. */
  cohortWaitUntilEndToInclude: warehouseOnly(z.boolean()),
  /** Days of analysis, a whole number above 1. */
  fixedAnalysisDuration: countAboveOne(),
  /** Warehouse-based only. UTC hour of loads, 0 to 23. */
  scheduledReloadHour: warehouseOnly(hourOfDay()),
  /** Warehouse-based only. How much a load reads. */
  scheduledReloadType: warehouseOnly(z.enum(["full", "incremental"])),
  /** Warehouse-based only. Days of loads, 0 (Sunday) to 6; null is every day. */
  scheduledReloadDays: warehouseOnly(z.array(wholeNumber().min(0).max(6)).nullable()),
  /** Warehouse-based only. Turbo mode of loads. */
  turboMode: warehouseOnly(z.boolean()),
  /** Warehouse-based only. End of an analysis-only experiment. */
  analysisEndTime: warehouseOnly(z.string()),
  /** Filters on the rows of the assignment source. */
  assignmentSourceFilters: warehouseSign(z.array(assignmentSourceFilter)),
  /** Statistical method of the results. */
  analyticsType: z.enum(["frequentist", "bayesian", "sprt"]),
  /** Whether this is a sidecar experiment. */
  isSidecar: z.boolean(),
  /** Notes on the decision. */
  decisionReason: z.string(),
  /** User dimensions computed for every metric. */
  preComputedUserDimensions: warehouseSign(z.array(userDimension)),
  /** Covariates of CURE variance reduction. */
  cureCovariates: z.array(covariate),
  /** Stratified sampling. */
  stratifiedSampling: stratifiedSampling,
  /** Where it runs besides production. */
  enabledNonProdEnvironments: z.array(z.string()),
});

const optionalExperiment = experimentFields.partial();

/** The id that the service gives to an experiment with this name: an id may hold all that a name may, except spaces. */
export function idFromName(name: string): string {
  return name.replaceAll(" ", "_");
}

export const experiment = defineKind({
  name: "experiment",
  role: "experiment",
  fields: optionalExperiment.required({ name: true }),
  identity: ["id"],
  answeredIdentity: ["id"],
  references: [
    { field: "assignmentSourceName", kinds: ["assignment_source"] },
    ...["primaryMetrics", "secondaryMetrics", "otherMetrics"].map((field) => ({
      field,
      element: "name",
      kinds: ["metric_source", "ingestion_source"],
    })),
  ],
  answered: [
    "experimentType",
    "startTime",
    "endTime",
    "decisionTime",
    "healthChecks",
    "healthCheckStatus",
    "inlineTargetingRulesJSON",
  ],
  create: {
    method: "POST",
    path: "/console/v1/experiments",
    parameters: {},
    body: optionalExperiment.required({ name: true }).omit({ links: true }),
  },
  update: {
    method: "POST",
    path: "/console/v1/experiments/{id}",
    parameters: { id: "id" },
    body: optionalExperiment.omit({ id: true, layerID: true }).required({
      description: true,
      idType: true,
      hypothesis: true,
      groups: true,
      allocation: true,
      targetingGateID: true,
      bonferroniCorrection: true,
      defaultConfidenceInterval: true,
      status: true,
    }),
  },
});
