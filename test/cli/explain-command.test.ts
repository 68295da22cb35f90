import { topics } from "../../lib/text/errors";
import { command } from "./command";

test("explain prints what the pages say of an error, a risk and a warning, from any directory, and names the page", async () => {
  for (const [topic, fact, page] of [
    ["exists", "adopt", "troubleshooting.md"],
    ["ramp", "Instead:", "risks.md"],
    ["group-sizes", "100", "preflight-and-warnings.md"],
    ["segment", "rules", "segment.md"],
    ["#EXISTS", "adopt", "troubleshooting.md"],
  ] as const) {
    const { exitCode, stdout } = await command(["explain", topic], { directory: "/" });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(fact)]);
    expect(stdout).toContain(page);
    expect(stdout).not.toMatch(/\]\(|\*\*|<a id|<!--/);
  }
});

test("without a topic, explain lists all of them by kind; for an unknown one, it asks for the nearest", async () => {
  const { stdout } = await command(["explain"]);
  expect(stdout.match(/^\w+:$/gm)).toEqual(["errors:", "risks:", "warnings:", "pages:"]);
  for (const topic of topics) expect(stdout).toContain(topic);
  expect(await command(["explain", "exsts"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('there is no topic "exsts"; did you mean "exists"?'),
  });
});
