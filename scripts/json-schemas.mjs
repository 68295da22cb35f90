/** Writes the JSON Schemas of definition files, by which editors complete them and mark mistakes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as z from "zod";
import { Shapes } from "./shapes.mjs";

const ENVIRONMENTS =
  "What differs in an environment, by the name of the environment: whole fields that stand in place of the definition's.";

const SCHEMA_KEY = {
  description: "The path of this schema, by which an editor finds it. It is not sent.",
  type: "string",
};

const KIND = "What the definition is about: the name of the construct that it becomes.";

/**
 * Writes a schema for each kind, and one for all of them, into the folder `schemas`.
 *
 * @param {string} root folder of the repository
 */
export function writeJsonSchemas(root) {
  const require = createRequire(join(root, "dist/"));
  const { kinds } = require("./api/kinds.js");
  const { constructNameOf } = require("./api/kind.js");
  const { takesSecret } = require("./declare/json-walk.js");
  const { canHaveDefault } = require("./definitions/kind-defaults.js");
  const { needsIdForEnvironments, whyFixed } = require("./definitions/environments.js");
  const { unsendable } = require("./entity/steps.js");
  const shapes = new Shapes(root);
  const folder = join(root, "schemas");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const write = (name, schema) => writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 1)}\n`);

  const secret = secretSchema(require("./api/service-settings.js"));
  const props = new Map(shapes.props().map(({ name, parts }) => [name, parts]));
  const ofKind = new Map();
  const ofDefaults = new Map();
  for (const kind of kinds) {
    const name = constructNameOf(kind.name);
    const required = (field) => unsendable(kind, { [field]: true })?.missing ?? [];
    const schema = definitionSchema(name, kind, props.get(`${name}Props`), shapes.named, { takesSecret, required });
    const changeable = Object.keys(schema.properties).filter(
      (field) => whyFixed(kind, { id: "known" }, field) === undefined,
    );
    const inDefaults = (field) => canHaveDefault(kind, field);
    const complete = withEnvironments(schema, changeable, needsIdForEnvironments(kind, {}), `#/$defs/${name}`);
    const definition = withoutThose(complete, inDefaults);
    if (name === EXPERIMENT_SNIPPET.body.kind) definition.defaultSnippets = [EXPERIMENT_SNIPPET];
    ofKind.set(name, definition);
    ofDefaults.set(name, defaultsSchema(name, schema, inDefaults));
    write(kind.name, { $schema: DIALECT, ...oneOrList(name), $defs: { [name]: definition, secret } });
  }
  const names = [...ofKind.keys()];
  const entity = {
    title: "Entity",
    description: "An entity of the experimentation service. `kind` says which, and so which fields it has.",
    type: "object",
    properties: { kind: { description: KIND, enum: names } },
    required: ["kind"],
    allOf: [
      // of the kinds, only the one that is written there is looked at
      ...names.map((name) => ifThen(ofKindNamed(name), { $ref: `#/$defs/${name}` })),
      // it is offered where no other kind is written
      { if: { type: "object", required: ["kind"] }, else: { defaultSnippets: [EXPERIMENT_SNIPPET] } },
    ],
  };
  write("entity", {
    $schema: DIALECT,
    ...oneOrList("Entity"),
    $defs: { Entity: entity, ...Object.fromEntries(ofKind), secret },
  });
  write("defaults", {
    $schema: DIALECT,
    title: "Defaults",
    description: "Fields by kind, for every definition of this directory and below that has no value of its own.",
    type: "object",
    properties: { $schema: SCHEMA_KEY, ...Object.fromEntries(ofDefaults) },
    additionalProperties: false,
    $defs: { secret },
  });
}

/** The schema of a document: one definition, or a list of them. */
function oneOrList(name) {
  const one = { $ref: `#/$defs/${name}` };
  return { if: { type: "array" }, [THEN]: { type: "array", items: one }, else: one };
}

/** The schema of a definition that may take fields from defaults: nothing of those is required. */
function withoutThose({ required, dependentRequired = {}, ...schema }, inDefaults) {
  const own = (fields) => fields.filter((field) => !inDefaults(field));
  const dependent = Object.entries(dependentRequired)
    .map(([field, others]) => [field, own(others)])
    .filter(([, others]) => others.length > 0);
  return {
    ...schema,
    required: own(required),
    ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
  };
}

/** The schema of what a kind has by default. */
function defaultsSchema(name, { properties }, inDefaults) {
  const fields = Object.entries(properties).filter(([field]) => field !== "kind" && inDefaults(field));
  return {
    title: `Defaults of ${name}`,
    description: `What each ${name} has that has no value of its own.`,
    type: "object",
    properties: Object.fromEntries(fields),
    additionalProperties: false,
  };
}

function ofKindNamed(name) {
  return { type: "object", properties: { kind: { const: name } }, required: ["kind"] };
}

/** A constant, as an object with a key of that name could be taken for a promise. */
const THEN = "then";

function ifThen(condition, consequence) {
  return { if: condition, [THEN]: consequence };
}

/** A place of a snippet, with the text that stands there until somebody writes another. */
function toFill(place, text) {
  return `\${${place}:${text}}`;
}

