import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { z } from "zod";
import { stepInto, unwrap } from "../../lib/api/field-types";
import type { Kind } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { constructSettings, serviceProps } from "../../lib/terraform/declare/props";

/** A prop, or a field inside one, as a user meets it. */
export interface Prop {
  readonly name: string;
  /** What the editor shows for it; empty when it has no doc comment. */
  readonly comment: string;
  readonly schema: z.ZodType;
  /** The exported type of the object, or of each object in the list, that it takes. */
  readonly type?: string;
  /** The fields of that object. */
  readonly fields: readonly Prop[];
}

/** Props that belong together. */
export interface PropGroup {
  /** Name in the README's markers. */
  readonly name: string;
  readonly props: readonly Prop[];
  /** The kind whose fields the props are; missing for settings of this package. */
  readonly kind?: Kind;
}

interface Comments {
  readonly [name: string]: { readonly comment: string; readonly type?: string; readonly fields: Comments };
}

/** All that users can give: the fields of every construct, the settings common to them, and those of the service. */
export function propGroups(): PropGroup[] {
  const comments = docComments();
  const ofType = (type: string) => comments[`${type}Props`] ?? {};
  const ofSettings = ofType(pascalCase(kinds[0]?.name ?? ""));
  return [
    { name: "settings", props: propsOf(constructSettings, ofSettings) },
    ...kinds.map((kind) => ({
      name: kind.name.replaceAll("_", "-"),
      props: propsOf(kind.fields, ofType(pascalCase(kind.name))),
      kind,
    })),
    { name: "service", props: propsOf(serviceProps, ofType("ExperimentationService")) },
  ];
}

function propsOf(schema: z.ZodObject, comments: Comments): Prop[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { comment = "", type, fields = {} } = comments[name] ?? {};
    const inner = objectIn(field);
    return { name, comment, type, schema: field, fields: inner === undefined ? [] : propsOf(inner, fields) };
  });
}

/** The object schema that a schema asks for, alone or as an element of a list. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const opened = unwrap(schema);
  if (opened.def.type === "object") return opened as z.ZodObject;
  const element = opened.def.type === "array" ? stepInto(opened, 0) : undefined;
  return element === undefined ? undefined : objectIn(element);
}

function docComments(): Record<string, Comments> {
  const printer = join(__dirname, "doc-comments.mjs");
  return JSON.parse(execFileSync(process.execPath, [printer], { encoding: "utf8" })) as Record<string, Comments>;
}

function pascalCase(kind: string): string {
  return kind
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
