import { type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import { Synthesiser } from "./synthesiser";

const AGAINST = "NullResources with the same output";
const goals = { cpu: 1.6, wall: 1.6, memory: 1.6 };

/** Constructing and synthesising experiments, against the same resources and files made by hand. */
export const synth: Measurement = {
  name: "synth",
  about: "experiments are constructed and synthesised in a process of its own, whose loading does not count",
  measure: () => Synthesiser.use(measure),
};

async function measure(synthesiser: Synthesiser): Promise<readonly Row[]> {
  const byHand = await synthesiser.byHand();
  const ways = (count: number) => ({
    ours: () => synthesiser.cost({ count }),
    theirs: () => synthesiser.cost({ count, byHand }),
  });
  const [many, most] = [ways(1_000), ways(5_000)];
  const few = await takeTurns(ways(100), 10);
  const large = await takeTurns({ ours1: many.ours, theirs1: many.theirs, ours5: most.ours, theirs5: most.theirs }, 3);
  const text = (count: string) => `synth of ${count} experiments`;
  return [
    ...rowsOf({ what: text("100"), against: AGAINST, ...few, goals }),
    ...rowsOf({ what: text("1,000"), ours: large.ours1, against: AGAINST, theirs: large.theirs1, goals }),
    ...rowsOf({ what: text("5,000"), ours: large.ours5, against: AGAINST, theirs: large.theirs5, goals }),
    ...rowsOf({
      what: text("5,000"),
      ours: large.ours5,
      against: "of 1,000",
      theirs: large.ours1,
      goals: { cpu: 5.5, wall: 5.5 },
    }),
    ...rowsOf({
      what: "the same, by hand",
      ours: large.theirs5,
      against: "of 1,000",
      theirs: large.theirs1,
    }),
  ];
}
