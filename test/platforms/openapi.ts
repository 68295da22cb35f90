import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv, { type ValidateFunction } from "ajv";

/** GitHub's own description of the operations that are used: see cut-openapi.mjs. */
const document = JSON.parse(readFileSync(join(__dirname, "github-openapi.json"), "utf8"));

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: object;
}

interface Operation {
  readonly parameters?: readonly ({ readonly $ref: string } | Parameter)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly $ref: string } | Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: false });
ajv.addSchema({ $id: "github", ...document });

/** What is not as GitHub describes it in a call, with its response. */
export function problemsOfCall(
  method: string,
  url: string,
  body: unknown,
  response: { readonly status: number; readonly body?: unknown },
): string[] {
  const { pathname, searchParams } = new URL(url, "http://api");
  const found = operationAt(method, pathname);
  if (found === undefined) return [`${method} ${pathname}: no such operation`];
  const { operation, values } = found;
  const parameters = (operation.parameters ?? []).map((each) =>
    "$ref" in each ? (resolved(each.$ref) as Parameter) : each,
  );
  const known = new Set(parameters.filter((each) => each.in === "query").map(({ name }) => name));
  return [
    ...[...searchParams.keys()].filter((name) => !known.has(name)).map((name) => `no query parameter ${name}`),
    ...parameters.flatMap(({ name, in: place, schema }) => {
      const text = place === "path" ? values[name] : searchParams.get(name);
      if (text === null || text === undefined) return [];
      const { type } = schema as { readonly type?: string };
      return problemsOf(schema, type === "integer" ? Number(text) : text, name);
    }),
    ...(operation.requestBody === undefined
      ? []
      : problemsOf(operation.requestBody.content["application/json"]?.schema ?? {}, body, "body")),
    ...problemsOfResponse(operation, response),
  ];
}

function problemsOfResponse({ responses }: Operation, { status, body }: { status: number; body?: unknown }): string[] {
  const described = responses[status];
  // any call may be limited, refused or not served: their documentation describes that for all
  if (described === undefined) return status >= 400 ? [] : [`no response ${status}`];
  const { content } = "$ref" in described ? (resolved(described.$ref) as Content) : described;
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? [] : problemsOf(schema, body, `response ${status}`);
}

function operationAt(method: string, path: string) {
  for (const [template, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const match = new RegExp(`^${template.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
    const operation = match === null ? undefined : methods[method.toLowerCase()];
    if (operation === undefined) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match?.[index + 1] ?? "")]));
    return { operation, values };
  }
  return undefined;
}

/** Compiled schemas, by their texts. */
const validators = new Map<string, ValidateFunction>();

function problemsOf(schema: object, value: unknown, where: string): string[] {
  // a compiled schema stands alone
  const text = JSON.stringify(schema).replaceAll('"#/', '"github#/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath}: ${message}`);
}

function resolved(reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce((part: Record<string, unknown>, name) => part[name] as Record<string, unknown>, document);
}
