import { deployment } from "./deployment";
import { differences, manyEntities, secret, stackOf } from "./many-entities";

const entities = manyEntities(48);

test.concurrent.each([
  { what: "says in Retry-After how long to wait", retryAfter: true },
  { what: "does not say how long to wait", retryAfter: false },
])("under a rate limit that $what, one deploy succeeds, with few calls more than there are changes", ({ retryAfter }) =>
  deployment(
    async ({ emulator, workspace }) => {
      workspace.synth(stackOf(entities));
      const { exitCode } = await workspace.apply({ parallelism: 3 });

      expect(exitCode).toBe(0);
      expect(differences(emulator, entities)).toEqual([]);
      if (retryAfter) expect(emulator.calls.length).toBeLessThan(entities.length * 1.5);
    },
    {
      emulator: { rateLimit: { changes: 20, seconds: 3, retryAfter } },
      environment: ({ address, key }) => ({
        SERVICE_BASE_URL: address,
        SERVICE_API_KEY: key,
        [secret.variable]: secret.value,
      }),
    },
  ),
);
