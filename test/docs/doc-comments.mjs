import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Shapes } from "../../scripts/shapes.mjs";

/** Prints the doc comments on props, and the types of what is inside them, as JSON. Tests cannot import an ES module themselves. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { unwrap } = createRequire(join(root, "dist/"))("./api/field-types.js");
const shapes = new Shapes(root);
const props = shapes.props().map(({ name, parts }) => [name, commentsOf(parts)]);
console.log(JSON.stringify(Object.fromEntries(props)));

function commentsOf(parts) {
  const fields = parts.flatMap(({ schema, comments }) =>
    Object.entries(schema.shape).map(([name, field]) => {
      const opened = unwrap(field);
      const nested = shapes.named.get(opened.def.type === "array" ? unwrap(opened.element) : opened);
      const inside = nested === undefined ? { fields: {} } : { type: nested.name, fields: commentsOf(nested.parts) };
      return [name, { comment: comments[name] ?? "", ...inside }];
    }),
  );
  return Object.fromEntries(fields);
}
