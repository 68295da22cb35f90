import "./supported-node";

export { AssignmentSource, type AssignmentSourceProps } from "./assignment-source";
export { Experiment, type ExperimentProps } from "./experiment";
export { Include, type IncludedEntity, type IncludeProps } from "./include";
export { IngestionSource, type IngestionSourceProps } from "./ingestion-source";
export { MetricSource, type MetricSourceProps } from "./metric-source";
export { PromptVersion, type PromptVersionProps } from "./prompt-version";
export { Segment, type SegmentProps } from "./segment";
export { ExperimentationService, type ExperimentationServiceProps } from "./service";
export type {
  AssignmentSourceFilter,
  ColumnMapping,
  Covariate,
  CustomField,
  ExperimentGroup,
  ExperimentLink,
  ExternalEvent,
  IdTypeMapping,
  MetricReference,
  Owner,
  PromptMessage,
  QualityScore,
  SegmentCondition,
  SegmentRule,
  StratifiedSampling,
  UserDimension,
  WorkflowHeader,
} from "./shapes";
export { type DeclaredFields, type DeferredField, isDeferred } from "./terraform/props/deferred-values";
export { fromEnvironment } from "./terraform/props/from-environment";
export {
  DuplicateError,
  InvalidDefinitionsError,
  InvalidPropsError,
  ServiceChoiceError,
  UsageError,
} from "./terraform/synth-errors";
export { ExperimentationError } from "./text/errors";
