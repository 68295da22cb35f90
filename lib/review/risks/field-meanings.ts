import type { experiment } from "../../api/experiment-schema";
import { groupedBy } from "../../value/grouped";

type ExperimentField = keyof typeof experiment.fields.shape;

const PEOPLE = "says who has to do with it";
const RELOAD = "decides when results are computed, not which";

/**
 * What every field of an experiment decides, so that a change of it is a risk, and what a sentence calls it; or why no change
 * of it is one. A new field does not compile until somebody has decided.
 */
export const fieldMeanings = {
  name: ["harmless", "is what people call it"],
  id: ["harmless", "is the identity: another id is another experiment"],
  layerID: ["harmless", "cannot change: the plan is refused"],
  description: ["harmless", "is for readers"],
  idType: ["units", "id type"],
  secondaryIDType: ["units", "secondary id type"],
  identifierMappingMode: ["units", "identifier mapping"],
  identityResolutionSource: ["units", "identity resolution source"],
  hypothesis: ["hypothesis", "hypothesis"],
  links: ["harmless", "is for readers"],
  externalEvents: ["harmless", "is for readers of the results"],
  groups: ["groups", "groups"],
  controlGroupID: ["analysis", "control group"],
  allocation: ["allocation", "allocation"],
  primaryMetricTags: ["metrics", "primary metric tags"],
  secondaryMetricTags: ["metrics", "secondary metric tags"],
  primaryMetrics: ["metrics", "primary metrics"],
  secondaryMetrics: ["metrics", "secondary metrics"],
  otherMetrics: ["harmless", "is for learning only: nothing is decided by it"],
  targetApps: ["units", "target apps"],
  tags: ["harmless", "is for finding it"],
  duration: ["horizon", "duration"],
  targetExposures: ["horizon", "target exposures"],
  targetingGateID: ["units", "targeting gate"],
  sequentialTesting: ["analysis", "sequential testing"],
  bonferroniCorrection: ["analysis", "Bonferroni correction"],
  bonferroniCorrectionPerMetric: ["analysis", "Bonferroni correction per metric"],
  benjaminiHochbergPerVariant: ["analysis", "Benjamini-Hochberg correction per variant"],
  benjaminiHochbergPerMetric: ["analysis", "Benjamini-Hochberg correction per metric"],
  benjaminiPrimaryMetricsOnly: ["analysis", "Benjamini-Hochberg correction of primary metrics only"],
  defaultConfidenceInterval: ["analysis", "confidence"],
  manualQualityScores: ["harmless", "is about how the experiment is set up, not about its results"],
  status: ["status", "status"],
  launchedGroupID: ["launch", "launched group"],
  assignmentSourceName: ["units", "assignment source"],
  assignmentSourceExperimentName: ["units", "experiment in the assignment source"],
  creatorID: ["harmless", PEOPLE],
  creatorEmail: ["harmless", PEOPLE],
  isAnalysisOnly: ["analysis", "analysis only"],
  team: ["harmless", PEOPLE],
  teamID: ["harmless", PEOPLE],
  allocationDuration: ["harmless", "ends the intake of units; who was let in stays, and duration says when to judge"],
  cohortedAnalysisDuration: ["units", "cohort duration"],
  cohortedMetricsMatureAfterEnd: ["units", "maturing of cohort metrics after the end"],
  cohortWaitUntilEndToInclude: ["units", "complete cohorts only"],
  fixedAnalysisDuration: ["horizon", "analysis duration"],
  scheduledReloadHour: ["harmless", RELOAD],
  scheduledReloadType: ["harmless", RELOAD],
  scheduledReloadDays: ["harmless", RELOAD],
  turboMode: ["harmless", RELOAD],
  analysisEndTime: ["horizon", "end of the analysis"],
  assignmentSourceFilters: ["units", "assignment filters"],
  analyticsType: ["analysis", "analytics type"],
  isSidecar: ["harmless", "cannot move users or results"],
  decisionReason: ["harmless", "is for readers"],
  preComputedUserDimensions: ["harmless", "adds ways to slice results, and changes none"],
  cureCovariates: ["analysis", "CURE covariates"],
  stratifiedSampling: ["units", "stratified sampling"],
  enabledNonProdEnvironments: ["harmless", "is outside production"],
} as const satisfies Readonly<Record<ExperimentField, readonly [concern: string, words: string]>>;

type Concern = Exclude<(typeof fieldMeanings)[ExperimentField][0], "harmless">;

const byConcern = groupedBy(Object.entries(fieldMeanings), ([, [concern]]) => concern);

/** The fields of a concern, with what a sentence calls them. */
export function fieldsOfConcern(concern: Concern): (readonly [field: string, words: string])[] {
  return (byConcern.get(concern) ?? []).map(([field, [, words]]) => [field, words]);
}

/** What a field decides; undefined where no change of it is a risk. */
export function concernOf(field: string): Concern | undefined {
  const [concern] = Object.hasOwn(fieldMeanings, field) ? fieldMeanings[field as ExperimentField] : [];
  return concern === "harmless" ? undefined : concern;
}

/** The concerns whose fields every answer of the API shows. Of the others, there are fields that none does. */
const ANSWERED: readonly Concern[] = ["status", "groups", "allocation", "metrics", "hypothesis"];

/** The fields that risks depend on and that a record lacks only where it is a part of one. */
export const answeredFields = ANSWERED.flatMap(fieldsOfConcern).map(([field]) => field);
