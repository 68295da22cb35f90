import type { experiment } from "../../api/experiment-schema";

/** What a field of an experiment decides, so that a change of it is a risk. */
export type Concern =
  | "status"
  | "groups"
  | "allocation"
  | "metrics"
  | "units"
  | "analysis"
  | "horizon"
  | "hypothesis"
  | "launch";

/** What a field decides, and what a sentence calls it; or why no change of it is a risk. */
export type Meaning = { readonly concern: Concern; readonly words: string } | { readonly harmless: string };

type ExperimentField = keyof typeof experiment.fields.shape;

const PEOPLE = "says who has to do with it";
const RELOAD = "decides when results are computed, not which";

/** Every field of an experiment. A new one does not compile until somebody has decided. */
export const fieldMeanings: Readonly<Record<ExperimentField, Meaning>> = {
  name: { harmless: "is what people call it" },
  id: { harmless: "is the identity: another id is another experiment" },
  layerID: { harmless: "cannot change: the plan is refused" },
  description: { harmless: "is for readers" },
  idType: { concern: "units", words: "id type" },
  secondaryIDType: { concern: "units", words: "secondary id type" },
  identifierMappingMode: { concern: "units", words: "identifier mapping" },
  identityResolutionSource: { concern: "units", words: "identity resolution source" },
  hypothesis: { concern: "hypothesis", words: "hypothesis" },
  links: { harmless: "is for readers" },
  externalEvents: { harmless: "is for readers of the results" },
  groups: { concern: "groups", words: "groups" },
  controlGroupID: { concern: "analysis", words: "control group" },
  allocation: { concern: "allocation", words: "allocation" },
  primaryMetricTags: { concern: "metrics", words: "primary metric tags" },
  secondaryMetricTags: { concern: "metrics", words: "secondary metric tags" },
  primaryMetrics: { concern: "metrics", words: "primary metrics" },
  secondaryMetrics: { concern: "metrics", words: "secondary metrics" },
  otherMetrics: { harmless: "is for learning only: nothing is decided by it" },
  targetApps: { concern: "units", words: "target apps" },
  tags: { harmless: "is for finding it" },
  duration: { concern: "horizon", words: "duration" },
  targetExposures: { concern: "horizon", words: "target exposures" },
  targetingGateID: { concern: "units", words: "targeting gate" },
  sequentialTesting: { concern: "analysis", words: "sequential testing" },
  bonferroniCorrection: { concern: "analysis", words: "Bonferroni correction" },
  bonferroniCorrectionPerMetric: { concern: "analysis", words: "Bonferroni correction per metric" },
  benjaminiHochbergPerVariant: { concern: "analysis", words: "Benjamini-Hochberg correction per variant" },
  benjaminiHochbergPerMetric: { concern: "analysis", words: "Benjamini-Hochberg correction per metric" },
  benjaminiPrimaryMetricsOnly: { concern: "analysis", words: "Benjamini-Hochberg correction of primary metrics only" },
  defaultConfidenceInterval: { concern: "analysis", words: "confidence" },
  manualQualityScores: { harmless: "is about how the experiment is set up, not about its results" },
  status: { concern: "status", words: "status" },
  launchedGroupID: { concern: "launch", words: "launched group" },
  assignmentSourceName: { concern: "units", words: "assignment source" },
  assignmentSourceExperimentName: { concern: "units", words: "experiment in the assignment source" },
  creatorID: { harmless: PEOPLE },
  creatorEmail: { harmless: PEOPLE },
  isAnalysisOnly: { concern: "analysis", words: "analysis only" },
  team: { harmless: PEOPLE },
  teamID: { harmless: PEOPLE },
  allocationDuration: { harmless: "ends the intake of units; who was let in stays, and duration says when to judge" },
  cohortedAnalysisDuration: { concern: "units", words: "cohort duration" },
  cohortedMetricsMatureAfterEnd: { concern: "units", words: "maturing of cohort metrics after the end" },
  cohortWaitUntilEndToInclude: { concern: "units", words: "complete cohorts only" },
  fixedAnalysisDuration: { concern: "horizon", words: "analysis duration" },
  scheduledReloadHour: { harmless: RELOAD },
  scheduledReloadType: { harmless: RELOAD },
  scheduledReloadDays: { harmless: RELOAD },
  turboMode: { harmless: RELOAD },
  analysisEndTime: { concern: "horizon", words: "end of the analysis" },
  assignmentSourceFilters: { concern: "units", words: "assignment filters" },
  analyticsType: { concern: "analysis", words: "analytics type" },
  isSidecar: { harmless: "cannot move users or results" },
  decisionReason: { harmless: "is for readers" },
  preComputedUserDimensions: { harmless: "adds ways to slice results, and changes none" },
  cureCovariates: { concern: "analysis", words: "CURE covariates" },
  stratifiedSampling: { concern: "units", words: "stratified sampling" },
  enabledNonProdEnvironments: { harmless: "is outside production" },
};

/** The fields of a concern, with what a sentence calls them. */
export function fieldsOfConcern(concern: Concern): readonly (readonly [field: string, words: string])[] {
  return byConcern.get(concern) ?? [];
}

const byConcern = new Map<Concern, (readonly [string, string])[]>();
for (const [field, meaning] of Object.entries(fieldMeanings)) {
  if ("concern" in meaning) {
    byConcern.set(meaning.concern, [...(byConcern.get(meaning.concern) ?? []), [field, meaning.words]]);
  }
}

/** What a field decides; undefined where no change of it is a risk. */
export function concernOf(field: string): Concern | undefined {
  const meaning = Object.hasOwn(fieldMeanings, field) ? fieldMeanings[field as ExperimentField] : undefined;
  return meaning !== undefined && "concern" in meaning ? meaning.concern : undefined;
}
