import { inWords } from "../../api/describe";
import { declaredServiceText } from "../../protocol/declared-service";
import { type ServiceRecords, unreadText } from "../../records/service-records";
import { CommandError } from "../command-errors";
import type { Io } from "../io";
import type { SynthesisedStack } from "../stacks";
import { readRecords } from "./read-records";
import type { RecordsOptions } from "./records-options";

/**
 * Reads records of the one service that all of the stacks declare.
 *
 * @returns the records with that service, which is undefined where the stacks declare nothing
 * @throws CommandError when the stacks have several services, or none of the records can be read
 */
export async function readRecordsOf(
  stacks: readonly SynthesisedStack[],
  sources: readonly string[],
  io: Io,
  said: RecordsOptions,
): Promise<ServiceRecords & { readonly service: string | undefined }> {
  const found = await readRecords(sources, io, said);
  if (found.records.length > 0 || found.unread.length === 0) return { ...found, service: onlyService(stacks) };
  throw new CommandError(
    "no record can be read",
    "give what the service has answered: a record, {message, data}, a page, or a list of these",
    found.unread.map(unreadText),
  );
}

function onlyService(stacks: readonly SynthesisedStack[]): string | undefined {
  const services = new Map<string, Set<string>>();
  for (const { name, requests } of stacks) {
    for (const text of requests.map(declaredServiceText))
      services.set(text, (services.get(text) ?? new Set()).add(name));
  }
  if (services.size > 1) {
    const mixed = stacks.map(({ name }) => name).filter((name) => servicesOf(name, services) > 1);
    throw new CommandError(
      `records are of one service, and these stacks have ${services.size}`,
      mixed.length === 0
        ? "name the stacks of one service, and ask for each service with its own records"
        : `no records are of all services of ${inWords(mixed)}: only stacks with one service can be compared with records`,
      [...services].map(([service, those]) => `${service}: ${inWords([...those])}`),
    );
  }
  return [...services.keys()][0];
}

/** How many services a stack has. */
function servicesOf(name: string, services: ReadonlyMap<string, ReadonlySet<string>>): number {
  return [...services.values()].filter((those) => those.has(name)).length;
}
