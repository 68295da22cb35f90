import type { RiskName } from "./risk-names";

/** What a deploy may do to a thing. */
export const actions = ["create", "update", "upsert", "dryRun"] as const;

export type Action = (typeof actions)[number];

/**
 * What a create means for a thing that exists. `accept`: it is the one wanted, since it is told by its content alone.
 * `duplicate`: there may be two of it afterwards.
 */
export type Existing = "success" | "duplicate";

/** One call as it stands in a request file. Holes are null here and listed beside. */
export interface CallRequest {
  readonly method: "POST" | "PATCH";
  /** Path template; see `Endpoint.path`. */
  readonly path: string;
  /** Values of the path's parameters, not yet percent-encoded. */
  readonly parameters: Readonly<Record<string, string | null>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What a create means for a thing that exists. An error when left out. */
  readonly existing?: Existing;
}

/** A piece of a value that is known only at deploy. */
export type DeferredPart =
  | string
  /** An index into the values that Terraform hands over. */
  | { readonly terraform: number }
  /** An environment variable of the applier: a secret. */
  | { readonly environment: string };

/** A place in a request file that is filled at deploy. */
export interface DeferredPlace {
  /** JSON Pointer (RFC 6901) from the root of the request file. */
  readonly at: string;
  /** One Terraform value stands for itself, of any type; several parts are joined to one string. */
  readonly parts: readonly DeferredPart[];
}

/** Where and how a deploy calls. What is left out has the defaults of `serviceDefaults`. */
export interface ServiceRequest {
  readonly baseUrl?: string | null;
  readonly apiKeyVariable?: string;
  readonly respectReviewSettings?: string | null;
  readonly vendor?: string;
  readonly attemptTimeoutSeconds?: number;
  readonly retryBudgetSeconds?: number;
  readonly unclearCreates?: "stop" | "adopt";
}

/** A request file: everything that a deploy may send for one construct, readable by a reviewer. */
export interface RequestFile {
  /** Path of the construct. */
  readonly construct: string;
  readonly kind: string;
  /** Terraform's address of the resource that makes the entity, for the commands that messages give. */
  readonly address: string;
  /** What the thing is called in messages; null when only Terraform knows. */
  readonly name: string | null;
  readonly service: ServiceRequest;
  readonly calls: Readonly<Partial<Record<Action, CallRequest>>>;
  readonly deferred: readonly DeferredPlace[];
  /** Risks that the construct acknowledges, for a review. */
  readonly acknowledged?: readonly RiskName[];
}

/**
 * Environment variable through which Terraform hands the values of deferred: a JSON array; or, where that is long, the
 * number of the variables `EXPERIMENTATION_VALUES_0` and so on that hold the array in parts, zipped and in base64.
 */
export const VALUES_VARIABLE = "EXPERIMENTATION_VALUES";

/** How much the variables hold, in characters of base64. */
export const valuesLimits = {
  /** Longest array that is handed over as it is. */
  unzipped: 30_000,
  /** Length of a part, a multiple of 1,000. One variable holds 32,767 characters on Windows. */
  part: 30_000,
  /** Most parts. All variables and arguments together hold 1 MiB on macOS. */
  parts: 30,
} as const;

/** Environment variable that has the creates of one deploy take over what exists, as `adopt: true` would: "true". */
export const ADOPT_VARIABLE = "SERVICE_ADOPT_EXISTING";

/** Folder of the request files, inside the folder of the synthesised stack. */
export const REQUESTS_FOLDER = "requests";

/** The applier's one argument: action, digest of the request file, and the file's path, which may hold spaces. */
export function commandText(action: Action, digest: string, file: string): string {
  return `${action} ${digest} ${file}`;
}

/** A step of a JSON Pointer (RFC 6901), escaped. */
export function pointerStep(step: PropertyKey): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
