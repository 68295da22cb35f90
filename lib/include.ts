import { Construct } from "constructs";
import { experiment, idFromName } from "./api/experiment-schema";
import type { Kind } from "./api/kinds";
import { type Problem, problemText, valueAt } from "./api/problems";
import { promptVersion } from "./api/prompt-version-schema";
import { constructNameOf, type Resource } from "./api/resource";
import { resources } from "./api/resources";
import { AssignmentSource } from "./assignment-source";
import { readDefinitionFiles } from "./definitions/definition-files";
import { type DefinitionProblem, definitionProblemLines } from "./definitions/definition-problem";
import type { Definition } from "./definitions/yaml-definitions";
import { sha256 } from "./entity/sha256";
import { Experiment } from "./experiment";
import { IngestionSource } from "./ingestion-source";
import { MetricSource } from "./metric-source";
import { PromptVersion } from "./prompt-version";
import { Segment } from "./segment";
import type { ExperimentationService } from "./service";
import { settings } from "./terraform/declare/construct-settings";
import { definedProps } from "./terraform/declare/defined-in";
import { checkInclude } from "./terraform/declare/include-props";
import { plainProps } from "./terraform/declare/plain-props";
import { StackRegistry } from "./terraform/stack-registry";
import { atUsersLine, DuplicateError, InvalidDefinitionsError, InvalidPropsError } from "./terraform/synth-errors";
import { describeKind } from "./text/describe";
import { labelOf } from "./text/title";
import { inWords } from "./text/words";
import { jsonText } from "./value/json";
import { isFields } from "./value/value";

/** Where definitions are, and which service they belong to. */
export interface IncludeProps {
  /**
   * A file, a folder or a list of them; paths count from the working directory. Of a folder, and of the folders in it, all
   * files are read that end in `.yaml`, `.yml` or `.json`.
   */
  readonly path: string | readonly string[];
  /** The `ExperimentationService` of all that the files declare. When left out, the only one of the stack. */
  readonly service?: ExperimentationService;
}

/** The construct of each kind. */
const constructs = {
  assignment_source: AssignmentSource,
  experiment: Experiment,
  ingestion_source: IngestionSource,
  metric_source: MetricSource,
  prompt_version: PromptVersion,
  segment: Segment,
} satisfies Readonly<Record<Kind, unknown>>;

/** A construct that a file declares. */
export type IncludedEntity = InstanceType<(typeof constructs)[Kind]>;

/**
 * Entities that are declared in files: YAML documents and JSON files. `kind` names the construct, and the rest are its
 * props. They become the same constructs as in code.
 */
export class Include extends Construct {
  /** The constructs that the files declare, in the order of the files' names. */
  readonly entities: readonly IncludedEntity[];

  /**
   * @throws InvalidDefinitionsError with every problem of every file
   * @throws InvalidPropsError when the props of the `Include` itself are not as they have to be
   */
  constructor(scope: Construct, id: string, props: IncludeProps) {
    super(scope, id);
    this.entities = atUsersLine(Include, () => {
      const { path, service } = checkInclude(this, props);
      return this.include(typeof path === "string" ? [path] : path, service);
    });
  }

  private include(paths: readonly string[], service: ExperimentationService | undefined): IncludedEntity[] {
    // only those who have such files load what reads YAML
    const { definitionsIn } =
      require("./definitions/yaml-definitions") as typeof import("./definitions/yaml-definitions");
    const problems: DefinitionProblem[] = [];
    const places = new Map<string, string>();
    const entities = readDefinitionFiles(paths, problems)
      .flatMap((file) => definitionsIn(file, problems))
      .flatMap((definition) => this.declare(definition, service, places) ?? []);
    if (problems.length > 0) {
      const files = new Set(problems.map(({ file }) => file));
      throw new InvalidDefinitionsError(this.node.path, definitionProblemLines(problems), files.size);
    }
    const { relations } = StackRegistry.of(this);
    for (const entity of entities) relations.orderBySource(entity.requester);
    return entities;
  }

  /** An id that no construct has yet: two identities may read alike when they are joined. */
  private freeID(id: string, key: string): string {
    return this.node.tryFindChild(id) === undefined ? id : `${id}_${sha256(key).slice(0, 8)}`;
  }

