import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  AnnotationMetadataEntryType,
  App,
  DefaultTokenResolver,
  StringConcat,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { Construct } from "constructs";
import { InvalidPropsError } from "../../lib";
import { plannedCalls } from "../../lib/entity/call-body";
import { openRequest, type RequestFile } from "../../lib/protocol/request-file";
import { StackRegistry } from "../../lib/terraform/stack-registry";
import { replaceOpaque } from "../../lib/value/value";
import { temporaryFolder } from "../support/temporary-folder";

interface NullResource {
  readonly triggers: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[];
  readonly lifecycle?: {
    readonly postcondition?: readonly { readonly condition: string; readonly error_message: string }[];
  };
  readonly provisioner?: readonly { readonly "local-exec": { readonly command: string } }[];
}

interface StackJson {
  readonly resource?: {
    readonly null_resource?: Readonly<Record<string, NullResource>>;
    readonly terraform_data?: Readonly<Record<string, object>>;
  };
  readonly locals?: Readonly<Record<string, unknown>>;
  readonly output?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly provider?: Readonly<Record<string, readonly object[]>>;
  readonly terraform: {
    readonly required_version?: string;
    readonly required_providers?: Readonly<Record<string, object>>;
  };
}

const root = temporaryFolder();

/** A new directory, gone when the tests of the file are over. */
export function outputDirectory(): string {
  return mkdtempSync(join(root, "cdktf.out-"));
}

interface SentCall {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ifExists: string | undefined;
}

export class Synthesised {
  readonly json: StackJson;

  constructor(readonly directory: string) {
    this.json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8")) as StackJson;
  }

  /** Terraform's names of the null resources, but for those that keep the service of an entity with one call. */
  get resourceNames(): string[] {
    const names = Object.keys(this.json.resource?.null_resource ?? {});
    return names.filter((name) => !name.startsWith("experimentation_service_of_"));
  }

  resource(resourceName: string): NullResource {
    const found = this.json.resource?.null_resource?.[resourceName];
    if (found === undefined) throw new Error(`no ${resourceName} among ${this.resourceNames.join(", ")}`);
    return found;
  }

  triggers(resourceName: string): Readonly<Record<string, string>> {
    return this.resource(resourceName).triggers;
  }

  fileText(path: string): string {
    return readFileSync(join(this.directory, path), "utf8");
  }

  /** The request file that the resource's provisioner passes to the applier, with its calls: opaque values are null in them. */
  requestOf(resourceName: string): RequestFile & { readonly calls: Readonly<Record<string, SentCall>> } {
    const command = this.resource(resourceName).provisioner?.[0]?.["local-exec"].command ?? "nothing";
    const [, path] = / (requests\/[^"}]*\.json)/.exec(command) ?? [];
    if (path === undefined) throw new Error(`${resourceName} runs ${command}`);
    const text = this.fileText(path);
    const request = openRequest(text);
    if (request === undefined) throw new Error("the file is of another version");
    const calls = plannedCalls(request, request.service.vendor ?? "service").map(({ action, method, body, step }) => {
      const shown = replaceOpaque(body, () => null) as SentCall["body"];
      return [action, { method, body: shown, ifExists: step.ifExists }];
    });
    return { ...(JSON.parse(text) as RequestFile), calls: Object.fromEntries(calls) };
  }
}

/** Synthesises one stack named "stack" as the command line tool would, with all validations. */
export function synth(build: (stack: TerraformStack) => void, directory = outputDirectory()): Synthesised {
  return synthAll((app) => build(new TerraformStack(app, "stack")), directory)("stack");
}

/** Synthesises the stacks that `build` declares; the result finds them by name. */
export function synthAll(build: (app: App) => void, directory = outputDirectory()): (stack: string) => Synthesised {
  const app = new App({ outdir: directory });
  build(app);
  app.synth();
  return (stack) => new Synthesised(join(directory, "stacks", stack));
}

export function emptyStack(): TerraformStack {
  return new TerraformStack(new App({ outdir: outputDirectory() }), "stack");
}

/** A token's value in Terraform's JSON. */
export function resolved(scope: Construct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/**
 * The message of the error that `act` throws, without its link to the pages; throws itself when it throws none, or another
 * one than the class.
 */
export function messageOf(act: () => unknown, expected?: abstract new (...given: never[]) => Error): string {
  try {
    act();
  } catch (error) {
    if (expected === undefined || error instanceof expected) return withoutLink((error as Error).message);
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** A message without the place in the pages to which it leads. */
function withoutLink(message: string): string {
  return message.replace(/\s*\(?more: npx --no-install cdktf-experimentation explain [\w-]+\)?$/, "");
}

/** What the validations of synth refuse, each as `[path] problem`; none where it succeeds. */
export function refusedAtSynth(build: (stack: TerraformStack) => void): string[] {
  try {
    synth(build);
    return [];
  } catch (error) {
    const problems = String(error).match(/(?<=^ {2})\[.*/gm);
    if (problems === null) throw error;
    return problems;
  }
}

/** The problems that are listed where `act` is refused with an `InvalidPropsError`. */
export function problemsListed(act: () => unknown): string[] {
  return messageOf(act, InvalidPropsError)
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/^ {2}- /, ""));
}

/** A value whose type is wrong on purpose. */
export function wrong<T>(value: unknown): T {
  return value as T;
}

/** The warnings of a construct and of what is inside it, in order, as synth would show them now. */
export function warningsOf(construct: Construct): string[] {
  StackRegistry.find(TerraformStack.of(construct))?.showWarnings();
  return construct.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === AnnotationMetadataEntryType.WARN)
    .map(({ data }) => String(data));
}
