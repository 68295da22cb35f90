import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describeKind, isObject } from "../../api/describe";
import { resourceOf } from "../../api/resources";
import { CommandError } from "../command-errors";
import type { Io } from "../io";
import { decodedText, readAll } from "../read-text";
import type { RecordFields } from "./identity";
import { certainKinds } from "./record-kind";

/** A record as the service has answered it. */
export interface FoundRecord {
  readonly fields: RecordFields;
  /** Kind that stands beside the record, as in the emulator's listing; undefined when none does. */
  readonly kind: string | undefined;
  /** For messages: `records.json, record 2`. */
  readonly where: string;
}

/**
 * Reads the records of a file.
 *
 * @param file path, or `-` for stdin
 * @throws CommandError when the file cannot be read, is no JSON, or holds something else than records
 */
export async function readRecords(file: string, io: Pick<Io, "stdin" | "directory">): Promise<FoundRecord[]> {
  const name = file === "-" ? "stdin" : file;
  const found = [...recordsIn(parseRecords(await recordsText(file, io), name))];
  if (found.length === 0) throw new CommandError(`${name} holds no record`, EXPECTED);
  return found.map(({ value, kind }, index) => {
    const where = found.length === 1 ? name : `${name}, record ${index + 1}`;
    if (!isObject(value)) throw new CommandError(`${where} is no record but ${describeKind(value)}`, EXPECTED);
    return { fields: value, kind, where };
  });
}

const EXPECTED = "give what the service has answered: a record, {message, data}, or a list of them";

/** The values inside lists and envelopes, however deep. */
function* recordsIn(value: unknown, kind?: string): Generator<{ value: unknown; kind: string | undefined }> {
  if (Array.isArray(value)) {
    for (const element of value) yield* recordsIn(element, kind);
  } else if (isObject(value) && isEnvelope(value)) {
    yield* recordsIn(value.data, typeof value.kind === "string" && resourceOf(value.kind) ? value.kind : kind);
  } else {
    yield { value, kind };
  }
}

/** Whether `data` holds the record. A record may have a field of that name too: then others tell what it is. */
function isEnvelope(value: RecordFields): boolean {
  if (typeof value.data !== "object" || value.data === null) return false;
  return typeof value.message === "string" || certainKinds(value).length === 0;
}

function parseRecords(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // the message itself shows a part of the text, which may hold a secret
    const [place = ""] = /at position \d+/.exec((error as Error).message) ?? [];
    throw new CommandError(`${name} is not JSON ${place}`.trimEnd(), EXPECTED);
  }
}

async function recordsText(file: string, { stdin, directory }: Pick<Io, "stdin" | "directory">): Promise<string> {
  if (file !== "-") {
    try {
      return decodedText(readFileSync(resolve(directory, file)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new CommandError(
        `${file} cannot be read (${code})`,
        "give the path of a file that holds records, or - for stdin",
      );
    }
  }
  return readAll(stdin);
}
