import { Annotations, type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { constructNameOf } from "./api/kind";
import type { KindName } from "./api/kind-names";
import { AssignmentSource } from "./assignment-source";
import { type DefinitionProblem, definitionPlaceText, definitionProblemLines } from "./definitions/definition-files";
import { likelyMisspelt } from "./definitions/environments";
import type { ValidatedDefinition } from "./definitions/validated-definitions";
import { sha256 } from "./entity/sha256";
import { Experiment } from "./experiment";
import { IngestionSource } from "./ingestion-source";
import { MetricSource } from "./metric-source";
import { PromptVersion } from "./prompt-version";
import { Segment } from "./segment";
import type { ExperimentationService } from "./service";
import { CheckedProps } from "./terraform/props/declare";
import { checkInclude } from "./terraform/props/include-props";
import { atUsersLine, DuplicateError, InvalidDefinitionsError } from "./terraform/synth-errors";

/** Where definitions are, and which service they belong to. */
export interface IncludeProps {
  /**
   * A file, a directory or a list of them; paths count from the working directory. Of a directory, and of those in it, all
   * files are read that end in `.yaml`, `.yml` or `.json`.
   */
  readonly path: string | readonly string[];
  /**
   * The environment of the stack: the fields that a definition has for it under `environments` replace the definition's own.
   * When left out, definitions are as they stand.
   */
  readonly environment?: string;
  /** All environments that there are. Any other name is an error then, in a file or as `environment`. */
  readonly environments?: readonly string[];
  /** The `ExperimentationService` of all that the files declare. When left out, the only one of the stack. */
  readonly service?: ExperimentationService;
  /** Constructs of this package, and resources, data sources and modules, that are deployed before all that the files declare. */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** The construct of each kind. */
const constructs = {
  assignment_source: AssignmentSource,
  experiment: Experiment,
  ingestion_source: IngestionSource,
  metric_source: MetricSource,
  prompt_version: PromptVersion,
  segment: Segment,
} satisfies Readonly<Record<KindName, unknown>>;

/** A construct that a file declares. */
export type IncludedEntity = InstanceType<(typeof constructs)[KindName]>;

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
      const { path, ...more } = checkInclude(this, props);
      return this.include(typeof path === "string" ? [path] : path, more);
    });
  }

  private include(
    paths: readonly string[],
    { service, dependsOn, ...choice }: Omit<IncludeProps, "path">,
  ): IncludedEntity[] {
    // only those who have such files load what reads YAML
    const { validatedFiles } =
      require("./definitions/validated-files") as typeof import("./definitions/validated-files");
    const problems: DefinitionProblem[] = [];
    const { validated, warnings, environments } = validatedFiles(paths, choice, problems);
    const entities = validated.flatMap(
      (definition) => this.made(definition, { service, dependencies: new Set(dependsOn) }) ?? [],
    );
    if (problems.length > 0) {
      const files = new Set(problems.map(({ file }) => file));
      throw new InvalidDefinitionsError(this.node.path, definitionProblemLines(problems), files.size);
    }
    for (const warning of definitionProblemLines(warnings)) Annotations.of(this).addWarning(warning);
    // nothing of what files have for the environment would be declared
    const mistake = likelyMisspelt(choice.environment, environments);
    if (mistake !== undefined) Annotations.of(this).addWarning(`${mistake} If it is right, name all by environments.`);
    return entities;
  }

  /** The construct of a definition; undefined where code declares its entity already. */
  private made(
    { kind, props, file, placeAt, report, ...named }: ValidatedDefinition,
    shared: {
      readonly service: ExperimentationService | undefined;
      readonly dependencies: ReadonlySet<ITerraformDependable>;
    },
  ): IncludedEntity | undefined {
    const id = this.freeID([constructNameOf(kind.name), named.identity.join("_")].join("_"), named.key);
    try {
      return new constructs[kind.name as KindName](
        this,
        id,
        new CheckedProps(props, { ...shared, file, placeAt: (path) => definitionPlaceText(placeAt(path)) }) as never,
      );
    } catch (error) {
      if (error instanceof DuplicateError) return report([], error.text);
      throw error;
    }
  }

  /** An id that no construct has yet: two identities may read alike when they are joined. */
  private freeID(id: string, key: string): string {
    return this.node.tryFindChild(id) === undefined ? id : `${id}_${sha256(key).slice(0, 8)}`;
  }
}