/**
 * What an editor offers where nothing is written yet: an experiment that can be created and changed. What begins with ^ is
 * inserted as it stands behind it.
 */
const EXPERIMENT_SNIPPET = {
  label: "Experiment",
  description: "An experiment with the fields that an update requires.",
  body: {
    kind: "Experiment",
    name: toFill(1, "New experiment"),
    id: toFill(2, "new_experiment"),
    description: toFill(3, "What it is about."),
    hypothesis: toFill(4, "What it tests."),
    idType: toFill(5, "userID"),
    status: "setup",
    allocation: 10,
    groups: [
      { id: "control", name: "Control", size: 50, parameterValues: `^{ ${toFill(6, "steps")}: 4 }` },
      {
        id: toFill(7, "treatment"),
        name: toFill(8, "Treatment"),
        size: 50,
        parameterValues: `^{ ${toFill(6, "steps")}: 1 }`,
      },
    ],
    controlGroupID: "control",
    targetingGateID: "^null",
    bonferroniCorrection: true,
    defaultConfidenceInterval: '^"95"',
  },
};

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The schema of a value from the environment, in the place of text. */
function secretSchema({ VARIABLE_NAME, variableName }) {
  return {
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

/** The schema of a definition: zod's own, with descriptions, and secrets where they may stand. */
function definitionSchema(name, { identity }, [fields, settings], named, { takesSecret, required }) {
  // the code says which service a file belongs to, and what is deployed before it
  const ours = settings.schema.omit({ service: true, dependsOn: true }).shape;
  const definition = z.strictObject({ kind: z.literal(name), ...fields.schema.shape, ...ours });
  const comments = { kind: KIND, ...fields.comments, ...settings.comments };
  // what names an entity, and what decides which resources there are, is known at synth
  const plain = new Set(["kind", "name", ...identity, ...Object.keys(ours)]);
  const orSecret = (schema, json) =>
    takesSecret(schema) ? { anyOf: [...(json.anyOf ?? [json]), { $ref: "#/$defs/secret" }] } : json;
  const { $schema: _, ...schema } = z.toJSONSchema(definition, {
    io: "input",
    override({ zodSchema: { def, shape }, zodSchema, jsonSchema, path: [, field, ...inside] }) {
      switch (def.type) {
        case "object": {
          const described = named.get(zodSchema)?.parts[0].comments ?? comments;
          for (const [key, inner] of Object.entries(shape)) {
            const json = jsonSchema.properties[key];
            const isPlain = field === undefined && plain.has(key);
            jsonSchema.properties[key] = { description: described[key], ...(isPlain ? json : orSecret(inner, json)) };
          }
          break;
        }
        case "array":
          // a secret stands for all of a union
          if (!plain.has(field) && !inside.includes("anyOf"))
            jsonSchema.items = orSecret(def.element, jsonSchema.items);
          break;
        // what goes says nothing that the rest does not say
        case "enum":
        case "literal":
          delete jsonSchema.type;
          break;
        // an editor shows the names of all branches that it cannot tell apart
        case "nullable":
          Object.assign(jsonSchema, orNull(jsonSchema.anyOf[0]), { anyOf: undefined });
          break;
        case "union":
          for (const branch of jsonSchema.anyOf) branch.title = branch.type;
          break;
        case "string":
          if (jsonSchema.words !== undefined) {
            const { type, words } = jsonSchema;
            Object.assign(jsonSchema, { anyOf: [{ enum: words }, { type }], type: undefined, words: undefined });
          }
          break;
        case "readonly":
          delete jsonSchema.readOnly;
          break;
        case "record":
          delete jsonSchema.propertyNames;
          delete jsonSchema.additionalProperties;
      }
    },
  });
  // nothing that identifies an entity may be empty
  for (const json of identity.map((field) => schema.properties[field])) {
    if (json.type === "string") json.minLength ??= 1;
  }
  const requiring = Object.keys(fields.schema.shape)
    .map((field) => [field, required(field)])
    .filter(([, others]) => others.length > 0);
  return {
    title: name,
    ...schema,
    ...(requiring.length > 0 && { dependentRequired: Object.fromEntries(requiring) }),
  };
}

/**
 * The schema of a definition that may have environments, and name its schema.
 *
 * @param schema of a definition without either
 * @param fields that may differ between them
 * @param needsID whether only a definition with an id may have them
 * @param pointer where the schema stands
 */
function withEnvironments(schema, fields, needsID, pointer) {
  const ofOne = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { $ref: `${pointer}/properties/${field}` }])),
    additionalProperties: false,
  };
  const environments = { description: ENVIRONMENTS, type: "object", additionalProperties: ofOne };
  return {
    ...schema,
    properties: { $schema: SCHEMA_KEY, ...schema.properties, environments },
    ...(needsID && { dependentRequired: { ...schema.dependentRequired, environments: ["id"] } }),
  };
}

/** A schema that also takes null. */
function orNull(json) {
  return json.enum === undefined ? { ...json, type: [json.type, "null"] } : { enum: [...json.enum, null] };
}
