import type { Kind } from "../api/kind";
import { kindOf } from "../api/kinds";
import { textOfIdentity } from "../entity/entity";
import { appliesOf } from "../protocol/advised-apply";
import { nameOf, type Request } from "../protocol/request-file";
import { differencesFromRecord } from "../records/comparison";
import { PROMPT, recordedEntityKey } from "../records/record-identity";
import type { ServiceRecord, ServiceRecords, UnreadRecord } from "../records/service-records";
import { undeclaredAudience, undeclaredNote } from "../records/undeclared-run";
import { nameText, type Titled, titleOf } from "../text/names";
import { counted, inBrief } from "../text/words";
import { type Diff, leavesOf } from "../value/diff";
import { groupedBy } from "../value/grouped";
import { type Fields, Opaque } from "../value/value";

/** How what a service has stands to what the code declares. */
export interface Drift {
  readonly stacks: readonly StackDrift[];
  /** What the service has and no stack declares. */
  readonly unmanaged: readonly Titled[];
  /** Where there should be records and none can be read. */
  readonly unread: readonly UnreadRecord[];
}

export interface StackDrift {
  readonly name: string;
  readonly entities: readonly EntityDrift[];
  /** What was not compared, and why. */
  readonly notes: readonly string[];
}

/**
 * - `same`: the record has what is declared, as far as it shows it.
 * - `missing`: the records have others of the kind, and not this one.
 * - `left-alone`: a deploy leaves it alone, whether it differs or not.
 */
type DriftState = "same" | "differs" | "missing" | "left-alone";

export interface EntityDrift {
  readonly kind: string;
  readonly name: string;
  readonly construct: string;
  readonly file?: string;
  readonly state: DriftState;
  /** Of one that is missing, what the service has whose identity differs in case alone. */
  readonly alike?: string;
  /** The smallest values that differ: in the record before, as declared after. */
  readonly fields: readonly Diff[];
  /** What a deploy may send for it. */
  readonly request: Request;
  readonly applyOf: ReturnType<typeof appliesOf>;
}

/** The entities that a stack declares. */
interface DeclaredStack {
  readonly name: string;
  /** Folder of the synthesised stack. */
  readonly directory: string;
  readonly requests: readonly Request[];
}

/**
 * Compares what stacks declare with records of their service.
 *
 * @param stacks those that were asked for
 * @param all all stacks of the service
 */
export function driftOf(stacks: readonly DeclaredStack[], all: readonly DeclaredStack[], found: ServiceRecords): Drift {
  const declared = all.flatMap(deployedIn);
  const records = groupedBy(found.records, ({ kind, fields }) => matchKey(kind, fields as Fields));
  const entities = groupedBy(declared, ({ kind, request }) => matchKey(kind, request.fields));
  const matching = (entity: DeployedEntity) => {
    const key = matchKey(entity.kind, entity.request.fields);
    return matchOf(entity, records.get(key) ?? [], entities.get(key) ?? []);
  };
  const alikeTo = namesAlike(found.records);
  const kept = new Set(declared.flatMap((entity) => matching(entity).candidates));
  return {
    stacks: stacks.map((stack) => stackDrift(stack, found, matching, alikeTo)),
    unmanaged: found.records
      .filter((record) => !kept.has(record))
      .map(({ kind, fields }) => ({
        kind: kind.name,
        name: textOfIdentity(kind.identity, fields as Fields) as string,
      })),
    unread: found.unread,
  };
}

interface DeployedEntity {
  readonly kind: Kind;
  readonly request: Request;
}

/** What the deploys of a stack create and change: no dry runs. */
function deployedIn({ requests }: DeclaredStack): DeployedEntity[] {
  return requests.flatMap((request) => {
    const kind = request.fields.dryRun === true ? undefined : kindOf(request.kind);
    return kind === undefined ? [] : [{ kind, request }];
  });
}

/** What tells an entity from others as far as a record does: a record of a prompt version does not name the prompt. */
function matchKey(kind: Kind, fields: Fields): string {
  return recordedEntityKey(kind, { ...fields, [PROMPT]: undefined });
}

