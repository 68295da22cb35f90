import fc from "fast-check";
import type { Emulator, Fault } from "../../lib/emulator";
import { accessTo, deployment } from "./deployment";
import { differences, manyThings, secret, stackOf } from "./many-things";

const html = { "content-type": "text/html" };

/** What goes wrong with one call in five. A service that says what is not so, a success or "exists", is not among it. */
const faults: readonly Fault[] = [
  { drop: "before" },
  { drop: "after" },
  { drop: "after", effect: false },
  { drop: "midway" },
  { hang: true },
  { hang: true, effect: true },
  { trickle: { bytes: 1, milliseconds: 500 } },
  { size: 100 * 2 ** 20 },
  { status: 429 },
  { status: 429, headers: { "Retry-After": "1" } },
  { status: 429, headers: { "Retry-After": "0" } },
  { status: 429, headers: { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  { status: 429, headers: { "Retry-After": "soon" } },
  { status: 429, headers: { "Retry-After": "99999999" } },
  { status: 500 },
  { status: 500, effect: true },
  { status: 502, headers: html, body: "<h1>Bad gateway</h1>" },
  { status: 502, effect: true },
  { status: 503 },
  { status: 503, effect: true },
  { status: 503, headers: { "Retry-After": "1" } },
  { status: 504 },
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
  { status: 404 },
  { status: 307, headers: { location: "https://elsewhere.example/emulator-key" } },
  { headers: html, body: "<p>Log in</p>" },
  { headers: html, body: "<p>Log in</p>", effect: true },
  { body: '{"message":"ok","da' },
  { body: '{"message":"ok","da', effect: true },
  { body: "", effect: true },
  { body: { message: "Done." }, effect: true },
  { headers: { "content-type": "text/plain" } },
];

const journeys = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.constant<Fault>({}) }, { weight: 1, arbitrary: fc.constantFrom(...faults) }),
  { minLength: 400, maxLength: 400 },
);

const things = manyThings(50);
const build = stackOf(things, { attemptTimeoutSeconds: 3, retryBudgetSeconds: 60 });

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "with seed %d for faults of all kinds at one call in five, deploys end with everything as declared",
  (seed) =>
    deployment(
      async ({ emulator, workspace }) => {
        for (const fault of fc.sample(journeys, { seed, numRuns: 1 }).flat()) emulator.fail(fault);
        let output = "";
        let runs = 0;
        for (let exitCode: number | null = 1; exitCode !== 0; runs++) {
          expect(runs).toBeLessThan(6);
          workspace.synth(build);
          const applied = await workspace.apply({ parallelism: 20 });
          exitCode = applied.exitCode;
          output += applied.output;
        }

        expect(differences(emulator, things)).toEqual([]);
        expect(leaks(output)).toEqual([]);
        for (const [path, content] of await workspace.files()) {
          expect({ path, leaks: leaks(content.toString("latin1")) }).toEqual({ path, leaks: [] });
        }
      },
      { environment: withSecret },
    ),
);

function withSecret(emulator: Emulator): Record<string, string> {
  return { ...accessTo(emulator), [secret.variable]: secret.value };
}

/** Ways in which a text holds the key or the secret. */
function leaks(text: string): string[] {
  return ["emulator-key", secret.value].flatMap((value) => {
    const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
    const encoded = ["", "m", "me"].map((before) =>
      Buffer.from(before + value)
        .toString("base64")
        .slice(4, -4),
    );
    return [...spellings, ...encoded].filter((spelling) => text.includes(spelling));
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
