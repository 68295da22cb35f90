import { DefaultTokenResolver, StringConcat, type TerraformElement, TerraformLocal, Tokenization } from "cdktf";

/** Terraform's JSON syntax, in which every string is a template. */
type Json = boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Attributes {
  readonly [name: string]: Json;
}

interface Lifecycle extends Attributes {
  readonly ignore_changes: readonly string[];
}

/**
 * A resource as `cdktf synth --hcl` has to be given it. The framework's own way from props to HCL neither escapes text
 * nor knows blocks inside `lifecycle`, so this one goes by the resource's JSON.
 *
 * @param json what `toTerraform` has returned
 */
export function resourceToHcl(element: TerraformElement, json: object): object {
  const { resource } = resolved(element, json) as { readonly resource: Record<string, Record<string, Attributes>> };
  return { resource: mapped(resource, (byName) => mapped(byName, attributesToHcl)) };
}

/** A local whose text comes out in HCL as it does in JSON. */
export class Local extends TerraformLocal {
  override toHclTerraform(): object {
    const { locals } = resolved(this, this.toTerraform()) as { readonly locals: Attributes };
    return { locals: mapped(locals, anyToHcl) };
  }
}

function attributesToHcl({ "//": metadata, depends_on, lifecycle, provisioner, ...attributes }: Attributes): object {
  const { ignore_changes, ...blocks } = (lifecycle ?? {}) as Lifecycle;
  return {
    "//": metadata,
    ...mapped(attributes, anyToHcl),
    ...(depends_on === undefined ? {} : { depends_on: references(depends_on as readonly string[]) }),
    ...(lifecycle === undefined
      ? {}
      : { lifecycle: { value: { ignore_changes: references(ignore_changes), ...mapped(blocks, blocksToHcl) } } }),
    ...(provisioner === undefined ? {} : { provisioner: toHcl(provisioner) }),
  };
}

function anyToHcl(value: Json): object {
  return { value: toHcl(value), type: "any" };
}

function blocksToHcl(value: Json): object {
  return { value: toHcl(value), type: "list", isBlock: true };
}

function references(names: readonly string[]): object {
  return { value: `[${names.join(", ")}]`, type: "reference" };
}

/** A value that the framework's HCL renderer leaves as it is. */
function toHcl(value: Json): Json {
  if (typeof value === "string") {
    const quoted = quotedTemplate(value);
    // the renderer puts quotes around what has an expression in it, and takes the rest as it is when quoted already
    return value.includes("${") ? quoted : `"${quoted}"`;
  }
  if (typeof value !== "object") return value;
  return Array.isArray(value) ? value.map(toHcl) : mapped(value as Attributes, toHcl);
}

/** The inside of a quoted template of Terraform's native language. */
function quotedTemplate(template: string): string {
  let quoted = "";
  for (let at = 0; at < template.length; ) {
    const [start = ""] = /^(?:\$\$\{|%%\{|\$\{|%\{|[\s\S])/.exec(template.slice(at, at + 3)) ?? [];
    const end = start.length === 2 ? endOfExpression(template, at + 2) : at + start.length;
    quoted += start.length === 1 ? quotedCharacter(start) : template.slice(at, end);
    at = end;
  }
  return quoted;
}

/** Where an expression in braces ends, after its closing brace. Texts inside it may be templates themselves. */
function endOfExpression(template: string, start: number): number {
  let at = start;
  for (let depth = 1; depth > 0 && at < template.length; at++) {
    const character = template[at];
    if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === '"') at = endOfText(template, at + 1) - 1;
  }
  return at;
}

function endOfText(template: string, start: number): number {
  let at = start;
  while (at < template.length && template[at] !== '"') {
    if (template[at] === "\\" || /^[$%]\{2}$/.test(template.slice(at, at + 2))) at += 2;
    else if (/^[$%]\{$/.test(template.slice(at, at + 2))) at = endOfExpression(template, at + 2);
    else at++;
  }
  return at + 1;
}

function quotedCharacter(character: string): string {
  const named = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  const isControl = character < " " || character === "\u007f";
  return named ?? (isControl ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character);
}

function mapped<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function resolved(scope: TerraformElement, json: object): unknown {
  return Tokenization.resolve(json, {
    scope,
    resolver: new DefaultTokenResolver(new StringConcat()),
    preparing: false,
  });
}
