import fc from "fast-check";
import type { Fault } from "../../lib/emulator";
import { type Deployment, deployment } from "../support/deployment";
import { filesWith, spellingsOf } from "./leaked-secrets";
import { differences, manyEntities, secret, stackOf, withSecret } from "./many-entities";

const secrets = ["emulator-key", secret.value];
const html = { "content-type": "text/html" };

/** What goes wrong with one call in four. A service that says what is not so, such as 404, is not among it. */
const faults: readonly Fault[] = [
  { drop: "before" },
  { drop: "after" },
  { drop: "midway" },
  { hang: true },
  { hang: true, effect: true },
  { status: 429, headers: { "Retry-After": "1" } },
  { status: 429, headers: { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  { status: 500, effect: true },
  { status: 502, effect: true },
  { status: 503, effect: true },
  { status: 504, effect: true },
  { status: 400, body: { message: "No.", errors: [{ property: "name", errorMessage: "not now" }] } },
  { status: 401, body: { message: "No: emulator-key, ZW11bGF0b3Ita2V5" } },
  {
    // the applier knows the secrets of its own call
    match: { kind: "prompt_version" },
    status: 400,
    body: { message: `${secret.value}, ${encodeURIComponent(secret.value)}`, errors: [base64(`me:${secret.value}`)] },
  },
  { status: 403 },
  { match: { kind: "segment" }, status: 404 },
  { status: 307, headers: { location: "https://elsewhere.example/emulator-key" } },
  { headers: html, body: "<p>Log in</p>", effect: true },
  { body: '{"message":"ok","da', effect: true },
  { body: "", effect: true },
];

const journeys = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant<Fault>({}) }, { weight: 1, arbitrary: fc.constantFrom(...faults) }),
  { minLength: 400, maxLength: 400 },
);

const entities = manyEntities(18);
const changed = manyEntities(18, "changed");
const limited = manyEntities(12);

/** Set `FAULT_SEEDS` to the number of further seeds. */
const seeds = [1, ...Array.from({ length: Number(process.env.FAULT_SEEDS ?? 0) }, (_, index) => 1_000 + index)];

test.concurrent.each(seeds)(
  "with seed %d for faults of all kinds at one call in four, deploys and those of changes end with everything as declared",
  (seed) =>
    underFaults(seed, async (service) => {
      const output = (await untilDeployed(service, entities)) + (await untilDeployed(service, changed));

      expect(spellingsOf(secrets).filter((spelling) => output.includes(spelling))).toEqual([]);
      expect(await filesWith(service.workspace, spellingsOf(secrets))).toEqual([]);
    }),
);

test.concurrent("under a rate limit that says how long to wait, one deploy succeeds, with few calls more than there are changes", () =>
  deployment(
    async ({ emulator, workspace }) => {
      workspace.synth(stackOf(limited));
      const { exitCode } = await workspace.apply({ parallelism: 3 });

      expect(exitCode).toBe(0);
      expect(differences(emulator, limited)).toEqual([]);
      expect(emulator.calls.length).toBeLessThan(limited.length * 1.5);
    },
    { emulator: { rateLimit: { changes: 6, seconds: 2 } }, ...withSecret },
  ));

/** Runs a test against a service whose first calls go wrong, one in four. */
function underFaults(seed: number, test: (service: Deployment) => Promise<void>): Promise<void> {
  return deployment((service) => {
    for (const fault of fc.sample(journeys, { seed, numRuns: 1 }).flat()) service.emulator.fail(fault);
    return test(service);
  }, withSecret);
}

/** Deploys until it succeeds, a handful of times at most, and returns all that Terraform has said. */
async function untilDeployed({ emulator, workspace }: Deployment, declared: ReturnType<typeof manyEntities>) {
  const build = stackOf(declared, {
    attemptTimeoutSeconds: 3,
    retryBudgetSeconds: 60,
    unclearCreates: "adopt",
  });
  let output = "";
  for (let runs = 1; ; runs++) {
    workspace.synth(build);
    const applied = await workspace.apply({ parallelism: 20 });
    output += applied.output;
    if (applied.exitCode === 0) break;
    expect(runs).toBeLessThan(5);
  }
  expect(differences(emulator, declared)).toEqual([]);
  return output;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
