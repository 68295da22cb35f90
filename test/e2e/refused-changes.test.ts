import { deployment, unwrapped } from "./deployment";
import { anExperiment, anIngestionSource, aPromptVersion, aSegment } from "./samples";

const createOnly = { hypothesis: undefined, groups: undefined };
const layerRemedy = "Put the former value back; to make another experiment, give it another identity.";

test.each([
  {
    what: "a changed segment",
    before: aSegment(),
    after: aSegment({ description: "Others.", tags: ["new"], rules: undefined }),
    refusal:
      'segment "beta_testers" (stack/beta): description, tags, rules changed, but the service has no update for a segment. ' +
      "Put the former values back; to make another segment, give it another identity.",
  },
  {
    what: "a changed prompt version with an id",
    before: aPromptVersion(),
    after: aPromptVersion({ temperature: 0.7 }),
    refusal:
      'prompt version "support_bot/v1" (stack/support): temperature changed, but the service has no update for a prompt version. ' +
      "Put the former values back; to make another prompt version, give it another identity.",
  },
  {
    what: "a changed layerID",
    before: anExperiment({ layerID: "L1" }),
    after: anExperiment({ layerID: "L2", allocation: 70 }),
    refusal: `experiment "checkout_button" (stack/checkout): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "an added layerID",
    before: anExperiment(),
    after: anExperiment({ layerID: "L1" }),
    refusal: `experiment "checkout_button" (stack/checkout): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "a removed layerID",
    before: anExperiment({ layerID: "L1" }),
    after: anExperiment(),
    refusal: `experiment "checkout_button" (stack/checkout): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "a changed experiment that lacks what the update requires",
    before: anExperiment(createOnly),
    after: anExperiment({ ...createOnly, allocation: 70, tags: ["new"] }),
    refusal:
      'experiment "checkout_button" (stack/checkout): allocation, tags changed, but an update also needs hypothesis, groups. ' +
      "Add what is missing, or put the former values back; to make another experiment, give it another identity.",
  },
  {
    what: "a changed use_delta_sharing",
    before: anIngestionSource({ use_delta_sharing: false }),
    after: anIngestionSource({ use_delta_sharing: true }),
    refusal:
      'ingestion source "Metrics/s3/revenue" (stack/revenue): use_delta_sharing cannot change after creation. ' +
      "Put the former value back; to make another ingestion source, give it another identity.",
  },
])("$what is refused by the plan, which says what to do, and nothing is sent", ({ before, after, refusal }) =>
  deployment(async (service) => {
    const { calls } = await service.deploy(before);
    const plan = await service.plan(after);

    expect(plan.exitCode).toBe(1);
    expect(unwrapped(plan.output)).toContain(refusal);
    expect(service.calls).toEqual(calls);
    expect(await service.plan(before)).toMatchObject({ isEmpty: true });
  }),
);
