import type { KindName } from "../../lib/api/kind-names";
import {
  assignmentSource,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
  without,
} from "../support/samples";

const modified = { lastModifierID: "u-17", lastModifierName: "Ada" } as const;
const shownSegment = { ...without(segment, "name", "rules"), ...modified, isEnabled: true, count: 12, tags: ["beta"] };

/** Records as the API's response tables have them: what was sent, with what only the service sets. */
export const responses = {
  experiment: {
    ...experiment,
    ...modified,
    lastModifiedTime: 1_755_000_000_000,
    lastModifierEmail: null,
    creatorID: "u-17",
    createdTime: 1_754_000_000_000,
    creatorName: "Ada",
    creatorEmail: null,
    targetApps: ["web"],
    holdoutIDs: ["h1"],
    tags: ["checkout"],
    experimentType: "experiment",
    launchedGroupID: null,
    startTime: 1_754_000_000_000,
    endTime: null,
    layerID: null,
    primaryMetrics: [{ name: "orders", type: "sum", direction: "increase", hypothesizedValue: 2.5 }],
    primaryMetricTags: ["core"],
    secondaryMetrics: [],
    secondaryMetricTags: [],
    duration: 28,
    decisionReason: null,
    decisionTime: null,
    healthChecks: [],
    healthCheckStatus: "passed",
    inlineTargetingRulesJSON: "{}",
  },
  /** The answer to an update: no name, no times. */
  updatedExperiment: {
    ...without(experiment, "name"),
    ...modified,
    layerID: "checkout",
    allocation: 60,
    primaryMetricTags: [],
  },
  metric_source: { ...metricSource, description: "", timestampAsDay: false, sourceType: "query", tableName: "" },
  assignment_source: { ...assignmentSource, description: "", tags: [] },
  segment: shownSegment,
  /** No answer of the API shows the name, which the construct requires. */
  namedSegment: { ...shownSegment, name: "Beta testers" },
  ingestion_source: {
    ...ingestionSource,
    column_mapping: { unit_id: "user_id", metric_value: "amount" },
    use_delta_sharing: false,
    share: null,
    schema: null,
    table: null,
  },
  prompt_version: {
    ...without(promptVersion, "promptID"),
    id: "1.0",
    description: "",
    provider: "example",
    top_p: 1,
    workflow_headers: [{ name: "X-Team", value: "support" }],
    auth_workflow_headers: [{ name: "Authorization", value: "Bearer t0p-secret" }],
    workflow_body: { type: "JSON", value: "{}" },
  },
} as const satisfies Readonly<Record<KindName | "updatedExperiment" | "namedSegment", object>>;
