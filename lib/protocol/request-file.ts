import type { RiskName } from "./risk-names";

/** What a deploy may do to an entity. */
export const actions = ["create", "update", "upsert", "dryRun"] as const;

export type Action = (typeof actions)[number];

/**
 * What a create does when the entity exists. `success`: the call counts as success, because the id is derived from the
 * content. `duplicate`: the service may make a second one.
 */
export type Existing = "success" | "duplicate";

/** A call in a request file. Its deferred values are null here, and listed in `deferred`. */
export interface CallRequest {
  readonly method: "POST" | "PATCH";
  /** Path template; see `Endpoint.path`. */
  readonly path: string;
  /** Values of the path parameters, not yet percent-encoded. */
  readonly parameters: Readonly<Record<string, string | null>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What a create does when the entity exists. It is an error when left out. */
  readonly existing?: Existing;
}

/** A part of a value that is known only at deploy. */
export type DeferredPart =
  | string
  /** An index into the values that Terraform passes on. */
  | { readonly terraform: number }
  /** An environment variable of the applier: a secret. */
  | { readonly environment: string };

/** A place in a request file that is filled in at deploy. */
export interface DeferredPlace {
  /** JSON Pointer (RFC 6901) from the root of the request file. */
  readonly at: string;
  /** A single Terraform value is used as it is, of any type. Several parts are joined to a string. */
  readonly parts: readonly DeferredPart[];
}

/** Where and how a deploy calls the service. What is left out is taken from `serviceDefaults`. */
export interface ServiceRequest {
  readonly baseUrl?: string | null;
  readonly apiKeyVariable?: string;
  readonly respectReviewSettings?: string | null;
  readonly vendor?: string;
  readonly attemptTimeoutSeconds?: number;
  readonly retryBudgetSeconds?: number;
  readonly unclearCreates?: "stop" | "adopt";
}

/** A request file: all that a deploy may send for one construct, in a form that people can review. */
export interface RequestFile {
  /** Path of the construct. */
  readonly construct: string;
  readonly kind: string;
  /** Terraform's address of the resource that creates the entity, for commands in messages. */
  readonly address: string;
  /** The name of the entity in messages; null when only Terraform knows it. */
  readonly name: string | null;
  readonly service: ServiceRequest;
  readonly calls: Readonly<Partial<Record<Action, CallRequest>>>;
  readonly deferred: readonly DeferredPlace[];
  /** What an adopted entity should have in fields that none of its calls can change. */
  readonly immutable?: Readonly<Record<string, unknown>>;
  /** Risks of a review that the construct acknowledges. */
  readonly acknowledged?: readonly RiskName[];
}

/**
 * Environment variable in which Terraform passes on values: a JSON array. A long array is compressed, encoded in base64
 * and split: then this holds the number of parts, and `EXPERIMENTATION_VALUES_0` and so on hold the parts.
 */
export const VALUES_VARIABLE = "EXPERIMENTATION_VALUES";

/** How much the variables hold, in characters. */
export const valuesLimits = {
  /** Longest array that is passed on uncompressed. */
  unzipped: 30_000,
  /** Length of a part, a multiple of 1,000. On Windows a variable holds at most 32,767 characters. */
  part: 30_000,
  /** Most parts. On macOS all variables and arguments together hold at most 1 MiB. */
  parts: 30,
} as const;

/** Environment variable that makes the creates of a deploy take over what exists, as `adopt: true` would, when "true". */
export const ADOPT_VARIABLE = "SERVICE_ADOPT_EXISTING";

/** Folder of the request files, in the folder of the synthesised stack. */
export const REQUESTS_FOLDER = "requests";

/** The only argument of the applier: action, digest of the request file, and its path, which may contain spaces. */
export function commandText(action: Action, digest: string, file: string): string {
  return `${action} ${digest} ${file}`;
}

/**
 * The request that a command names, or an expression with a command in it: its digest, and the name of its file. A plan of
 * version 0.1.0 has `path.module` in the path.
 */
export function requestNamedIn(command: string): { readonly digest: string; readonly file: string } | undefined {
  // here, and not above: every call loads this file, and only a review needs the pattern
  const named = new RegExp(`\\b([0-9a-f]{64}) (?:\\$\\{path\\.module\\}/)?${REQUESTS_FOLDER}/([^"/]+\\.json)`);
  const [, digest, file] = named.exec(command) ?? [];
  return digest === undefined || file === undefined ? undefined : { digest, file };
}

/** An escaped step of a JSON Pointer (RFC 6901). */
export function pointerStep(step: PropertyKey): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
