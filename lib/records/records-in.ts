import { kindOf } from "../api/kinds";
import { isFields } from "../value/value";
import type { RecordFields } from "./record-identity";
import { certainKinds } from "./record-kind";

/** What stands where a record should. */
interface FoundValue {
  readonly value: unknown;
  /** Kind that stands beside it, as in the emulator's listing; undefined when none does. */
  readonly kind: string | undefined;
  /** The page that it is on, where there may be more pages. */
  readonly page: RecordPage | undefined;
  /** Whether it is in a list, which may show all there are. */
  readonly isListed: boolean;
}

/** One page of several, or perhaps of several. */
export interface RecordPage {
  /** How many records all pages have together, where the page says so. */
  readonly total: number | undefined;
}

/** The values inside lists and envelopes, however deep. */
export function* recordsIn(
  value: unknown,
  { kind, page, isListed }: Omit<FoundValue, "value"> = { kind: undefined, page: undefined, isListed: false },
): Generator<FoundValue> {
  if (Array.isArray(value)) {
    for (const element of value) yield* recordsIn(element, { kind, page, isListed: true });
  } else if (isFields(value) && isEnvelope(value)) {
    const named = typeof value.kind === "string" && kindOf(value.kind) ? value.kind : kind;
    yield* recordsIn(value.data, { kind: named, page: pageOf(value) ?? page, isListed });
  } else {
    yield { value, kind, page, isListed };
  }
}

/** Whether `data` holds the record. A record may have a field of that name too: then others tell what it is. */
function isEnvelope(value: RecordFields): boolean {
  if (typeof value.data !== "object" || value.data === null) return false;
  return typeof value.message === "string" || certainKinds(value).length === 0;
}

/** Names by which services speak of pages. */
const PAGING = /pag(e|ing|ination)|next|cursor|offset|total|has_?more/i;

function pageOf({ data, ...beside }: RecordFields): RecordPage | undefined {
  if (!Array.isArray(data)) return undefined;
  const inside = Object.values(beside).flatMap((value) => (isFields(value) ? Object.entries(value) : []));
  const said = [...Object.entries(beside), ...inside].filter(([name]) => PAGING.test(name));
  if (said.length === 0) return undefined;
  const [, total] = said.find(([name, value]) => /total(?!.*page)/i.test(name) && typeof value === "number") ?? [];
  return { total: total as number | undefined };
}
