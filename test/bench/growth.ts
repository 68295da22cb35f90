import type { TerraformStack } from "cdktf";
import { MetricSource } from "../../lib";
import { type Cost, type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import { costOf, type Series } from "./processes";
import { accessTo, atSite, callsOf, forget, type Site, synthesise } from "./synthesised";
import { Synthesiser } from "./synthesiser";

const EXPERIMENTS = 100;
/** Groups of an experiment. */
const GROUPS = [2, 20, 200] as const;
/** Bytes of a query, which is nearly all of the body. */
const BODIES = [1 << 10, 50 << 10, 500 << 10, 5 << 20] as const;

/** What it costs that an experiment or a body is ten times as large. What does not depend on the size counts too. */
export const growth: Measurement = {
  name: "growth",
  about: `synth of ${EXPERIMENTS} experiments with few and many groups, and a create call with a small and a large body`,
  measure: async () => [...(await Synthesiser.use(inGroups)), ...(await atSite(inBody))],
};

async function inGroups(synthesiser: Synthesiser): Promise<readonly Row[]> {
  const ways = GROUPS.map((groups) => [String(groups), () => synthesiser.cost({ count: EXPERIMENTS, groups })]);
  const costs = await takeTurns(Object.fromEntries(ways) as Ways, 5);
  return steps(
    GROUPS,
    (groups) => `synth of ${EXPERIMENTS} with ${groups} groups`,
    (groups) => `with ${groups}`,
    costs,
  );
}

async function inBody(site: Site): Promise<readonly Row[]> {
  const { applier, commands } = callsOf(await synthesise(site.workspace, queries), "create");
  const ways = BODIES.map((bytes) => {
    const series: Series = {
      program: "node",
      args: [applier],
      each: commands.filter((command) => command.includes(`_${bytes}_bytes`)),
      environment: accessTo(site.emulator),
      directory: site.workspace.stackDirectory,
    };
    return [String(bytes), () => costOf(series).finally(() => forget(site))];
  });
  const costs = await takeTurns(Object.fromEntries(ways) as Ways, 10);
  return steps(
    BODIES,
    (bytes) => `create with a body of ${bytes >> 10} KiB`,
    (bytes) => `of ${bytes >> 10} KiB`,
    costs,
  );
}

type Ways = Readonly<Record<string, () => Promise<Cost>>>;

/** Each size against the one before: the ratio should not exceed that of the sizes. */
function steps(
  sizes: readonly number[],
  what: (size: number) => string,
  against: (size: number) => string,
  costs: Readonly<Record<string, readonly Cost[]>>,
): Row[] {
  return sizes.slice(1).flatMap((size, index) => {
    const before = sizes[index] ?? 0;
    const goal = size / before;
    return rowsOf({
      what: what(size),
      ours: costs[size] ?? [],
      against: against(before),
      theirs: costs[before] ?? [],
      goals: { cpu: goal, wall: goal, memory: goal },
    });
  });
}

function queries(stack: TerraformStack): void {
  for (const bytes of BODIES) {
    new MetricSource(stack, `source-${bytes}`, {
      name: `${bytes} bytes`,
      sql: `select * from orders -- ${"x".repeat(bytes)}`,
      timestampColumn: "paid_at",
      idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
    });
  }
}
