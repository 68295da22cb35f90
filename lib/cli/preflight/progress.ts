import type { Output } from "../io";

/** One line that a person sees change; nothing where no person is looking on. */
export class Progress {
  private done = 0;
  private note = "";

  constructor(
    private readonly output: Output,
    private readonly total: number,
  ) {
    this.show();
  }

  /** Counts one more entity as done. */
  advance(): void {
    this.done++;
    this.note = "";
    this.show();
  }

  /** Shows why it takes time. */
  say(note: string): void {
    this.note = `; ${note}`;
    this.show();
  }

  /** Takes the line away. */
  end(): void {
    if (this.output.isTTY) this.output.write(ERASE);
  }

  private show(): void {
    if (this.output.isTTY) this.output.write(`${ERASE}asking the service: ${this.done} of ${this.total}${this.note}`);
  }
}

/** Back to the start of the line, and erase it. */
const ERASE = "\r\u001b[K";
