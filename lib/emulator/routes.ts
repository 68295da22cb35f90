import * as z from "zod";
import { type Body, type Endpoint, type Kind, requiredFields, withParameters } from "../api/kind";
import { stepInto } from "../api/schema-walk";
import { toWire } from "../api/service-settings";

/** What a call does to an entity: makes it, changes one that exists, or whichever of the two is needed. */
export type Operation = "create" | "update" | "upsert";

/** One operation of the API, as the emulator serves it. */
export interface Route {
  readonly kind: Kind;
  readonly operation: Operation;
  readonly method: Endpoint["method"];
  /** What the operation accepts, spelled with the vendor's name. */
  readonly body: Body;
  /** Matches the path without query, with a group for each parameter. */
  readonly pattern: RegExp;
  /** The fields that the parameters fill, in their order. */
  readonly pathFields: readonly string[];
}

/** Every operation of these kinds; where two fit a path, the one with fewer parameters comes first. */
export function routesOf(kinds: readonly Kind[], vendor: string): Route[] {
  return kinds
    .flatMap((kind) => [
      ...(kind.create ? [routeOf(kind, "create", kind.create, vendor)] : []),
      ...(kind.update ? [routeOf(kind, "update", kind.update, vendor)] : []),
      ...(kind.upsert ?? []).map((endpoint) => routeOf(kind, "upsert", endpoint, vendor)),
    ])
    .sort((a, b) => a.pathFields.length - b.pathFields.length);
}

/** The routes of a path without query, whatever the method. */
export function routesAt(routes: readonly Route[], path: string): Route[] {
  return routes.filter(({ pattern }) => pattern.test(path));
}

/** The fields that a path holds, decoded; undefined when it is not percent-encoded UTF-8. */
export function fieldsOfPath({ pattern, pathFields }: Route, path: string): Record<string, string> | undefined {
  const [, ...given] = pattern.exec(path) ?? [];
  try {
    return Object.fromEntries(pathFields.map((field, index) => [field, decodeURIComponent(given[index] ?? "")]));
  } catch {
    return undefined;
  }
}

function routeOf(kind: Kind, operation: Operation, endpoint: Endpoint, vendor: string): Route {
  const pathFields: string[] = [];
  const pattern = withParameters(endpoint.path, (parameter) => {
    pathFields.push(endpoint.parameters[parameter] ?? parameter);
    return "([^/]+)";
  });
  const body = brandedBody(endpoint.body, vendor);
  return { kind, operation, method: endpoint.method, body, pattern: new RegExp(`^${pattern}$`), pathFields };
}

/** The one field whose elements carry the brand. */
const MAPPING = "idTypeMapping";

/** A body schema that takes the vendor's name for `serviceUnitID`, and no other. */
function brandedBody(body: Body, vendor: string): Body {
  const mapping = stepInto(body, MAPPING);
  const element = mapping && stepInto(mapping, 0);
  if (element === undefined) return body;
  // the shape is renamed as a body would be, so that the spelling is known in one place only
  const wire = toWire({ [MAPPING]: [(element as z.ZodObject).shape] }, vendor) as { [MAPPING]: [z.ZodRawShape] };
  const branded = body.extend({ [MAPPING]: z.array(z.strictObject(wire[MAPPING][0])).optional() });
  return requiredFields(body).includes(MAPPING) ? branded.required({ [MAPPING]: true }) : branded;
}
