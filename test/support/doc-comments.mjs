import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { innermost, Shapes } from "../../scripts/shapes.mjs";

/** Prints the doc comments on props as JSON. Tests cannot import an ES module themselves. */
const shapes = new Shapes(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const props = shapes.props().map(({ name, parts }) => [name, commentsOf(parts)]);
console.log(JSON.stringify(Object.fromEntries(props)));

function commentsOf(parts) {
  const fields = parts.flatMap(({ schema, comments }) =>
    Object.entries(schema.shape).map(([name, field]) => {
      const opened = innermost(field);
      const nested = shapes.named.get(opened.def.type === "array" ? innermost(opened.element) : opened);
      return [name, { comment: comments[name] ?? "", fields: nested === undefined ? {} : commentsOf(nested.parts) }];
    }),
  );
  return Object.fromEntries(fields);
}