/** The records that may be of an entity, and the one that is. */
interface Match {
  readonly candidates: readonly ServiceRecord[];
  readonly record?: ServiceRecord;
  /** Why nobody can tell which record is its own. */
  readonly unclear?: keyof typeof reasons;
}

/**
 * Looks for the record of an entity.
 *
 * @param alike the records with its key
 * @param declared the entities with its key
 */
function matchOf(
  { kind, request: { fields } }: DeployedEntity,
  alike: readonly ServiceRecord[],
  declared: readonly DeployedEntity[],
): Match {
  if (kind.identity.some((name) => fields[name] instanceof Opaque)) return { candidates: [], unclear: "identity" };
  const prompt = fields[PROMPT];
  const ofThePrompt = alike.find((record) => record.fields[PROMPT] === prompt);
  if (ofThePrompt !== undefined) return { candidates: [ofThePrompt], record: ofThePrompt };
  const candidates = alike.filter((record) => record.fields[PROMPT] == null);
  const [record, other] = candidates;
  if (record === undefined) return { candidates };
  const isShared = other !== undefined || declared.some(({ request }) => request.fields[PROMPT] !== prompt);
  return isShared ? { candidates, unclear: "prompt" } : { candidates, record };
}

/** Finds the name of a record of the same kind, whose identity differs in case alone. */
function namesAlike(records: readonly ServiceRecord[]): (entity: DeployedEntity) => string | undefined {
  let byKey: ReadonlyMap<string, readonly ServiceRecord[]> | undefined;
  const plain = (kind: Kind, fields: Fields) => matchKey(kind, fields).toLowerCase();
  return ({ kind, request }) => {
    // only what is missing asks
    byKey ??= groupedBy(records, (record) => plain(record.kind, record.fields as Fields));
    const [alike] = byKey.get(plain(kind, request.fields)) ?? [];
    return alike && nameText(textOfIdentity(kind.identity, alike.fields as Fields) as string);
  };
}

/** Why entities are not compared. */
const reasons = {
  identity: "the identity is known at deploy time",
  none: "no record is of the same kind",
  partial: "no record has the same identity, and there may be more records",
  prompt: "no record names the prompt, and several prompts have a version of this id",
} as const;

function stackDrift(
  stack: DeclaredStack,
  found: ServiceRecords,
  matching: (entity: DeployedEntity) => Match,
  alikeTo: (entity: DeployedEntity) => string | undefined,
): StackDrift {
  const kinds = new Set(found.records.map(({ kind }) => kind.name));
  const whyNoRecord = (kind: string) => {
    if (!kinds.has(kind)) return "none";
    return found.partial.has(kind) ? "partial" : undefined;
  };
  const uncompared = new Map<keyof typeof reasons, string[]>();
  const undeclared: string[] = [];
  const applyOf = appliesOf(stack.directory);
  const entities = deployedIn(stack).flatMap((deployed): EntityDrift[] => {
    const { request } = deployed;
    const { kind, construct, file, fields, ignoreChanges } = request;
    const entity = { kind, name: nameText(nameOf(request)), construct, file, request, applyOf };
    const { record, unclear } = matching(deployed);
    if (record === undefined) {
      const reason = unclear ?? whyNoRecord(kind);
      if (reason === undefined) {
        const alike = alikeTo(deployed);
        const state = ignoreChanges ? "left-alone" : "missing";
        return [{ ...entity, state, fields: [], ...(alike !== undefined && { alike }) }];
      }
      uncompared.set(reason, [...(uncompared.get(reason) ?? []), titleOf({ kind, name: nameOf(request) })]);
      return [];
    }
    const audience = undeclaredAudience(deployed.kind, record.fields);
    if (audience.length > 0) undeclared.push(undeclaredNote(titleOf({ kind, name: nameOf(request) }), audience));
    const differences = differencesFromRecord(deployed.kind, fields, record.fields).flatMap(leavesOf);
    const state = ignoreChanges ? "left-alone" : differences.length === 0 ? "same" : "differs";
    return [{ ...entity, state, fields: differences }];
  });
  const notes = [...uncompared].map(
    ([reason, titles]) => `${counted(titles.length, "entity")} not compared, as ${reasons[reason]}: ${inBrief(titles)}`,
  );
  return { name: stack.name, entities, notes: [...notes, ...undeclared] };
}
