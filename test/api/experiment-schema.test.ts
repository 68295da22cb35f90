import { experiment } from "../../lib/api/experiment-schema";
import { type Table, testBody } from "./body-tests";
import {
  anyObject,
  between,
  boolean,
  countAboveOne,
  LETTERS_AND_DIGITS,
  listOf,
  number,
  oneOf,
  orNull,
  shape,
  text,
  textOf,
  textOfLength,
  textOrTexts,
  wholeBetween,
} from "./cell-types";

const group = shape({
  name: text,
  size: number,
  parameterValues: anyObject,
  id: text,
  disabled: boolean,
  description: text,
  foreignGroupID: text,
  highlighted: boolean,
});
const metricReference = shape({ name: text, type: text, direction: text, hypothesizedValue: number });
const link = shape({ url: text, title: text });
const externalEvent = shape({ name: text, timestamp: number });
const qualityScore = shape({
  criteriaName: text,
  status: text,
  criteriaDescription: text,
  score: number,
  weight: number,
});
const assignmentSourceFilter = shape({ condition: text, column: text, values: listOf(text) });
const dimension = shape({ name: text, propertySource: text });
const covariate = shape({ name: text, type: text });

const columns = ["create", "update"] as const;

const table: Table<typeof columns> = {
  name: ["required", "opt", textOf(`${LETTERS_AND_DIGITS}_- `, 3, 100)],
  id: ["opt", "-", textOf(`${LETTERS_AND_DIGITS}_-`, 3, 100)],
  layerID: ["opt", "-", text],
  description: ["opt", "required", textOfLength(0, 1000)],
  idType: ["opt", "required", text],
  secondaryIDType: ["opt", "opt", orNull(text)],
  identifierMappingMode: ["opt", "opt", oneOf("strictOneToOne", "firstTouchOneToMany", "lastTouchOneToMany")],
  identityResolutionSource: ["opt", "opt", orNull(text)],
  hypothesis: ["opt", "required", text],
  links: ["-", "opt", listOf(link)],
  externalEvents: ["opt", "opt", listOf(externalEvent)],
  groups: ["opt", "required", listOf(group)],
  controlGroupID: ["opt", "opt", text],
  allocation: ["opt", "required", between(0, 100)],
  primaryMetricTags: ["opt", "opt", listOf(text)],
  secondaryMetricTags: ["opt", "opt", listOf(text)],
  primaryMetrics: ["opt", "opt", listOf(metricReference)],
  secondaryMetrics: ["opt", "opt", listOf(metricReference)],
  otherMetrics: ["opt", "opt", listOf(metricReference)],
  // "string in the update sample, array in response samples"
  targetApps: ["opt", "opt", textOrTexts],
  tags: ["opt", "opt", listOf(text)],
  duration: ["opt", "opt", countAboveOne],
  targetExposures: ["opt", "opt", countAboveOne],
  targetingGateID: ["opt", "required", orNull(text)],
  sequentialTesting: ["opt", "opt", boolean],
  bonferroniCorrection: ["opt", "required", boolean],
  bonferroniCorrectionPerMetric: ["opt", "opt", boolean],
  benjaminiHochbergPerVariant: ["opt", "opt", boolean],
  benjaminiHochbergPerMetric: ["opt", "opt", boolean],
  benjaminiPrimaryMetricsOnly: ["opt", "opt", boolean],
  defaultConfidenceInterval: ["opt", "required", oneOf("80", "90", "95", "98", "99")],
  manualQualityScores: ["opt", "opt", listOf(qualityScore, 10)],
  status: [
    "opt",
    "required",
    oneOf("active", "setup", "decision_made", "abandoned", "archived", "experiment_stopped", "assignment_stopped"),
  ],
  launchedGroupID: ["opt", "opt", orNull(text)],
  assignmentSourceName: ["opt", "opt", text],
  assignmentSourceExperimentName: ["opt", "opt", text],
  creatorID: ["opt", "opt", orNull(text)],
  creatorEmail: ["opt", "opt", orNull(text)],
  isAnalysisOnly: ["opt", "opt", orNull(boolean)],
  team: ["opt", "opt", orNull(text)],
  teamID: ["opt", "opt", orNull(text)],
  allocationDuration: ["opt", "opt", orNull(countAboveOne)],
  cohortedAnalysisDuration: ["opt", "opt", countAboveOne],
  cohortedMetricsMatureAfterEnd: ["opt", "opt", boolean],
  cohortWaitUntilEndToInclude: ["opt", "opt", boolean],
  fixedAnalysisDuration: ["opt", "opt", countAboveOne],
  scheduledReloadHour: ["opt", "opt", orNull(wholeBetween(0, 23))],
  scheduledReloadType: ["opt", "opt", oneOf("full", "incremental")],
  scheduledReloadDays: ["opt", "opt", orNull(listOf(wholeBetween(0, 6)))],
  turboMode: ["opt", "opt", boolean],
  analysisEndTime: ["opt", "opt", text],
  assignmentSourceFilters: ["opt", "opt", listOf(assignmentSourceFilter)],
  analyticsType: ["opt", "opt", oneOf("frequentist", "bayesian", "sprt")],
  isSidecar: ["opt", "opt", boolean],
  decisionReason: ["opt", "opt", text],
  preComputedUserDimensions: ["opt", "opt", listOf(dimension)],
  cureCovariates: ["opt", "opt", listOf(covariate)],
  stratifiedSampling: ["opt", "opt", shape({ status: text })],
  enabledNonProdEnvironments: ["opt", "opt", listOf(text)],
};

testBody("the create body", experiment.create, table, columns, "create");
testBody("the update body", experiment.update, table, columns, "update");
