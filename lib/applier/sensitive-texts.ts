import { headersOf, type Request } from "../protocol/request-file";
import { onOneLine } from "../text/words";
import { textsIn } from "../value/value";
import { fieldRules } from "./field-rules";

/** Texts from Terraform that are shorter, and plain, are too often what a service says of something else. */
export const SHORTEST_SENSITIVE = 8;

/** Shorter texts from Terraform are never masked. */
const SHORTEST_UNPLAIN = 4;

/** Words of one case, and numbers: "true", "10", "By day". Masked, they would make ordinary messages unreadable. */
const PLAIN = /^(?:[\s.,:;_/%+-]+|(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\d+)(?![\p{L}\p{M}\d]))*$/u;

/** What a request sends that a service's words must not repeat, besides values of the environment. */
export interface SensitiveTexts {
  /** Headers that authenticate, as the code has them. */
  readonly headers?: readonly string[];
  /** Texts that only Terraform knows. Nothing tells which of them are sensitive. */
  readonly texts: readonly string[];
  /** What anybody may read: a part of these texts that stands here, too, is not sensitive. */
  readonly known: string;
}

/**
 * What a service's words must not repeat of a request. What the request file or the API says as well is no text that only
 * Terraform knows: a service that speaks of an `experiment` means its own.
 *
 * @param planned the request as it stands in its file
 * @param values that Terraform passed on
 */
export function sensitiveTexts(planned: Request, values: readonly unknown[]): SensitiveTexts {
  const texts = [...new Set(textsIn(values))].filter(
    (text) => text.length >= SHORTEST_SENSITIVE || (text.length >= SHORTEST_UNPLAIN && !PLAIN.test(text)),
  );
  if (texts.length === 0 && headersOf(planned).length === 0) return { texts: [], known: "" };
  const { apiWords, secretHeadersOf } = fieldRules();
  const headers = secretHeadersOf(planned.fields).map(({ header }) => header.value);
  const known = [...textsIn(planned), JSON.stringify(planned), ...apiWords()].map(onOneLine).join("\n");
  return { headers: textsIn(headers), texts: texts.flatMap((text) => unknownParts(text, known)), known };
}

/** The parts of a text between lines that are known, too. */
function unknownParts(text: string, known: string): string[] {
  if (text.length < SHORTEST_SENSITIVE) return known.includes(onOneLine(text)) ? [] : [text];
  const parts = [[] as string[]];
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const isKnown = line.trim().length >= SHORTEST_SENSITIVE && known.includes(onOneLine(line));
    if (isKnown) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join("\n")).filter((part) => part.trim().length >= SHORTEST_SENSITIVE);
}
