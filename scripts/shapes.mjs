/** The shapes of props: the compiled schemas, with the doc comments from their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * A part of the fields of an API.
 *
 * @typedef {{ readonly schema: object, readonly comments: Readonly<Record<string, string>>, readonly tokens: boolean }} Part
 * @typedef {{ readonly name: string, readonly module: string, readonly parts: readonly Part[] }} Props
 */

/** All shapes of the library. */
export class Shapes {
  #root;
  #require;
  /** `ExperimentGroup` for `experimentGroup`, and for `experiment_group`. */
  #pascalCase;

  /** The objects within props, by their schemas. They are named as the schema files export them. */
  named = new Map();

  /** @param {string} root folder of the repository */
  constructor(root) {
    this.#root = root;
    this.#require = createRequire(join(root, "dist/"));
    this.#pascalCase = this.#require("./api/kind.js").constructNameOf;
    for (const file of readdirSync(join(root, "dist/api")).filter((name) => name.endsWith(".js"))) {
      const module = `api/${file.slice(0, -".js".length)}`;
      for (const [constant, value] of Object.entries(this.#require(`./${module}.js`))) {
        if (value?.def?.type !== "object" || module === "api/service-settings") continue;
        const comments = commentsIn(this.#source(module)).get(constant);
        const parts = [{ schema: value, comments, tokens: true }];
        this.named.set(value, { name: this.#pascalCase(constant), module: "shapes", parts });
      }
    }
  }

  /** @returns {Props[]} the props of every construct */
  props() {
    const { kinds } = this.#require("./api/kinds.js");
    const { settingsSchema } = this.#require("./terraform/props/construct-props.js");
    const { serviceProps } = this.#require("./terraform/props/service-props.js");
    const comments = {
      ...this.#comments("terraform/props/construct-props"),
      ...this.#comments("declare/settings"),
    };
    const ofService = {
      ...this.#comments("api/service-settings"),
      ...this.#comments("terraform/props/service-props"),
    };
    return [
      ...kinds.map((kind) => {
        const ours = { schema: settingsSchema(kind), comments, tokens: false };
        const module = kind.name.replaceAll("_", "-");
        const own = { schema: kind.fields, comments: this.#comments(`api/${module}-schema`), tokens: true };
        return { name: `${this.#pascalCase(kind.name)}Props`, module, parts: [own, ours] };
      }),
      {
        name: "ExperimentationServiceProps",
        module: "service",
        parts: [{ schema: serviceProps, comments: ofService, tokens: false }],
      },
    ];
  }

  /** The doc comments in a source, except those in named shapes. */
  #comments(module) {
    const names = new Set([...this.named.values()].map(({ name }) => name));
    const found = [...commentsIn(this.#source(module))].filter(([constant]) => !names.has(this.#pascalCase(constant)));
    return Object.assign({}, ...found.map(([, comments]) => comments));
  }

  #source(module) {
    return readFileSync(join(this.#root, "lib", `${module}.ts`), "utf8");
  }
}

/** The doc comments on fields in a source, by the constant that they belong to. */
function commentsIn(source) {
  const statements = source.split(/^(?=(?:export )?const )/m).slice(1);
  return new Map(
    statements.map((text) => {
      const [, constant] = /const (\w+)/.exec(text);
      const found = [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\/.*\s*)*(\w+):/g)];
      const plain = (comment) =>
        comment
          .replaceAll(/^\s*\*/gm, "")
          .replaceAll(/\s+/g, " ")
          .trim();
      return [constant, Object.fromEntries(found.map(([, comment, field]) => [field, plain(comment)]))];
    }),
  );
}
