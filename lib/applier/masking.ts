import type { Decoding } from "./decoder";
import { decodingsOf } from "./decodings";
import { hasPieceOf, type Mask, masksOfSecrets, masksOfTexts, needlesOf, withMasks } from "./masks";
import type { SensitiveTexts } from "./sensitive-texts";

export { sensitiveTexts } from "./sensitive-texts";

/** Puts `***` in the place of each secret in a text, in each form that it may have there. */
export class Masking {
  private readonly needles: readonly string[];
  private masks: readonly Mask[] | undefined;

  constructor(
    private readonly secrets: readonly string[],
    private readonly sensitive: SensitiveTexts,
  ) {
    this.needles = needlesOf([...secrets, ...(sensitive.headers ?? []), ...sensitive.texts]);
  }

  /**
   * A text with its masks.
   *
   * @param isCut whether the text is the beginning of a longer one, and may end within a secret
   * @returns undefined where it may say too much to search it all
   */
  masked(text: string, isCut: boolean): string | undefined {
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
    return this.needles.some((needle) => hasPieceOf(needle, decoding));
  }

  private allMasks(): readonly Mask[] {
    return [...masksOfSecrets([...this.secrets, ...(this.sensitive.headers ?? [])]), ...masksOfTexts(this.sensitive)];
  }
}
