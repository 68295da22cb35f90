import { isDeepStrictEqual } from "node:util";
import type { Emulator, StoredRecord } from "../../../lib/emulator";
import { callByHand } from "../../support/deployment";
import type { Declared, Fields } from "./declared";
import type { Places } from "./places";
import { walkers } from "./walkers";

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
      const record = emulator.records.at(-1);
      if (record === undefined) throw new Error(`${path} made nothing`);
      planted.push({ project, id: `${walker} ${identity}`, seen: { walker, fields: seen(record.data) }, record });
    }
  }
  return planted;
}

/** Those of somebody else's entities that are not as they were made. */
export function touched({ projects }: Places, strangers: readonly Stranger[]): readonly Stranger[] {
  const isAsItWas = ({ project, record }: Stranger) =>
    projects[project]?.records.some((each) => isDeepStrictEqual(each, record));
  return strangers.filter((stranger) => !isAsItWas(stranger));
}

/** The declared fields that a service has otherwise, or not at all. */
export function differences(service: Emulator | undefined, declared: Declared): readonly string[] {
  const { isOf, own } = walkers[declared.walker] ?? {};
  const fields: Fields = { ...declared.fixed, ...declared.changeable };
  const differing = service?.records
    .filter((record) => isOf?.(record, own))
    .map(({ data }) => Object.keys(fields).filter((name) => !isDeepStrictEqual(data[name], fields[name])));
  // of a prompt, there may be other versions
  return differing?.sort((one, other) => one.length - other.length)[0] ?? ["is missing"];
}

/** What can be seen of all that a service keeps. */
export function seenIn({ records }: Emulator): readonly Seen[] {
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
