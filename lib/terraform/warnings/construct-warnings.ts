import { Annotations } from "cdktf";
import type { Construct } from "constructs";
import type { ServiceScope } from "../service-scope";
import type { Strict } from "./warning-names";
import type { Warning } from "./warnings";

/** The warnings of a construct: which of them are shown, and which are errors. */
export class ConstructWarnings {
  private readonly all: Warning[] = [];
  private readonly shown: ShownWarning[] = [];

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
    this.shown.push(...wanted.map((warning) => annotate(this.construct, warning)));
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
      .map(({ name, text }) => `${text} [an error because of strict; to accept it: acknowledge: ["${name}"]]`);
  }
}

/** A warning that is shown at synth, until it is withdrawn. */
interface ShownWarning extends Warning {
  withdraw(): void;
}

/** The type of metadata that a withdrawn warning has: the framework shows none of it. */
const WITHDRAWN = "cdktf-experimentation/acknowledged";

function annotate(construct: Construct, warning: Warning): ShownWarning {
  Annotations.of(construct).addWarning(`${warning.text} [acknowledge: "${warning.name}"]`);
  const entry = construct.node.metadata.at(-1);
  // the framework takes no warning back
  return { ...warning, withdraw: () => void Object.assign(entry ?? {}, { type: WITHDRAWN }) };
}
