/** Writes the JSON Schemas of definition files, by which editors complete them and mark mistakes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { innermost, Shapes } from "./shapes.mjs";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** What 64-bit whole numbers are below, as JavaScript reads it. */
const INT64 = 2 ** 63;

/**
 * Writes a schema for each kind, and one for all of them, into the folder `schemas`.
 *
 * @param {string} root folder of the repository
 */
export function writeJsonSchemas(root) {
  const require = createRequire(join(root, "dist/"));
  const { resources } = require("./api/resources.js");
  const { constructNameOf } = require("./api/resource.js");
  const shapes = new Shapes(root);
  const writer = new SchemaWriter(shapes.named, require);
  const folder = join(root, "schemas");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const write = (name, schema) =>
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ $schema: DIALECT, ...schema }, null, 1)}\n`);

  const props = new Map(shapes.props().map(({ name, parts }) => [name, parts]));
  const ofKind = new Map(
    resources.map((resource) => {
      const name = constructNameOf(resource.kind);
      return [name, writer.definition(name, resource, props.get(`${name}Props`))];
    }),
  );
  const { secret } = writer;
  for (const { kind } of resources) write(kind, { ...ofKind.get(constructNameOf(kind)), $defs: { secret } });
  const names = [...ofKind.keys()];
  write("entity", {
    title: "Entity",
    description: "An entity of the experimentation service. `kind` says which, and so which fields it has.",
    type: "object",
    properties: { kind: { description: KIND, enum: names } },
    required: ["kind"],
    oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: { ...Object.fromEntries(ofKind), secret },
  });
}

const KIND = "What the definition is about: the name of the construct that it becomes.";

/** Writes schemas as JSON Schemas. */
class SchemaWriter {
  #named;
  #rulesOf;
  #acceptsText;

  /** @param {Shapes["named"]} named */
  constructor(named, require) {
    this.#named = named;
    this.#rulesOf = require("./api/field-types.js").jsonRulesOf;
    this.#acceptsText = require("./terraform/declare/conversion.js").acceptsText;
    const { VARIABLE_NAME, variableName } = require("./api/service-settings.js");
    this.secret = {
      description: "The environment variable from which the deploy reads the value, for example a secret.",
      type: "object",
      properties: {
        fromEnvironment: {
          description: `${VARIABLE_NAME}, not the secret itself`,
          type: "string",
          pattern: variableName.source,
        },
      },
      required: ["fromEnvironment"],
      additionalProperties: false,
    };
  }

  /** The schema of a definition. */
  definition(name, { identity }, [fields, settings]) {
    const named = [...identity, "name"];
    return this.#object(name, [
      { ...fields, secrets: (field) => !named.includes(field) },
      { ...settings, secrets: () => false },
    ]);
  }

  /** An object with the fields of some parts; with a name, the definition of that kind. */
  #object(name, parts) {
    const all = parts.flatMap((part) =>
      Object.entries(part.schema.shape)
        // the code says which service a file belongs to
        .filter(([, schema]) => innermost(schema).def.type !== "custom")
        .map(([field, schema]) => [field, schema, part]),
    );
    const properties = all.map(([field, schema, part]) => [
      field,
      { description: part.comments[field], ...this.#value(schema, { ...part, secrets: part.secrets(field) }) },
    ]);
    const required = all.filter(([, schema]) => schema.def.type !== "optional").map(([field]) => field);
    return {
      ...(name && { title: name }),
      type: "object",
      properties: Object.fromEntries([...(name ? [["kind", { description: KIND, const: name }]] : []), ...properties]),
      ...((name || required.length > 0) && { required: [...(name ? ["kind"] : []), ...required] }),
      additionalProperties: false,
    };
  }

  /** The schema of a value, or of a secret in its place. */
  #value(schema, part) {
    const plain = this.#plain(schema, part);
    return part.secrets && this.#acceptsText(schema) && schema.def.type !== "unknown"
      ? { anyOf: [...(plain.anyOf ?? [plain]), { $ref: "#/$defs/secret" }] }
      : plain;
  }

  #plain(schema, part) {
    const { def } = schema;
    const inner = (each = def.innerType) => this.#plain(each, part);
    switch (def.type) {
      case "string":
        return { type: "string", ...this.#rulesOf(schema) };
      case "number":
        return this.#number(schema);
      case "boolean":
        return { type: "boolean" };
      case "enum":
        return { enum: Object.values(def.entries) };
      case "optional":
      case "nonoptional":
      case "readonly":
        return inner();
      case "nullable": {
        const plain = inner();
        return { anyOf: [...(plain.anyOf ?? [plain]), { type: "null" }] };
      }
      case "union":
        return { anyOf: def.options.map((option) => this.#plain(option, { ...part, secrets: false })) };
      case "array":
        return { type: "array", items: this.#value(def.element, part) };
      case "record":
        return { type: "object" };
      case "object":
        return this.#object(undefined, [
          { ...(this.#named.get(schema)?.parts[0] ?? part), schema, secrets: () => part.secrets },
        ]);
      default:
        throw new Error(`there is no JSON Schema for a schema of ${def.type}: see json-schemas.mjs`);
    }
  }

  #number(schema) {
    const { type = "number" } = this.#rulesOf(schema);
    const bounds = Object.fromEntries(
      (schema.def.checks ?? []).flatMap((each) => {
        const { check, value, inclusive } = each._zod.def;
        const side = { greater_than: "inimum", less_than: "aximum" }[check];
        if (side === undefined) return [];
        return [[inclusive ? `m${side}` : `exclusiveM${side}`, value]];
      }),
    );
    const has = (side) => Object.keys(bounds).some((name) => name.endsWith(side));
    return {
      type,
      ...(type === "integer" && !has("inimum") && { exclusiveMinimum: -INT64 }),
      ...(type === "integer" && !has("aximum") && { exclusiveMaximum: INT64 }),
      ...bounds,
    };
  }
}
