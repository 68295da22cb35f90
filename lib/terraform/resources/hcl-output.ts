import { DefaultTokenResolver, StringConcat, type TerraformElement, Tokenization } from "cdktf";

/** Terraform's JSON syntax, in which every string is a template. */
type TerraformJson = boolean | number | string | readonly TerraformJson[] | { readonly [key: string]: TerraformJson };

interface RenderedAttributes {
  readonly [name: string]: TerraformJson;
}

/**
 * Renders a resource for `cdktf synth --hcl` from its JSON. The framework's own renderer neither escapes text nor
 * supports blocks inside `lifecycle`.
 *
 * @param json result of `toTerraform`
 */
export function resourceToHcl(element: TerraformElement, json: object): object {
  const { resource } = resolved(element, json) as {
    readonly resource: Record<string, Record<string, RenderedAttributes>>;
  };
  return { resource: withEach(resource, (byName) => withEach(byName, attributesToHcl)) };
}

/** Renders a local, so that its text is the same in HCL as in JSON. */
export function localToHcl(element: TerraformElement, json: object): object {
  const { locals } = resolved(element, json) as { readonly locals: RenderedAttributes };
  return { locals: withEach(locals, anyToHcl) };
}

function attributesToHcl({
  "//": metadata,
  depends_on,
  lifecycle,
  provisioner,
  ...attributes
}: RenderedAttributes): object {
  return {
    "//": metadata,
    ...withEach(attributes, anyToHcl),
    ...(depends_on === undefined ? {} : { depends_on: references(depends_on as readonly string[]) }),
    ...(lifecycle === undefined
      ? {}
      : { lifecycle: { value: withEach(lifecycle as RenderedAttributes, settingToHcl) } }),
    ...(provisioner === undefined ? {} : { provisioner: toHcl(provisioner) }),
  };
}

/** A setting of `lifecycle`: references, such as `ignore_changes`, blocks, such as `postcondition`, or a plain value. */
function settingToHcl(setting: TerraformJson): object {
  if (!Array.isArray(setting)) return anyToHcl(setting);
  const isOfReferences = setting.every((each) => typeof each === "string");
  return isOfReferences ? references(setting) : { value: toHcl(setting), type: "list", isBlock: true };
}

function anyToHcl(value: TerraformJson): object {
  return { value: toHcl(value), type: "any" };
}

function references(names: readonly string[]): object {
  return { value: `[${names.join(", ")}]`, type: "reference" };
}

/** A value in a form that the framework's HCL renderer does not change. */
function toHcl(value: TerraformJson): TerraformJson {
  if (typeof value === "string") {
    const quoted = quotedTemplate(value);
    // the renderer adds quotes to text that holds an expression, and expects them on all other text
    return value.includes("${") ? quoted : `"${quoted}"`;
  }
  if (typeof value !== "object") return value;
  return Array.isArray(value) ? value.map(toHcl) : withEach(value as RenderedAttributes, toHcl);
}

/** What ends a part of an expression: its braces, and the quotes of a text in it. */
const closing = { "{": "}", '"': '"' } as const;

/**
 * The content of a quoted template in Terraform's native syntax: literal text is escaped, and expressions stay as they are.
 * Quoted text inside an expression may itself be a template.
 */
function quotedTemplate(template: string): string {
  const open: (keyof typeof closing)[] = [];
  let isEscaped = false;
  return template.replace(/\$\$\{|%%\{|[$%]\{|[\s\S]/g, (piece) => {
    const around = open.at(-1);
    const wasEscaped = isEscaped;
    isEscaped = around === '"' && piece === "\\" && !wasEscaped;
    if (wasEscaped) return piece;
    if (around === undefined && piece.length === 1) return quotedCharacter(piece);
    if (around !== undefined && piece === closing[around]) open.pop();
    else if (around === "{" && (piece === "{" || piece === '"')) open.push(piece);
    else if (piece === "${" || piece === "%{") open.push("{");
    return piece;
  });
}

function quotedCharacter(character: string): string {
  const named = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  const isControl = character < " " || character === "\u007f";
  return named ?? (isControl ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character);
}

function withEach<Value, Result>(
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
