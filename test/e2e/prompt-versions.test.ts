import { deployment } from "./deployment";
import { aPromptVersion, promptVersion, without } from "./samples";

const publish = "POST /console/v1/prompts/support_bot/versions";
const first = aPromptVersion({ id: undefined });
const second = aPromptVersion({ id: undefined, temperature: 0.7 });

test("a prompt version without id has one of its content: a change is published next to the first, which is found again", () =>
  deployment(async (service) => {
    const id = expect.stringMatching(/^v-[0-9a-f]{12}$/);
    const body = { ...without(promptVersion, "promptID"), id };
    expect((await service.deploy(first)).calls).toEqual([{ operation: publish, body }]);
    expect((await service.deploy(second)).calls).toEqual([{ operation: publish, body: { ...body, temperature: 0.7 } }]);
    expect(service.emulator.records.map(({ data }) => data.temperature)).toEqual([0.2, 0.7]);
    expect(await service.plan(second)).toMatchObject({ isEmpty: true });

    const { calls, output } = await service.deploy(first);
    expect(calls).toEqual([service.calls[0]]);
    expect(output).toMatch(/: found prompt version support_bot\/v-[0-9a-f]{12} in \d+ ms: it exists with this content/);
    expect(service.emulator.records).toHaveLength(2);
    expect(await service.plan(first)).toMatchObject({ isEmpty: true });
  }));
