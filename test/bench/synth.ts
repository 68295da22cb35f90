import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cost, type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import { run } from "./processes";

const WORKER = [join(__dirname, "../support/run.mjs"), join(__dirname, "synth-worker.ts")];
const goals = { cpu: 1.6, wall: 1.6, memory: 1.6 };

/** What a process is to synthesise. */
export interface Task {
  /** Where the output goes. */
  readonly folder: string;
  /** How many experiments. */
  readonly count: number;
  /** By this package, from code or from files; or without it, from what it has made of one experiment. */
  readonly from: "code" | "files" | "hand";
}

/** Constructing and synthesising experiments, against the same resources and files made by hand. */
export const synth: Measurement = {
  name: "synth",
  about: "experiments are constructed and synthesised in a process of its own, whose loading does not count",
  measure: async (): Promise<readonly Row[]> => {
    const [many, most] = [ways(1_000), ways(5_000)];
    const { ours, theirs } = ways(100);
    const few = await takeTurns({ ours, theirs }, 10);
    const large = await takeTurns(
      { ours1: many.ours, files: many.files, theirs1: many.theirs, ours5: most.ours, theirs5: most.theirs },
      3,
    );
    const against = "NullResources with the same output";
    const text = (count: string) => `synth of ${count} experiments`;
    const growth = { cpu: 5.5, wall: 5.5 };
    const included = { cpu: 1.5, wall: 1.5 };
    return [
      ...rowsOf({ what: text("100"), against, ...few, goals }),
      ...rowsOf({ what: text("1,000"), ours: large.ours1, against, theirs: large.theirs1, goals }),
      ...rowsOf({ what: text("5,000"), ours: large.ours5, against, theirs: large.theirs5, goals }),
      ...rowsOf({ what: text("5,000"), ours: large.ours5, against: "of 1,000", theirs: large.ours1, goals: growth }),
      ...rowsOf({
        what: text("1,000 included"),
        ours: large.files,
        against: "in code",
        theirs: large.ours1,
        goals: included,
      }),
    ];
  },
};

function ways(count: number) {
  return {
    ours: () => costOfTask(count, "code"),
    files: () => costOfTask(count, "files"),
    theirs: () => costOfTask(count, "hand"),
  };
}

/** What a process says that it needed. */
async function costOfTask(count: number, from: Task["from"]): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "bench-synth-"));
  try {
    const file = join(folder, "task.json");
    await writeFile(file, JSON.stringify({ folder: join(folder, "out"), count, from } satisfies Task));
    return JSON.parse((await run("node", [...WORKER, file], {})).stdout) as Cost;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
