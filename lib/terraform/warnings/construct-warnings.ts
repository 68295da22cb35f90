import { Annotations } from "cdktf";
import type { Construct, MetadataEntry } from "constructs";
import type { Warning } from "../../declare/entity-warnings";
import type { Strict } from "../../declare/warning-names";
import { visible } from "../../text/visible";
import type { ServiceScope } from "../service-scope";

/** The warnings of a construct: which of them are shown, and which are errors. */
export class ConstructWarnings {
  private readonly all: Warning[] = [];
  private readonly shown: ShownWarning[] = [];
  private place: string | undefined;

  /**
   * @param acknowledged names of those that the construct acknowledges
   * @param strict those that are errors of the construct
   * @param service adds to both; it may be declared later than the construct
   */
  constructor(
    private readonly construct: Construct,
    private readonly acknowledged: readonly string[],
    private readonly strict: Strict | undefined,
    private readonly service: () => ServiceScope | undefined,
  ) {
    construct.node.addValidation({ validate: () => this.errors });
  }

  /**
   * Shows warnings, but for those that are acknowledged.
   *
   * @param isWanted whether to show a warning; all when left out
   */
  show(warnings: readonly Warning[], isWanted: (warning: Warning) => boolean = () => true): void {
    this.all.push(...warnings);
    const wanted = warnings.filter((warning) => this.isOpen(warning)).filter(isWanted);
    this.shown.push(...wanted.map((warning) => annotate(this.construct, warning, this.textOf(warning))));
  }

  /**
   * Names in each warning the place in a file that declares the construct, whose path says little to those who wrote the file.
   *
   * @param place such as `experiments/one_page.yaml:1:1`
   */
  locate(place: string): void {
    this.place = visible(place);
    for (const warning of this.shown) warning.reword(this.textOf(warning));
  }

  /** Withdraws those that are acknowledged now: a service may have been declared in the meantime. */
  withdrawAcknowledged(): void {
    for (const warning of this.shown) if (!this.isOpen(warning)) warning.withdraw();
  }

  /** Whether there is a warning of that name, shown or not. */
  has(name: string): boolean {
    return this.all.some((warning) => warning.name === name);
  }

  private isOpen({ name }: Warning): boolean {
    return !this.acknowledged.includes(name) && this.service()?.acknowledged.includes(name) !== true;
  }

  /** Those that are errors, as synth lists them. */
  private get errors(): string[] {
    const asked = [this.strict, this.service()?.strict];
    return this.all
      .filter((warning) => this.isOpen(warning))
      .filter(({ name }) => asked.some((strict) => strict === true || (strict || []).includes(name)))
      .map(
        ({ name, text }) =>
          `${this.located(text)} [an error because of strict; to accept it: acknowledge: ["${name}"]]`,
      );
  }

  private textOf({ name, text }: Warning): string {
    return `${this.located(text)} [acknowledge: "${name}"]`;
  }

  private located(text: string): string {
    return this.place === undefined ? text : `${this.place} ${text}`;
  }
}

/** A warning that is shown at synth, until it is withdrawn. */
interface ShownWarning extends Warning {
  withdraw(): void;
  reword(text: string): void;
}

/** The type of metadata that a withdrawn warning has: the framework shows none of it. */
const WITHDRAWN = "cdktf-experimentation/acknowledged";

function annotate(construct: Construct, warning: Warning, text: string): ShownWarning {
  Annotations.of(construct).addWarning(text);
  const entry = construct.node.metadata.at(-1);
  // the framework takes no warning back, and rewords none
  const change = (properties: Partial<MetadataEntry>) => void Object.assign(entry ?? {}, properties);
  return { ...warning, withdraw: () => change({ type: WITHDRAWN }), reword: (data) => change({ data }) };
}
