/** The shapes of props: the schemas, as they were compiled last, with the doc comments of their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Some fields of an interface.
 *
 * @typedef {{ readonly schema: object, readonly comments: Readonly<Record<string, string>>, readonly tokens: boolean }} Part
 * @typedef {{ readonly name: string, readonly module: string, readonly parts: readonly Part[] }} Props
 */

/** All shapes of the library. */
export class Shapes {
  #root;
  #require;

  /** The objects within props that have a name: the exports of the schema files. */
  named = new Map();

  /** @param {string} root folder of the repository */
  constructor(root) {
    this.#root = root;
    this.#require = createRequire(join(root, "dist/"));
    for (const file of readdirSync(join(root, "dist/api")).filter((name) => name.endsWith(".js"))) {
      const module = `api/${file.slice(0, -".js".length)}`;
      for (const [constant, value] of Object.entries(this.#require(`./${module}.js`))) {
        if (value?.def?.type !== "object" || module === "api/service-settings") continue;
        const { about, fields } = commentsIn(this.#source(module)).get(constant);
        this.named.set(value, {
          name: pascalCase(constant),
          about,
          parts: [{ schema: value, comments: fields, tokens: true }],
        });
      }
    }
  }

  /** @returns {Props[]} the props of every construct */
  props() {
    const { resources } = this.#require("./api/resources.js");
    const { serviceProps } = this.#require("./terraform/props/service-props.js");
    const { settings } = this.#require("./terraform/props/construct-settings.js");
    const ours = { schema: settings, comments: this.#comments("terraform/props/construct-settings"), tokens: false };
    const ofService = { ...this.#comments("api/service-settings"), ...this.#comments("terraform/props/service-props") };
    return [
      ...resources.map(({ kind, fields }) => {
        const module = kind.replaceAll("_", "-");
        const own = { schema: fields, comments: this.#comments(`api/${module}-schema`), tokens: true };
        return { name: `${pascalCase(kind)}Props`, module, parts: [own, ours] };
      }),
      {
        name: "ExperimentationServiceProps",
        module: "service",
        parts: [{ schema: serviceProps, comments: ofService, tokens: false }],
      },
    ];
  }

  /** The comments in a source that are on no shape with a name of its own. */
  #comments(module) {
    const names = new Set([...this.named.values()].map(({ name }) => name));
    const found = [...commentsIn(this.#source(module))].filter(([constant]) => !names.has(pascalCase(constant)));
    return Object.assign({}, ...found.map(([, { fields }]) => fields));
  }

  #source(module) {
    return readFileSync(join(this.#root, "lib", `${module}.ts`), "utf8");
  }
}

/** The schema inside optional, nullable and the like. */
export const innermost = (schema) => (schema.def.innerType === undefined ? schema : innermost(schema.def.innerType));

const COMMENT = String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s*(?://.*\s*)*`;

/** The doc comments of a source: on each constant, and on the fields in its value. */
function commentsIn(source) {
  const about = commentsBefore(source, String.raw`(?:export )?const (\w+) =`);
  const statements = source.split(/^(?=(?:export )?const )/m).slice(1);
  return new Map(
    statements.map((text) => {
      const [, constant] = /const (\w+)/.exec(text);
      return [constant, { about: about[constant] ?? "", fields: commentsBefore(text, String.raw`(\w+):`) }];
    }),
  );
}

function commentsBefore(text, name) {
  const found = [...text.matchAll(new RegExp(COMMENT + name, "g"))];
  return Object.fromEntries(
    found.map(([, comment, key]) => [
      key,
      comment
        .replaceAll(/^\s*\*/gm, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ]),
  );
}

/** `ExperimentGroup` for `experimentGroup`, and for `experiment_group`. */
function pascalCase(name) {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}
