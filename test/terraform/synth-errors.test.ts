import { inspect } from "node:util";
import { DuplicateError, fromEnvironment, InvalidPropsError, Segment, UsageError } from "../../lib";
import { segment } from "./entities";
import { emptyStack, wrong } from "./synth";

/** A user's own construct, which extends one of ours. */
class TeamSegment extends Segment {}

const twice = () => {
  const stack = emptyStack();
  for (const id of ["one", "two"]) new Segment(stack, id, segment);
};

test.each<[string, abstract new (...given: never[]) => Error, () => unknown, ending: RegExp]>([
  [
    "props",
    InvalidPropsError,
    () => new TeamSegment(emptyStack(), "x", wrong({ name: "beta", typ: "id_list" })),
    /"type"\?\n {2}more: .* explain props$/,
  ],
  ["a variable's name", UsageError, () => fromEnvironment("a-b"), /itself\n {2}more: .* explain secret$/],
  ["two constructs for one entity", DuplicateError, twice, /another identity\n {2}more: .* explain duplicate$/],
])("Node prints the message of an error about %s once, and a stack trace that begins at the user's line", (...row) => {
  const [, kind, act, ending] = row;
  let thrown: unknown;
  try {
    act();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(kind);
  const { name, message, stack = "" } = thrown as Error;
  expect(inspect(thrown).replace(/\n +at .*/g, "")).toBe(`${name}: ${message}`);
  expect(message).toMatch(ending);
  const frames = stack.slice(stack.indexOf("\n    at ")).trim().split("\n");
  expect(frames.find((frame) => !frame.includes("new TeamSegment"))).toContain(__filename);
  expect(stack).not.toMatch(/lib\/(terraform\/)?[\w-]+\.ts/);
});
