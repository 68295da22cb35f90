import {
  DuplicateError,
  ExperimentationService,
  fromEnvironment,
  InvalidPropsError,
  Segment,
  UsageError,
} from "../../lib";
import { segment } from "./entities";
import { emptyStack, wrong } from "./synth";

/** A user's own construct, which extends one of ours. */
class TeamSegment extends Segment {}

test.each<[string, abstract new (...given: never[]) => Error, () => unknown]>([
  ["props", InvalidPropsError, () => new Segment(emptyStack(), "beta", { ...segment, name: "x" })],
  ["props of a user's own construct", InvalidPropsError, () => new TeamSegment(emptyStack(), "beta", wrong({}))],
  ["settings of the service", InvalidPropsError, () => new ExperimentationService(emptyStack(), "s", { baseUrl: "x" })],
  ["a variable's name", UsageError, () => fromEnvironment("a-b")],
  [
    "two constructs for one entity",
    DuplicateError,
    () => {
      const stack = emptyStack();
      for (const id of ["one", "two"]) new Segment(stack, id, segment);
    },
  ],
])("the stack trace of an error about %s begins at the user's own line", (_, kind, act) => {
  let thrown: unknown;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(kind);
  const { name, message, stack = "" } = thrown as Error;
  expect(stack.startsWith(`${name}: ${message}\n`)).toBe(true);
  const frames = stack.slice(stack.indexOf("\n    at ")).trim().split("\n");
  expect(frames.find((frame) => !frame.includes("new TeamSegment"))).toContain(__filename);
  expect(stack).not.toMatch(/lib\/(terraform\/)?[\w-]+\.ts/);
});
