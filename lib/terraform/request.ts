import {
  type Action,
  type CallRequest,
  type Existing,
  type HolePart,
  type HoleRequest,
  pointerStep,
  type RequestFile,
} from "../interface/request";
import { bodyOf, type Endpoint } from "../interface/resource";
import { riskNames } from "../interface/risks";
import { serviceDefaults, toWire } from "../interface/service";
import { sha256 } from "../interface/sha256";
import { EnvironmentValue, type Fields, Hole, holesOf, type Part, type Tree } from "./hole";

/** One call of a construct: where it goes and what it carries. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly existing?: Existing;
}

/** Calls by what they do. */
export type Calls = Readonly<Partial<Record<Action, Call>>>;

/** What a request file is made of. */
export interface RequestSource {
  readonly construct: string;
  readonly kind: string;
  readonly address: string;
  readonly name: Tree;
  readonly fields: Fields;
  readonly calls: Calls;
  /** Names of the warnings and risks that the construct acknowledges. */
  readonly acknowledged?: readonly string[];
}

/** A request file, and the values that Terraform hands over beside it. */
export interface Request {
  /** What stands in the file: JSON of `RequestFile`. */
  readonly text: string;
  /** Digest of the text. */
  readonly digest: string;
  /** Terraform expression for a JSON array, or undefined when Terraform has nothing to hand over. */
  readonly values: string | undefined;
}

/** Puts together the request file of a construct. */
export function requestOf(source: RequestSource, service: Fields): Request {
  const vendor = typeof service.vendor === "string" ? service.vendor : serviceDefaults.vendor;
  const draft: Tree = {
    construct: source.construct,
    kind: source.kind,
    address: source.address,
    name: source.name,
    service,
    calls: Object.fromEntries(
      Object.entries(source.calls).map(([action, call]) => [action, callTree(call, source.fields, vendor)]),
    ),
  };
  const values: string[] = [];
  const holes = holesOf(draft).map(
    ({ path, hole }): HoleRequest => ({
      at: path.map(pointerStep).join(""),
      parts: hole.parts.map((part) => holePart(part, values)),
    }),
  );
  const acknowledged = riskNames.filter((name) => source.acknowledged?.includes(name));
  const file: RequestFile = {
    ...(withoutHoles(draft) as unknown as Omit<RequestFile, "holes">),
    holes,
    ...(acknowledged.length === 0 ? {} : { acknowledged }),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return {
    text,
    digest: sha256(text),
    values: values.length === 0 ? undefined : `join("", ["[", join(",", [${values.join(", ")}]), "]"])`,
  };
}

function callTree({ endpoint, existing }: Call, fields: Fields, vendor: string): Tree {
  const call: Record<keyof CallRequest, Tree | undefined> = {
    method: endpoint.method,
    path: endpoint.path,
    parameters: Object.fromEntries(
      Object.entries(endpoint.parameters).map(([parameter, field]) => [parameter, fields[field] ?? null]),
    ),
    existing,
    body: toWire(bodyOf<Tree>(endpoint.body, fields), vendor) as Tree,
  };
  return Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)) as Tree;
}

function holePart(part: Part, values: string[]): HolePart {
  if (typeof part === "string") return part;
  if (part instanceof EnvironmentValue) return { environment: part.variable };
  const known = values.indexOf(part.json);
  return { terraform: known >= 0 ? known : values.push(part.json) - 1 };
}

function withoutHoles(tree: Tree): Tree {
  if (tree instanceof Hole) return null;
  if (typeof tree !== "object" || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map(withoutHoles);
  return Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, withoutHoles(inner as Tree)]));
}
