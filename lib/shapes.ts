/** The nested shapes of props, by name. The build writes them out in full. */
import type {
  assignmentSourceFilter,
  covariate,
  experimentGroup,
  experimentLink,
  externalEvent,
  metricReference,
  qualityScore,
  stratifiedSampling,
  userDimension,
} from "./api/experiment-schema";
import type { columnMapping } from "./api/ingestion-source-schema";
import type { customField, idTypeMapping, owner } from "./api/metric-source-schema";
import type { promptMessage, workflowHeader } from "./api/prompt-version-schema";
import type { segmentCondition, segmentRule } from "./api/segment-schema";
import type { FieldsOf } from "./terraform/props/construct-props";

/** A filter on the rows of an assignment source. */
export type AssignmentSourceFilter = FieldsOf<typeof assignmentSourceFilter>;

/** The columns of an ingestion source, by their meaning. */
export type ColumnMapping = FieldsOf<typeof columnMapping>;

/** A covariate of CURE variance reduction. */
export type Covariate = FieldsOf<typeof covariate>;

/** A field of a metric source that is computed by a formula. */
export type CustomField = FieldsOf<typeof customField>;

/** A test group of an experiment. */
export type ExperimentGroup = FieldsOf<typeof experimentGroup>;

/** A link to a relevant resource. */
export type ExperimentLink = FieldsOf<typeof experimentLink>;

/** An event outside the service that matters for an experiment. */
export type ExternalEvent = FieldsOf<typeof externalEvent>;

/** The column of a source that holds a unit id of the service. */
export type IdTypeMapping = FieldsOf<typeof idTypeMapping>;

/** A metric of an experiment. */
export type MetricReference = FieldsOf<typeof metricReference>;

/** The owner of a metric source or an assignment source. */
export type Owner = FieldsOf<typeof owner>;

/** A message of a prompt. */
export type PromptMessage = FieldsOf<typeof promptMessage>;

/** A quality score of an experiment, in addition to those of the service. */
export type QualityScore = FieldsOf<typeof qualityScore>;

/** A condition of a segment's rule that a unit has to meet. */
export type SegmentCondition = FieldsOf<typeof segmentCondition>;

/** A rule of a segment. */
export type SegmentRule = FieldsOf<typeof segmentRule>;

/** Settings of an experiment's stratified sampling. */
export type StratifiedSampling = FieldsOf<typeof stratifiedSampling>;

/** A user dimension that is computed for every metric. */
export type UserDimension = FieldsOf<typeof userDimension>;

/** A header of the workflow's request. */
export type WorkflowHeader = FieldsOf<typeof workflowHeader>;
