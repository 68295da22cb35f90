import { type Comparison, compare, type Measurement, type Row } from "./figures";
import { Synthesiser } from "./synthesiser";

/** Constructing and synthesising experiments, against the same resources and files made by hand. */
export const synth: Measurement = {
  name: "synth",
  about: "experiments are constructed and synthesised in a process of its own, whose loading does not count",
  measure: () => Synthesiser.use(measure),
};

async function measure(synthesiser: Synthesiser): Promise<readonly Row[]> {
  const byHand = await synthesiser.byHand();
  const against = (count: number, pairs: number): Comparison => ({
    what: `synth of ${count} experiments`,
    ours: () => synthesiser.cost({ count }),
    against: "NullResources with the same output",
    theirs: () => synthesiser.cost({ count, byHand }),
    pairs,
    goals: { wall: 1.6, memory: 1.6 },
  });
  return [
    ...(await compare(against(100, 10))),
    ...(await compare(against(1_000, 5))),
    ...(await compare(against(5_000, 3))),
  ];
}
