import { isSecretAt, markerOf } from "../../lib/api/field-types";
import { kinds } from "../../lib/api/kinds";
import { promptVersion, secretHeadersOf } from "../../lib/api/prompt-version-schema";

/** The fields of each kind that have a marker. */
function marked(tell: (marker: ReturnType<typeof markerOf>) => boolean): string[] {
  return kinds.flatMap(({ name, fields }) => {
    const found = Object.keys(fields.shape).filter((field) => tell(markerOf(fields.shape[field] as never)));
    return found.length > 0 ? [`${name}: ${found.join(" ")}`] : [];
  });
}

test("what takes effect in one edition alone is marked so, and what is the sign of a warehouse-based experiment", () => {
  expect(marked(({ only }) => only === "enterprise")).toEqual(
    ["experiment", "metric_source", "assignment_source", "segment"].map((kind) => `${kind}: team teamID`),
  );
  expect(marked(({ only }) => only === "warehouse")).toEqual([
    "experiment: allocationDuration cohortedAnalysisDuration cohortedMetricsMatureAfterEnd cohortWaitUntilEndToInclude " +
      "scheduledReloadHour scheduledReloadType scheduledReloadDays turboMode analysisEndTime",
  ]);
  expect(marked(({ sign }) => sign === "warehouse")).toEqual([
    "experiment: secondaryIDType identifierMappingMode identityResolutionSource assignmentSourceName " +
      "assignmentSourceExperimentName isAnalysisOnly assignmentSourceFilters preComputedUserDimensions",
  ]);
});

test("what may hold a secret is marked so, and known at any depth", () => {
  expect(marked(({ secret }) => secret === true)).toEqual(["prompt_version: workflow_headers auth_workflow_headers"]);
  const { fields } = promptVersion;
  // the last are the props as a whole
  const secret = [["auth_workflow_headers", 0, "value"], ["auth_workflow_headers", "Authorization"], []];
  const known = [
    ["prompts", 0, "content"],
    ["nothing", "inside"],
  ];
  expect([...secret, ...known].filter((path) => isSecretAt(fields, path))).toEqual(secret);
});

describe("a header of the workflow authenticates", () => {
  const isSecret = (name: string) => secretHeadersOf({ workflow_headers: [{ name, value: "v" }] }).length === 1;

  test("as its name says, and not by a name that only looks alike", () => {
    const secret =
      "Authorization Proxy-Authorization Cookie X-Auth X-Auth-User X-JWT X-Signature X-Hub-Signature-256 X-Pass X-Passwd " +
      "X-Passphrase X-Session-Id X-SessionID X-Session X-Webhook-Key X-Signing-Key X-Shared-Key X-Key ApiKey " +
      "Ocp-Apim-Subscription-Key X-Functions-Key DD-APPLICATION-KEY license_key Key Authentication Bearer X-Bearer PAT " +
      "X-Gitlab-Pat";
    const harmless =
      "Accept X-Author X-Authority Authored-By X-Bypass X-Passenger-Count X-Compass X-Path X-Pattern Dispatch " +
      "Surrogate-Key X-Key-Count Monkey X-Session-Timeout Idempotency-Key X-Partition-Key X-Max-Tokens X-Keyboard " +
      "X-Signatures-Count";
    expect(secret.split(" ").filter((name) => !isSecret(name) || !isSecret(name.toLowerCase()))).toEqual([]);
    expect(harmless.split(" ").filter(isSecret)).toEqual([]);
  });

  test("under any name, in the field for such headers", () => {
    expect(secretHeadersOf({ auth_workflow_headers: [{ name: "Accept", value: "v" }] })).toEqual([
      { field: "auth_workflow_headers", index: 0, header: { name: "Accept", value: "v" } },
    ]);
  });
});
