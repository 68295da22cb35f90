import {
  type EnvironmentPart,
  isTerraform,
  Opaque,
  type Part,
  replaceOpaque,
  type TerraformPart,
  type Value,
} from "./value";

/** Joins pieces of text; the result is plain text when all of them are known. */
export function joined(pieces: readonly (Part | Opaque)[]): string | Opaque {
  const merged = withTextsMerged(pieces.flatMap((piece) => (piece instanceof Opaque ? piece.parts : [piece])));
  const [only = ""] = merged;
  return merged.length <= 1 && typeof only === "string" ? only : Opaque.ofParts(merged);
}

/** Pieces with each run of texts made one, and none that is empty. */
export function withTextsMerged<Other extends object>(pieces: readonly (string | Other)[]): (string | Other)[] {
  const merged: (string | Other)[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === "string" && typeof last === "string") merged[merged.length - 1] = last + piece;
    else if (piece !== "") merged.push(piece);
  }
  return merged;
}

/** An opaque value as text, with a mark for each part that only the deploy knows. */
export function markedText({ parts }: Opaque): string {
  return parts.map((part) => (typeof part === "string" ? part : partMark(part))).join("");
}

/** What stands for a part that only the deploy knows. */
export function partMark(part: TerraformPart | EnvironmentPart): string {
  return isTerraform(part) ? "(known to Terraform)" : `(environment variable ${part.environment})`;
}

/** A text of a state or a plan, in which a mark stands for each secret of the environment, with its parts again. */
export function readMarks(text: string): string | Opaque {
  if (!text.includes("(environment variable ")) return text;
  const pieces = text.split(/\(environment variable (\w+)\)/);
  return joined(pieces.map((piece, index) => (index % 2 === 0 ? piece : { environment: piece })));
}

/** A value with text in place of what is known by its parts alone. */
export function worded(value: Value): Value {
  return replaceOpaque(value, (opaque) => (opaque.isKnownByParts ? markedText(opaque) : opaque)) as Value;
}
