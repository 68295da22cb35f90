import { stripVTControlCharacters } from "node:util";
import { visible } from "../text/visible";
import { onOneLine } from "../text/words";
import type { Decoding } from "./decoder";
import { decodingsOf } from "./decodings";
import { hasPieceOf, type Mask, masksOfSecrets, masksOfTexts, needlesOf, withMasks } from "./masks";
import type { SensitiveTexts } from "./sensitive-texts";

/** How many characters of a service's text are printed at most, and searched for secrets. */
const LONGEST_PRINTED = 2_000;
const SEARCHED = 16_384;

/** Makes what a service says safe to print: on one line, short, and with `***` in the place of each secret. */
export class Redactor {
  private needles: readonly string[] | undefined;
  private masks: readonly Mask[] | undefined;

  /**
   * @param secrets the key, and values of the applier's environment
   * @param sensitive gives what else may be sensitive
   */
  constructor(
    private readonly secrets: Iterable<string>,
    private readonly sensitive: () => SensitiveTexts = () => ({ texts: [], known: "" }),
  ) {}

  /**
   * A text as one line. Of a long one, only the beginning.
   *
   * @param isCut whether the text is the beginning of a longer one, and may end within a secret
   */
  line(text: string, isCut = false): string {
    if (text === "") return "";
    let searched = SEARCHED;
    let masked: string | undefined;
    while (masked === undefined) {
      const plain = onOneLine(stripVTControlCharacters(text.slice(0, searched)));
      // what is cut before it is masked could end within a secret
      masked = this.masked(plain, isCut || text.length > searched);
      if (masked === undefined) searched /= 2;
    }
    // a CI system takes "::error" for a command
    const line = visible(masked.replace(/::(?=[a-z])/gi, "\\u003a\\u003a"));
    const isWhole = text.length <= searched && line.length <= LONGEST_PRINTED;
    return isWhole ? line : `${line.slice(0, LONGEST_PRINTED).toWellFormed()}… (${text.length} characters)`;
  }

  /** A text with its masks; undefined where it may say too much to search it all. */
  private masked(text: string, isCut: boolean): string | undefined {
    // the last character may be cut, too
    const whole = isCut ? text.replace(/(?:\ufffd|%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?)$/i, "") : text;
    const decodings = decodingsOf(whole)?.filter((decoding) => isCut || this.mayHold(decoding));
    if (decodings === undefined) return undefined;
    if (decodings.length === 0) return whole;
    this.masks ??= this.allMasks();
    const masks = this.masks;
    const parts = decodings.flatMap((decoding) => masks.flatMap((mask) => mask(decoding, whole, isCut)));
    return withMasks(whole, parts);
  }

  /** Whether a reading may hold what a mask finds: most hold none, and no mask is made. */
  private mayHold(decoding: Decoding): boolean {
    if (this.needles === undefined) {
      const { headers = [], texts } = this.sensitive();
      this.needles = needlesOf([...this.secrets, ...headers, ...texts]);
    }
    return this.needles.some((needle) => hasPieceOf(needle, decoding));
  }

  private allMasks(): readonly Mask[] {
    const sensitive = this.sensitive();
    return [...masksOfSecrets([...this.secrets, ...(sensitive.headers ?? [])]), ...masksOfTexts(sensitive)];
  }
}
