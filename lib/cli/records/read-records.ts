import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type RecordText, type ServiceRecords, serviceRecords } from "../../records/service-records";
import { decodedText, type Io, readAll, unreadableText } from "../io";
import { type RecordsOptions, requireRead } from "./records-options";

/** What a folder of records may hold, for messages. */
const IN_FOLDER = ".json";

/**
 * Reads records of the service. What cannot be read stands among them with the reason.
 *
 * @param sources files, folders whose `.json` files are read at every depth, or `-` for standard input
 * @param said what somebody says of them: their kinds, and the prompt that they are versions of
 * @throws CommandError when a kind is stated for a file that is not read
 */
export async function readRecords(
  sources: readonly string[],
  io: Pick<Io, "stdin" | "directory">,
  { kind, promptId }: RecordsOptions,
): Promise<ServiceRecords> {
  const texts = await recordTexts(sources, io, (name) => kind.of.get(name));
  requireRead(kind, [...new Set([...sources, ...texts.map(({ name }) => name)])]);
  return serviceRecords(texts, { kind: kind.otherwise, promptId });
}

async function recordTexts(
  sources: readonly string[],
  io: Pick<Io, "stdin" | "directory">,
  kindOf: (name: string) => string | undefined,
): Promise<RecordText[]> {
  const texts: RecordText[] = [];
  // one after the other, so that their order stays that of the sources
  for (const source of sources) {
    const found = source === "-" ? [{ name: "stdin", text: await readAll(io.stdin) }] : textsAt(source, io.directory);
    texts.push(...found.map((text) => ({ ...text, kind: kindOf(source) ?? kindOf(text.name) })));
  }
  return texts;
}

function textsAt(source: string, directory: string): RecordText[] {
  try {
    if (!statSync(resolve(directory, source)).isDirectory()) return [fileText(source, directory)];
    const files = readdirSync(resolve(directory, source), { recursive: true, encoding: "utf8" }).sort();
    const texts = files
      .filter((file) => file.endsWith(IN_FOLDER))
      .map((file) => fileText(join(source, file), directory));
    return texts.length > 0 ? texts : [{ name: source, text: undefined, problem: `it holds no ${IN_FOLDER} file` }];
  } catch (error) {
    return [unread(source, error)];
  }
}

function fileText(name: string, directory: string): RecordText {
  try {
    return { name, text: decodedText(readFileSync(resolve(directory, name))) };
  } catch (error) {
    return unread(name, error);
  }
}

function unread(name: string, error: unknown): RecordText {
  return { name, text: undefined, problem: `it cannot be read: ${unreadableText(error)}` };
}
