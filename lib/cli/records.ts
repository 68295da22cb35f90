import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { kindNamed, kindNames } from "../api/kind-names";
import { declaredServiceText } from "../protocol/declared-service";
import { parseRecords, type RecordText, type ServiceRecords, unreadText } from "../records/service-records";
import { decodedText, notTextText } from "../text/json-text";
import { visible } from "../text/visible";
import { counted, inBrief, inWords } from "../text/words";
import { CommandError, type Io, readAll, unreadableText } from "./io";
import type { SynthesisedStack } from "./stacks";

/** The kinds that `--kind` states. */
interface StatedKinds {
  /** Of the records whose fields do not tell it. */
  readonly otherwise?: string;
  /** Of all records of a source, by its name. */
  readonly of: ReadonlyMap<string, string>;
}

/** What somebody says of records. */
export interface RecordsOptions {
  readonly kind?: StatedKinds;
  readonly promptId?: string;
}

/** Says of a command that it reads records: the same options, with the same meaning, everywhere. */
export function takingRecords(command: Command): Command {
  return command
    .option(
      "--kind <kind[:file]>",
      "kind of the records whose fields fit several kinds or none, or of all records of a file; may be repeated (default: by the fields)",
      withKind,
    )
    .option("--prompt-id <id>", "id of the prompt that the records are versions of; no record names it");
}

function withKind(text: string, stated: StatedKinds = { of: new Map() }): StatedKinds {
  // kinds have no colon, and paths on Windows have one
  const [, name = "", file] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const kind = kindNamed(name);
  if (kind === undefined) throw new InvalidArgumentError(`Allowed choices are ${kindNames.join(", ")}.`);
  return file === undefined ? { ...stated, otherwise: kind } : { ...stated, of: new Map(stated.of).set(file, kind) };
}

/**
 * Reads records of the service. What cannot be read stands among them with the reason.
 *
 * @param sources files, folders whose `.json` files are read at every depth, or `-` for standard input
 * @param options their kinds, and the prompt that they are versions of
 * @throws CommandError when a kind is stated for a file that is not read
 */
export async function readRecords(
  sources: readonly string[],
  io: Pick<Io, "stdin" | "stderr" | "directory">,
  { kind: { otherwise, of } = { of: new Map() }, promptId }: RecordsOptions,
): Promise<ServiceRecords> {
  const texts: RecordText[] = [];
  // one after the other, so that their order stays that of the sources
  for (const source of sources) {
    const found = source === "-" ? [recordText("stdin", await readAll(io.stdin))] : textsAt(source, io);
    texts.push(...found.map((text) => ({ ...text, kind: of.get(source) ?? of.get(text.name) })));
  }
  const names = new Set([...sources, ...texts.map(({ name }) => name)]);
  const unread = [...of.keys()].find((file) => !names.has(file));
  if (unread === undefined) {
    const found = parseRecords(texts, { kind: otherwise, promptId });
    const { overridden } = found;
    if (overridden.length > 0) {
      const values = `values of ${counted(overridden.length, "record")} do not count, as later ones of their entities have others`;
      io.stderr.write(`note: ${values}: ${visible(inBrief(overridden, 20))}\n`);
    }
    return found;
  }
  throw new CommandError(
    `--kind ${of.get(unread)}:${unread} is for a file that is not read`,
    `name it as it is given: ${[...names].join(", ")}`,
  );
}

function textsAt(source: string, io: Pick<Io, "stderr" | "directory">): RecordText[] {
  try {
    const path = resolve(io.directory, source);
    return statSync(path).isDirectory() ? textsInFolder(source, path, io) : [fileText(source, path)];
  } catch (error) {
    return [unread(source, error)];
  }
}

/** The texts of a folder, at every depth, but for hidden files. What cannot be an export is named, and left out. */
function textsInFolder(source: string, folder: string, { stderr }: Pick<Io, "stderr">): RecordText[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some((part) => part.startsWith(".")))
    .sort();
  const isOther = (file: string) => !JSON_FILE.test(file) && !MAY_BE_EXPORT.test(file);
  const others = files.filter(isOther).map((file) => join(source, file));
  if (others.length > 0) stderr.write(`note: ${counted(others.length, "file")} not read: ${inWords(others)}\n`);
  const texts = files
    .filter((file) => !isOther(file))
    .map((file) => textInFolder(join(source, file), join(folder, file)));
  return texts.length > 0 ? texts : [{ name: source, text: undefined, problem: "it holds no .json file" }];
}

const JSON_FILE = /\.json$/i;
/** Names that exports have where they are packed, one a line, or saved without an ending. */
const MAY_BE_EXPORT = /json|\.(gz|zip|zst|bz2|xz)$|^[^.]*$/i;

function textInFolder(name: string, path: string): RecordText {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return { name, text: undefined, problem: "it is not a file" };
  if (JSON_FILE.test(name)) return fileText(name, path);
  return {
    name,
    text: undefined,
    problem: "not read, as its name does not end in .json; unpack or rename it, or move it away",
  };
}

function fileText(name: string, path: string): RecordText {
  try {
    return recordText(name, readFileSync(path));
  } catch (error) {
    return unread(name, error);
  }
}

function recordText(name: string, bytes: Uint8Array): RecordText {
  const text = decodedText(bytes);
  return text === undefined ? { name, text, problem: `it is ${notTextText(bytes)}` } : { name, text };
}

function unread(name: string, error: unknown): RecordText {
  return { name, text: undefined, problem: `it cannot be read: ${unreadableText(error)}` };
}

/** What an error says where none of what was given is a record. */
export const NO_RECORD = "no record can be read";

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
  options: RecordsOptions,
): Promise<ServiceRecords & { readonly service: string | undefined }> {
  const found = await readRecords(sources, io, options);
  if (found.records.length > 0 || found.unread.length === 0) return { ...found, service: onlyService(stacks) };
  throw new CommandError(
    NO_RECORD,
    "correct what is named; records are what the service has returned: a record, a response {message, data}, a page, or a list of these",
    found.unread.map(unreadText),
    "records",
  );
}

function onlyService(stacks: readonly SynthesisedStack[]): string | undefined {
  const declared = stacks.map(({ name, requests }) => ({ name, services: new Set(requests.map(declaredServiceText)) }));
  const services = [...new Set(declared.flatMap((stack) => [...stack.services]))];
  if (services.length <= 1) return services[0];
  const mixed = declared.flatMap(({ name, services: own }) => (own.size > 1 ? [name] : []));
  throw new CommandError(
    `records are of one service, and these stacks have ${services.length}`,
    mixed.length === 0
      ? "name the stacks of one service, and ask for each service with its own records"
      : `no records are of all services of ${inWords(mixed)}: only stacks with one service can be compared with records`,
    services.map((service) => {
      const having = declared.filter((stack) => stack.services.has(service));
      return `${service}: ${inWords(having.map(({ name }) => name))}`;
    }),
    "records",
  );
}
