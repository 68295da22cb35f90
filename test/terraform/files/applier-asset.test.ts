import { Segment, UsageError } from "../../../lib";
import { segment } from "../entities";
import { emptyStack, messageOf } from "../synth";

jest.mock("node:fs", () => {
  const real = jest.requireActual<typeof import("node:fs")>("node:fs");
  return { ...real, existsSync: (path: string) => !path.endsWith("applier.js") && real.existsSync(path) };
});

test("a package whose applier has not been built says how to build it", () => {
  expect(messageOf(() => new Segment(emptyStack(), "beta", segment), UsageError)).toBe(
    "the applier has not been built yet; run `npm run build` in the directory of cdktf-experimentation",
  );
});
