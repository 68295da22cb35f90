import { Fn, Token } from "cdktf";
import { contentDigest, DIGEST_TEXT } from "../../entity/sha256";
import { parseJson } from "../../value/json";
import {
  holdsOpaque,
  isEnvironment,
  isList,
  Opaque,
  partMark,
  type TerraformPart,
  type Value,
  withTextsMerged,
} from "../../value/value";
import { Hcl, hcl, isKnown, type Template, withName } from "./hcl";

/** A value that Terraform knows, as the framework has it. */
export class TerraformValue implements TerraformPart {
  private encoded: string | undefined;

  /** @param terraform a token, of any type, that resolves to a Terraform expression */
  constructor(
    readonly terraform: unknown,
    /** Whether the API accepts only text there, so that a plan can show it as text. */
    readonly isText: boolean,
  ) {}

  /** A token for the JSON text of the value. */
  get json(): string {
    this.encoded ??= Fn.jsonencode(this.terraform);
    return this.encoded;
  }

  /** A token for the value as a plan shows it: text unchanged, anything else as JSON. */
  get text(): string {
    return this.isText ? Token.asString(this.terraform) : this.json;
  }
}

/** A token for the JSON text of a part that Terraform knows: at synth, each is a `TerraformValue`. */
export function jsonExpression(part: TerraformPart): string {
  return (part as TerraformValue).json;
}

/** Longest literal that a trigger holds in full, in characters. A digest and a size replace a longer value. */
const LONGEST_TRIGGER = 32_000;

/** A field as a plan shows it, and what the text is. Different values have different texts. */
interface Trigger {
  /**
   * `text`: as it is. `quoted`: text as JSON, because it would otherwise read as null, as JSON or as a digest. `json`: any other value,
   * as JSON with sorted keys, for which Terraform draws structural diffs. `digest`: of what is too long.
   */
  readonly form: "text" | "quoted" | "json" | "digest";
  readonly template: Template;
}

/** The trigger of a field. */
export function triggerOf(value: Value): Trigger {
  const trigger = wholeTrigger(value);
  const length = trigger.template.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);
  if (length <= LONGEST_TRIGGER) return trigger;
  const size = length.toLocaleString("en-US");
  return { form: "digest", template: [`sha256 `, digestOf(value), ` of ${size} characters`] };
}

function wholeTrigger(value: Value): Trigger {
  if (value instanceof Opaque) return { form: value.isText ? "text" : "json", template: deferredTemplate(value) };
  if (typeof value !== "string") return { form: "json", template: jsonTemplate(value) };
  const isJson = /^[[{"]/.test(value) && parseJson(value) !== undefined;
  const isAmbiguous = value === "null" || DIGEST_TEXT.test(value) || isJson;
  return isAmbiguous ? { form: "quoted", template: [JSON.stringify(value)] } : { form: "text", template: [value] };
}

/** A digest of everything in a value but the secrets themselves: hexadecimal, 64 characters. */
export function digestOf(value: Value): string | Hcl {
  const values: string[] = [];
  const digest = contentDigest(value, (part) => values.push(jsonExpression(part)));
  // separated, so that 1 and 23 do not have the digest of 12 and 3
  return values.length === 0 ? digest : Hcl.ofToken(Fn.sha256(Fn.join(",", [digest, ...values])));
}

/**
 * A trigger as a Terraform expression for text. Where Terraform's values make it too long, Terraform replaces it by a
 * digest and a size:
 *
 *     try(length(text), 0) > 32000 ? join("", ["sha256 ", …]) : text
 *
 * @param replacement makes the expression that replaces a long text, from that for the digest and the size
 */
export function boundedExpression(template: Template, replacement = (text: Hcl) => text): Hcl {
  const whole = hcl`${template}`;
  if (isKnown(template)) return whole;
  return withName("text", whole, (text) => {
    const digest = hcl`join("", ["sha256 ", sha256(${text}), " of ", length(${text}), " characters"])`;
    return hcl`try(length(${text}), 0) > ${LONGEST_TRIGGER} ? ${replacement(digest)} : ${text}`;
  });
}

/** The text of a deferred value, with labels in place of secrets. */
export function deferredTemplate(deferred: Opaque): Template {
  return deferred.parts.map((part) => {
    if (part instanceof TerraformValue) return Hcl.ofToken(part.text);
    return typeof part === "string" ? part : partMark(part);
  });
}

/** JSON text with sorted keys. */
export function jsonTemplate(value: Value): Template {
  if (typeof value !== "object" || value === null || !holdsOpaque(value)) return [JSON.stringify(value)];
  if (value instanceof Opaque) return deferredJsonText(value);
  if (isList(value)) return enclosed("[", value.map(jsonTemplate), "]");
  const entries = Object.entries(value).map(
    ([key, inner]): Template => [`${JSON.stringify(key)}:`, ...jsonTemplate(inner as Value)],
  );
  return enclosed("{", entries, "}");
}

function deferredJsonText(deferred: Opaque): Template {
  const [only] = deferred.parts;
  if (deferred.parts.length === 1 && only instanceof TerraformValue) return [Hcl.ofToken(only.json)];
  const inner = deferred.parts.map((part) => {
    if (part instanceof TerraformValue) return Hcl.ofToken(Fn.trimsuffix(Fn.trimprefix(part.json, '\\"'), '\\"'));
    return JSON.stringify(isEnvironment(part) ? partMark(part) : part).slice(1, -1);
  });
  return withTextsMerged(['"', ...inner, '"']);
}

function enclosed(open: string, pieces: readonly Template[], close: string): Template {
  return withTextsMerged([open, ...pieces.flatMap((piece, index) => (index === 0 ? piece : [",", ...piece])), close]);
}
