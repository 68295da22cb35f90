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
  /** Share of the allocated units, in percent. */
  size: z.number(),
  /** Parameter values that units of this group receive: any JSON object. */
  parameterValues: anyObject(),
  /** Group id. */
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
  /** Type of the metric in the service, such as `user_warehouse` or `mean`. */
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
  /** Desired direction of the metric: `increase` or `decrease`. */
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
   * Name of the check: one of the default checks (`HYPOTHESIS_LENGTH`, `BALANCED_EXPOSURE`, `PRIMARY_METRICS_LENGTH`,
   * `COMPARISON_CORRECTION`, `GUARDRAIL_METRIC_TAGS`, `SUFFICIENT_SAMPLE`, `POWER_ANALYSIS`, `SEQUENTIAL_TESTING`)
   * or a name of your own.
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
  /** Result of the check. Has no effect on a default check. */
  status: z.string(),
  /** What is checked. Has no effect on a default check. */
  criteriaDescription: z.string(),
  /** Score of the check. */
  score: z.number(),
  /** Weight of the check. The service scales all weights to a sum of 100. 0 removes a default check. */
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
   * Id and identity of the experiment. 3 to 100 characters of `a-z`, `A-Z`, `0-9`, `_` and `-`. Derived from the name
   * (spaces become `_`) when left out. Another id means another experiment.
   */
  id: onlyOf(textOfLength(3, 100), "a-z", "A-Z", "0-9", "_", "-"),
  /** Layer that the experiment is in. Cannot change after creation. */
  layerID: z.string(),
  /** What the experiment is about. At most 1000 characters. Required by an update. */
  description: textOfLength(0, 1000),
  /** Type of id that the experiment is based on, for example `userID`. Required by an update. */
  idType: z.string(),
  /** Secondary id type, for id resolution in warehouse-based analysis. */
  secondaryIDType: warehouseSign(z.string().nullable()),
  /** How ids are resolved in warehouse-based analysis. */
  identifierMappingMode: warehouseSign(z.enum(["strictOneToOne", "firstTouchOneToMany", "lastTouchOneToMany"])),
  /** Entity property source of identity resolution. */
  identityResolutionSource: warehouseSign(z.string().nullable()),
  /** Statement that the experiment tests. Required by an update. */
  hypothesis: z.string(),
  /** Links to relevant resources. Only the update accepts them, so the first deploy makes that call, too. */
  links: z.array(experimentLink),
  /** Events outside the service that matter for the experiment. */
  externalEvents: z.array(externalEvent),
  /** Test groups. Required by an update. */
  groups: z.array(experimentGroup),
  /** Id of the control group. */
  controlGroupID: z.string(),
  /** Percent of the layer that is allocated, 0 to 100. Required by an update. */
  allocation: z.number().min(0).max(100),
  /** Tags whose metrics count as primary. */
  primaryMetricTags: z.array(z.string()),
  /** Tags whose metrics count as secondary. */
  secondaryMetricTags: z.array(z.string()),
  /** Main metrics by which the hypothesis is evaluated. */
  primaryMetrics: z.array(metricReference),
  /** Other metrics that matter for the analysis or the decision. */
  secondaryMetrics: z.array(metricReference),
  /** Metrics for learning only. Corrections for primary and secondary metrics do not apply to them. */
  otherMetrics: z.array(metricReference),
  /** Target apps: one, or a list. */
  targetApps: z.union([z.string(), z.array(z.string())]),
  /** Tags of the experiment. */
  tags: z.array(z.string()),
  /** Expected length in days, a whole number greater than 1. */
  duration: countAboveOne(),
  /** Expected number of exposures, a whole number greater than 1. */
  targetExposures: countAboveOne(),
  /** Feature gate that a unit has to pass to take part, or null for none. Required by an update. */
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
  /** Whether the Benjamini-Hochberg correction covers primary metrics only. */
  benjaminiPrimaryMetricsOnly: z.boolean(),
  /** Default confidence interval of results, in percent, as a string. Required by an update. */
  defaultConfidenceInterval: z.enum(["80", "90", "95", "98", "99"]),
  /** Scores that the service adds to its own, with their weights. At most 10 entries. */
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
  /** Id of the group that was launched, or null for none. */
  launchedGroupID: z.string().nullable(),
  /** Name of the assignment source. */
  assignmentSourceName: warehouseSign(z.string()),
  /** Name of the experiment in the assignment source. */
  assignmentSourceExperimentName: warehouseSign(z.string()),
  /** Service id of the creator. */
  creatorID: z.string().nullable(),
  /** E-mail address of the creator. */
  creatorEmail: z.string().nullable(),
  /** Whether the service only analyses the experiment, from warehouse data. */
  isAnalysisOnly: warehouseSign(z.boolean().nullable()),
  /** Name of the team. Enterprise tier only. */
  team: enterpriseOnly(z.string().nullable()),
  /** Id of the team. Enterprise tier only. */
  teamID: enterpriseOnly(z.string().nullable()),
  /** Warehouse-based only. Days of allocation, a whole number greater than 1. */
  allocationDuration: warehouseOnly(countAboveOne().nullable()),
  /** Warehouse-based only. Days of cohorted analysis, a whole number greater than 1. */
  cohortedAnalysisDuration: warehouseOnly(countAboveOne()),
  /** Warehouse-based only. Whether cohort metrics go on maturing after the experiment ends. */
  cohortedMetricsMatureAfterEnd: warehouseOnly(z.boolean()),
  /** Warehouse-based only. Whether only units are included whose `cohortedAnalysisDuration` is complete. */
  cohortWaitUntilEndToInclude: warehouseOnly(z.boolean()),
  /** Days of analysis, a whole number greater than 1. */
  fixedAnalysisDuration: countAboveOne(),
  /** Warehouse-based only. UTC hour of scheduled loads, 0 to 23. */
  scheduledReloadHour: warehouseOnly(hourOfDay()),
  /** Warehouse-based only. Whether a scheduled load is full or incremental. */
  scheduledReloadType: warehouseOnly(z.enum(["full", "incremental"])),
  /** Warehouse-based only. Days of scheduled loads, each 0 (Sunday) to 6. Null means every day. */
  scheduledReloadDays: warehouseOnly(z.array(wholeNumber().min(0).max(6)).nullable()),
  /** Warehouse-based only. Whether scheduled loads run in turbo mode. */
  turboMode: warehouseOnly(z.boolean()),
  /** Warehouse-based only. End time of an analysis-only experiment. */
  analysisEndTime: warehouseOnly(z.string()),
  /** Filters on the rows of the assignment source. */
  assignmentSourceFilters: warehouseSign(z.array(assignmentSourceFilter)),
  /** Statistical method of the results. */
  analyticsType: z.enum(["frequentist", "bayesian", "sprt"]),
  /** Whether this is a sidecar experiment. */
  isSidecar: z.boolean(),
  /** Notes recorded when the experiment is complete. */
  decisionReason: z.string(),
  /** User dimensions computed for every metric in warehouse-based analysis. */
  preComputedUserDimensions: warehouseSign(z.array(userDimension)),
  /** Covariates of CURE variance reduction. */
  cureCovariates: z.array(covariate),
  /** Settings of stratified sampling. */
  stratifiedSampling: stratifiedSampling,
  /** Environments besides production in which the experiment runs. */
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
