import { isSecretAt, markerOf } from "../../lib/api/field-markers";
import { kinds } from "../../lib/api/kinds";
import { promptVersion } from "../../lib/api/prompt-version-schema";

function marked(tell: (marker: ReturnType<typeof markerOf>) => boolean): Record<string, string[]> {
  const found = kinds.map(({ name, fields }): [string, string[]] => [
    name,
    Object.entries(fields.shape).flatMap(([field, schema]) => (tell(markerOf(schema)) ? [field] : [])),
  ]);
  return Object.fromEntries(found.filter(([, fields]) => fields.length > 0));
}

test("team and teamID are marked as fields of the enterprise tier wherever they are", () => {
  const teams = ["team", "teamID"];
  expect(marked(({ only }) => only === "enterprise")).toEqual({
    experiment: teams,
    metric_source: teams,
    assignment_source: teams,
    segment: teams,
  });
});

test("what the API calls warehouse-based only is marked so, and what is the sign of such an experiment", () => {
  expect(marked(({ only }) => only === "warehouse")).toEqual({
    experiment: [
      ...["allocationDuration", "cohortedAnalysisDuration", "cohortedMetricsMatureAfterEnd"],
      ...["cohortWaitUntilEndToInclude", "scheduledReloadHour", "scheduledReloadType", "scheduledReloadDays"],
      ...["turboMode", "analysisEndTime"],
    ],
  });
  expect(marked(({ sign }) => sign === "warehouse")).toEqual({
    experiment: [
      ...["secondaryIDType", "identifierMappingMode", "identityResolutionSource", "assignmentSourceName"],
      ...["assignmentSourceExperimentName", "isAnalysisOnly", "assignmentSourceFilters", "preComputedUserDimensions"],
    ],
  });
});

test("what may hold a secret is marked so, and known at any depth", () => {
  expect(marked(({ secret }) => secret === true)).toEqual({
    prompt_version: ["workflow_headers", "auth_workflow_headers"],
  });
  const { fields } = promptVersion;
  expect(isSecretAt(fields, ["auth_workflow_headers", 0, "value"])).toBe(true);
  expect(isSecretAt(fields, ["auth_workflow_headers", "Authorization"])).toBe(true);
  expect(isSecretAt(fields, ["prompts", 0, "content"])).toBe(false);
  expect(isSecretAt(fields, ["nothing", "inside"])).toBe(false);
  // the props as a whole
  expect(isSecretAt(fields, [])).toBe(true);
});
