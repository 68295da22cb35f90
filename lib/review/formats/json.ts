import { visible } from "../../api/escape-invisible";
import type { FieldChange, Review } from "../model";
import { Withheld } from "../value";

/** A review as JSON. What Terraform does not show is told by `sensitive` and `unknown`. */
export function jsonOf({ stacks }: Review): string {
  const shown = stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map(({ whole: _, ...change }) => ({ ...change, fields: change.fields.map(toldField) })),
  }));
  // the line breaks of JSON are between its strings, never in them
  const lines = JSON.stringify({ stacks: shown }, null, 2).split("\n");
  return `${lines.map(visible).join("\n")}\n`;
}

function toldField({ path, before, after }: FieldChange): object {
  const sides = [before, after].filter((value) => value instanceof Withheld);
  return {
    path,
    ...(before === undefined || before instanceof Withheld ? {} : { before }),
    ...(after === undefined || after instanceof Withheld ? {} : { after }),
    ...Object.assign({}, ...sides.map((value) => value.toJSON())),
  };
}
