import { isSecretAt, markerOf } from "../../lib/api/field-markers";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import { acceptedFields } from "../../lib/api/resource";
import { resources } from "../../lib/api/resources";

/** Names of the fields that have a marker, by kind. */
function marked(tell: (marker: ReturnType<typeof markerOf>) => boolean): Record<string, string[]> {
  const found = resources.map(({ kind, fields }) => [
    kind,
    acceptedFields(fields).filter((name) => {
      const schema = resources.find((resource) => resource.kind === kind)?.fields.shape[name];
      return schema !== undefined && tell(markerOf(schema));
    }),
  ]);
  return Object.fromEntries(found.filter(([, fields]) => fields?.length !== 0));
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

test("what the API calls warehouse-based only is marked so", () => {
  expect(marked(({ only }) => only === "warehouse")).toEqual({
    experiment: [
      "allocationDuration",
      "cohortedAnalysisDuration",
      "cohortedMetricsMatureAfterEnd",
      "cohortWaitUntilEndToInclude",
      "scheduledReloadHour",
      "scheduledReloadType",
      "scheduledReloadDays",
      "turboMode",
      "analysisEndTime",
    ],
  });
});

test("the signs of a warehouse-based experiment are marked so", () => {
  expect(marked(({ sign }) => sign === "warehouse")).toEqual({
    experiment: [
      "secondaryIDType",
      "identifierMappingMode",
      "identityResolutionSource",
      "assignmentSourceName",
      "assignmentSourceExperimentName",
      "isAnalysisOnly",
      "assignmentSourceFilters",
      "preComputedUserDimensions",
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
});

test("the props as a whole may hold a secret", () => {
  expect(isSecretAt(promptVersion.fields, [])).toBe(true);
});
