import { isDeepStrictEqual } from "node:util";
import type { Emulator, StoredRecord } from "../../../lib/emulator";
import { callByHand, unwrapped } from "../../support/deployment";
import type { Ended } from "../../support/process";
import { type Declared, type Deployed, type Reason, words } from "./model";
import type { Places } from "./places";
import type { ProjectModel } from "./project-model";
import type { Stack } from "./walk";
import { type Fields, walkers } from "./walkers";

/** Holds what can be seen of a walk against the model, and asks three questions that no model can answer wrongly. */
export class Comparison {
  readonly met = new Set<Reason>();

  constructor(
    private readonly places: Places,
    private readonly projects: readonly ProjectModel[],
    private readonly strangers: readonly Stranger[],
  ) {}

  /** @param calls that the deploy has made, each with its project */
  deploy(stack: Stack, expected: Deployed, { exitCode, output }: Ended, calls: readonly string[]): void {
    expect({ calls: calls.toSorted(), output }).toEqual({ calls: expected.calls.toSorted(), output });
    expect({ exitCode, output }).toEqual({ exitCode: expected.failures.length === 0 ? 0 : 1, output });
    for (const { walker, reason } of expected.failures) {
      this.met.add(reason);
      const said = new RegExp(`\\(${stack.name}/${walker}\\): .{0,300}?(?:${words[reason]})`);
      expect(unwrapped(output)).toMatch(said);
    }
  }

  services(): void {
    const kept = this.projects.map((project) => sorted([...project.kept.values()]));
    expect(this.places.projects.map((service) => sorted(seenIn(service)))).toEqual(kept);
    // was anybody else's entity touched?
    for (const { project, id, record } of this.strangers) {
      const isForeign = this.projects[project]?.kept.get(id)?.isForeign;
      // a look before a create sends an update of the identity alone, which changes nothing but the time
      const modifiedTime = record.kind === "ingestion_source" ? expect.any(Number) : record.modifiedTime;
      if (isForeign) expect(this.places.projects[project]?.records).toContainEqual({ ...record, modifiedTime });
    }
    // are there two?
    const seconds = this.projects.map((project) => project.seconds.map((walker) => walkers[walker]?.own));
    expect(this.places.seconds.toSorted()).toEqual(
      seconds.flatMap((names, index) => names.map((name) => `${index} ${name}`)).sort(),
    );
  }

  async plan(stack: Stack, declared: readonly Declared[]): Promise<void> {
    const { exitCode, due, output } = await stack.plan();
    const isRefused = declared.some((each) => stack.model.refuses(each));
    const expected = stack.model.due(declared);
    expect({ exitCode, output }).toEqual({ exitCode: isRefused ? 1 : expected.size > 0 ? 2 : 0, output });
    if (!isRefused) expect(due).toEqual(expected);
    if (exitCode !== 0) return;
    // does an empty plan mean agreement?
    const disagreeing = declared.map((each) => ({ walker: each.walker, fields: this.disagreement(stack, each) }));
    expect(disagreeing.filter(({ fields }) => fields.length > 0)).toEqual([]);
  }

  /** The fields in which the service does not have what a stack declares, but for those of which the stack knows nothing. */
  private disagreement({ model, name }: Stack, declared: Declared): readonly string[] {
    const { project } = declared.place;
    if (this.projects[project]?.isShared(declared, name)) return [];
    const unseen = model.unseen(declared);
    return differences(this.places.projects[project], declared).filter((field) => !unseen.includes(field));
  }
}

function sorted(all: readonly Seen[]): string[] {
  return all.map(({ walker, fields }) => `${walker} ${JSON.stringify(Object.entries(fields).sort())}`).sort();
}

/** An entity that somebody else has made. */
export interface Stranger {
  readonly project: number;
  /** What the model calls it. */
  readonly id: string;
  readonly seen: Seen;
  /** As it was made. */
  readonly record: StoredRecord;
}

/** Has somebody else make an entity of each kind in each project; in the second one with the identities of ours. */
export async function plantStrangers({ projects }: Places): Promise<readonly Stranger[]> {
  const planted: Stranger[] = [];
  for (const [project, emulator] of projects.entries()) {
    for (const [walker, { own, stranger, seen }] of Object.entries(walkers)) {
      const identity = project === 1 && own !== undefined ? own : "theirs";
      const { path, body } = stranger(identity);
      await callByHand(emulator, `POST ${path}`, body);
      const record = emulator.records.at(-1) as StoredRecord;
      planted.push({ project, id: `${walker} ${identity}`, seen: { walker, fields: seen(record.data) }, record });
    }
  }
  return planted;
}

/** The declared fields that a service has otherwise, or not at all. */
function differences(service: Emulator | undefined, declared: Declared): readonly string[] {
  const { isOf, own } = walkers[declared.walker] ?? {};
  const fields: Fields = { ...declared.fixed, ...declared.changeable };
  const differing = service?.records
    .filter((record) => isOf?.(record, own))
    .map(({ data }) => Object.keys(fields).filter((name) => !isDeepStrictEqual(data[name], fields[name])));
  // of a prompt, there may be other versions
  return differing?.sort((one, other) => one.length - other.length)[0] ?? ["is missing"];
}

/** What can be seen of all that a service keeps. */
function seenIn({ records }: Emulator): readonly Seen[] {
  return records.flatMap((record) =>
    Object.entries(walkers)
      .filter(([, { isOf }]) => isOf(record))
      .map(([walker, { seen }]) => ({ walker, fields: seen(record.data) })),
  );
}

/** What can be seen of an entity. */
export interface Seen {
  readonly walker: string;
  readonly fields: Fields;
}