  /**
   * The construct of a definition; undefined where it has a problem.
   *
   * @param places where each entity is declared, by its key
   */
  private declare(
    { value, file, place, report }: Definition,
    service: ExperimentationService | undefined,
    places: Map<string, string>,
  ): IncludedEntity | undefined {
    // what is not a definition may be a secret
    if (!isFields(value)) return report([], `${describeKind(value)}; ${NO_FIELDS}`);
    const { kind, ...data } = value;
    const resource = resources.find((each) => constructNameOf(each.kind) === kind);
    if (resource === undefined) return report(["kind"], problemText(kindProblem(kind), kind, typeof kind === "object"));
    const meant = kindsOfFields(resource, Object.keys(data));
    if (meant.length > 0) return report(["kind"], otherKind(resource, meant));
    const { props, problems } = plainProps(data, resource.fields);
    const hasService = Object.hasOwn(data, "service");
    if (hasService) report(["service"], SERVICE, true);
    for (const problem of problems) report(problem.path, problemText(problem, undefined, true));
    const identity = identityIn(resource, data);
    const named = identity.filter((text) => text !== "");
    const key = JSON.stringify([kind, ...(named.length === 0 ? [places.size] : identity)]);
    const other = places.get(key);
    places.set(key, place);
    if (other !== undefined) report([], sameEntity(resource, other));
    if (hasService || problems.length > 0 || other !== undefined) return undefined;
    try {
      const id = this.freeID(`${kind}_${named.join("_")}`, key);
      const declared = definedProps({ ...props, service }, { file });
      const entity = new constructs[resource.kind as Kind](this, id, declared as never);
      entity.requester.warnings.locate(place);
      return entity;
    } catch (error) {
      if (error instanceof DuplicateError) return report([], error.text);
      if (!(error instanceof InvalidPropsError)) throw error;
      for (const { problem, text } of error.problems) {
        const advice = quotesAdvice(problem, valueAt(data, problem.path));
        report(problem.path, `${text}${advice}`, problem.unknown);
      }
      return undefined;
    }
  }
}

const NO_FIELDS = "allowed: the fields of one definition, kind among them; put a line with --- between two";
const SERVICE = "service: unknown field; the Include in the code says which service the files belong to";

function kindProblem(kind: unknown): Problem {
  const words = resources.map((resource) => constructNameOf(resource.kind));
  const allowed = `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
  return { path: ["kind"], allowed: kind === undefined ? `required; ${allowed}` : allowed, words };
}

/**
 * The kinds that a definition seems to be of, where it names another: those that have all of its fields, where the kind that it
 * names has fewer than half of them.
 */
function kindsOfFields(named: Resource, given: readonly string[]): Resource[] {
  const fields = given.filter((field) => !Object.hasOwn(settings.shape, field));
  const countIn = ({ fields: { shape } }: Resource) => fields.filter((field) => Object.hasOwn(shape, field)).length;
  if (2 * countIn(named) >= fields.length) return [];
  return resources.filter((each) => countIn(each) === fields.length);
}

/** The problem of a definition whose fields are those of other kinds. */
function otherKind({ kind }: Resource, meant: readonly Resource[]): string {
  const names = meant.map((each) => constructNameOf(each.kind));
  return `kind: ${JSON.stringify(constructNameOf(kind))}, which has few of these fields; did you mean kind: ${inWords(names, "or")}?`;
}

/** The problem of a definition that has the identity of one at another place. */
function sameEntity({ identity, kind }: Resource, place: string): string {
  const same = `the ${labelOf(kind)} of this ${inWords(identity)} is declared in ${place}, too`;
  return `${same}; remove one of the two, or give one of them another ${inWords(identity, "or")}`;
}

/** What to do where the type of a value is wrong only by how YAML reads it, to end a message; "" elsewhere. */
function quotesAdvice({ allowed, unknown, isWhole }: Problem, value: unknown): string {
  if (unknown || isWhole) return "";
  if (value === null) return "; give it a value, or remove it";
  if (allowed === "a string" && ["number", "boolean"].includes(typeof value)) return "; put it in quotes";
  if (allowed === "a list") return "; put its entries in [ ], or each behind a -";
  if (typeof value !== "string") return "";
  if (allowed === "a boolean") return "; write true or false, without quotes";
  return allowed === "a number" ? numberAdvice(value) : "";
}

/** How to write the number that a text seems to mean. */
function numberAdvice(text: string): string {
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(text)) return `; write it without commas: ${text.replaceAll(",", "")}`;
  if (/^-?\d+,\d+$/.test(text)) return `; use a point: ${text.replace(",", ".")}`;
  return /\d/.test(text) ? "; write the number alone, without quotes" : "";
}

/** The values that identify the entity of a definition, empty where there is none; none at all where one is no text. */
function identityIn({ identity, kind }: Resource, data: Readonly<Record<string, unknown>>): string[] {
  const texts = identity.map((field) => data[field] ?? (field === "id" ? derivedFrom(kind, data) : undefined));
  const known = texts.map((text = "") => text);
  return known.every((text) => typeof text === "string") ? known : [];
}

/** What an id comes from where none is given: all that a prompt version declares, or else the name. */
function derivedFrom(kind: string, data: Readonly<Record<string, unknown>>): unknown {
  if (kind === promptVersion.kind) return sha256(jsonText(data) ?? "").slice(0, 12);
  return typeof data.name === "string" && kind === experiment.kind ? idFromName(data.name) : data.name;
}
