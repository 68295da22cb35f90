import { stripVTControlCharacters } from "node:util";
import { headersOf, nameOf, type Request } from "../protocol/request-file";
import { visible } from "../text/visible";
import { onOneLine } from "../text/words";
import { textsIn } from "../value/value";
import type { Masking } from "./masking";
import { isOrdinary } from "./ordinary-text";
import type { SensitiveTexts } from "./sensitive-texts";

/** How many characters of a service's text are printed at most, and searched for secrets. */
const LONGEST_PRINTED = 2_000;
const SEARCHED = 16_384;

/** What of a request may be sensitive: all of its texts that may, and how to find those that are. */
interface MaybeSensitive {
  readonly texts: readonly string[];
  /** The name of the entity, where it may be shown. */
  readonly name?: string;
  readonly find: () => SensitiveTexts;
}

/** What finds secrets in a text, in each form that it may have there: a module that most calls do not need. */
function masking(): typeof import("./masking") {
  return require("./masking") as typeof import("./masking");
}

/** What may be sensitive of a request with the values that Terraform passed on. */
export function maybeSensitive(planned: Request, values: readonly unknown[]): MaybeSensitive {
  return {
    texts: textsIn([values, headersOf(planned)]),
    name: nameOf(planned) ?? undefined,
    find: () => masking().sensitiveTexts(planned, values),
  };
}

/** Makes what a service says safe to print: on one line, short, and with `***` in the place of each secret. */
export class Redactor {
  private masking: Masking | undefined;

  /**
   * @param secrets the key, and values of the applier's environment
   * @param others what else may be sensitive
   */
  constructor(
    private readonly secrets: readonly string[],
    private readonly others: MaybeSensitive = { texts: [], find: () => ({ texts: [], known: "" }) },
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
    const { texts, name, find } = this.others;
    if (!isCut && isOrdinary(text, [...this.secrets, ...texts], name)) return text;
    this.masking ??= new (masking().Masking)(this.secrets, find());
    return this.masking.masked(text, isCut);
  }
}
