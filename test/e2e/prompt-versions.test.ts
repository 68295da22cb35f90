import { deployment } from "./deployment";
import { aPromptVersion, promptVersion, without } from "./samples";

const publish = "POST /console/v1/prompts/support_bot/versions";
const first = aPromptVersion({ id: undefined });
const second = aPromptVersion({ id: undefined, temperature: 0.7 });

test("a prompt version without id has one that comes from its content", () =>
  deployment(async (service) => {
    const { calls } = await service.deploy(first);

    expect(calls).toEqual([
      {
        operation: publish,
        body: { ...without(promptVersion, "promptID"), id: expect.stringMatching(/^v-[0-9a-f]{12}$/) },
      },
    ]);
  }));

test("changed content of a prompt version without id is published as another version next to the first", () =>
  deployment(async (service) => {
    await service.deploy(first);
    const { calls } = await service.deploy(second);

    expect(calls).toMatchObject([{ operation: publish, body: { temperature: 0.7 } }]);
    expect(service.emulator.records.map(({ data }) => data.temperature)).toEqual([0.2, 0.7]);
    expect(await service.plan(second)).toMatchObject({ isEmpty: true });
  }));

test("former content of a prompt version without id is found again, and nothing else is sent", () =>
  deployment(async (service) => {
    await service.deploy(first);
    await service.deploy(second);
    const { calls, output } = await service.deploy(first);

    expect(calls).toEqual([service.calls[0]]);
    expect(output).toMatch(/: found prompt version support_bot\/v-[0-9a-f]{12} in \d+ ms: it exists with this content/);
    expect(service.emulator.records).toHaveLength(2);
    expect(await service.plan(first)).toMatchObject({ isEmpty: true });
  }));
