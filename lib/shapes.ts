/** The shapes within props, by their names. The build writes them out. */
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
import type { idTypeMapping } from "./api/id-type-mapping";
import type { columnMapping } from "./api/ingestion-source-schema";
import type { customField } from "./api/metric-source-schema";
import type { owner } from "./api/owner";
import type { promptMessage, workflowHeader } from "./api/prompt-version-schema";
import type { segmentCondition, segmentRule } from "./api/segment-schema";
import type { FieldsOf } from "./terraform/props/check-props";

export type AssignmentSourceFilter = FieldsOf<typeof assignmentSourceFilter>;
export type ColumnMapping = FieldsOf<typeof columnMapping>;
export type Covariate = FieldsOf<typeof covariate>;
export type CustomField = FieldsOf<typeof customField>;
export type ExperimentGroup = FieldsOf<typeof experimentGroup>;
export type ExperimentLink = FieldsOf<typeof experimentLink>;
export type ExternalEvent = FieldsOf<typeof externalEvent>;
export type IdTypeMapping = FieldsOf<typeof idTypeMapping>;
export type MetricReference = FieldsOf<typeof metricReference>;
export type Owner = FieldsOf<typeof owner>;
export type PromptMessage = FieldsOf<typeof promptMessage>;
export type QualityScore = FieldsOf<typeof qualityScore>;
export type SegmentCondition = FieldsOf<typeof segmentCondition>;
export type SegmentRule = FieldsOf<typeof segmentRule>;
export type StratifiedSampling = FieldsOf<typeof stratifiedSampling>;
export type UserDimension = FieldsOf<typeof userDimension>;
export type WorkflowHeader = FieldsOf<typeof workflowHeader>;
