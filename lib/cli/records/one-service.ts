import { inWords } from "../../api/describe";
import { declaredServiceText } from "../../protocol/declared-service";
import { type ServiceRecords, unreadText } from "../../records/service-records";
import { WrongUsageError } from "../command-errors";
import type { SynthesisedStack } from "../stacks";

/**
 * The service of all that the stacks declare; undefined where they declare nothing.
 *
 * @throws WrongUsageError when there are several: records are of one
 */
export function serviceOfRecords(stacks: readonly SynthesisedStack[]): string | undefined {
  const services = new Map<string, Set<string>>();
  for (const { name, requests } of stacks) {
    for (const text of requests.map(declaredServiceText))
      services.set(text, (services.get(text) ?? new Set()).add(name));
  }
  if (services.size > 1) {
    throw new WrongUsageError(
      `records are of one service, and these stacks have ${services.size}`,
      "name the stacks of one service, and ask for each service with its own records",
      [...services].map(([service, those]) => `${service}: ${inWords([...those])}`),
    );
  }
  return [...services.keys()][0];
}

/** @throws WrongUsageError when there is not one record that can be read */
export function requireRecords({ records, unread }: ServiceRecords): void {
  if (records.length > 0) return;
  throw new WrongUsageError(
    "no record can be read",
    "give what the service has answered: a record, {message, data}, a page, or a list of these",
    unread.map(unreadText),
  );
}
