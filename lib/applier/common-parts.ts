/** A set of texts that end in the same places: a state of a suffix automaton. */
interface State {
  /** Length of the longest text of the set. */
  readonly length: number;
  /** The state of the longest suffix that ends in more places; -1 for that of the empty text. */
  link: number;
  readonly next: Map<number, number>;
}

/**
 * Finds what other texts have in common with some text, in one walk through them: a suffix automaton (Blumer et al., 1985).
 * Its time and space grow with the lengths alone, also for texts of one sign, or of equal lines.
 */
export class CommonParts {
  private readonly states: State[] = [{ length: 0, link: -1, next: new Map() }];

  constructor(text: string) {
    let last = 0;
    for (let index = 0; index < text.length; index++) last = this.extend(last, text.charCodeAt(index));
  }

  /** For each place of a text, the length of the longest part that ends there and stands in this text, too. */
  lengthsIn(text: string): number[] {
    const lengths: number[] = [];
    let at = 0;
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const sign = text.charCodeAt(index);
      while (at > 0 && !this.state(at).next.has(sign)) {
        at = this.state(at).link;
        length = this.state(at).length;
      }
      const next = this.state(at).next.get(sign);
      length = next === undefined ? 0 : length + 1;
      at = next ?? 0;
      lengths.push(length);
    }
    return lengths;
  }

  private state(index: number): State {
    return this.states[index] as State;
  }

  private add(state: State): number {
    return this.states.push(state) - 1;
  }

  private extend(last: number, sign: number): number {
    const current = this.add({ length: this.state(last).length + 1, link: 0, next: new Map() });
    let at = last;
    for (; at >= 0 && !this.state(at).next.has(sign); at = this.state(at).link) this.state(at).next.set(sign, current);
    if (at >= 0) this.state(current).link = this.suffixAfter(at, sign);
    return current;
  }

  /** The state after `at` and a sign; one of its own, where that stands for longer texts, too. */
  private suffixAfter(at: number, sign: number): number {
    const next = this.state(at).next.get(sign) as number;
    const length = this.state(at).length + 1;
    if (this.state(next).length === length) return next;
    const copy = this.add({ length, link: this.state(next).link, next: new Map(this.state(next).next) });
    for (let from = at; from >= 0 && this.state(from).next.get(sign) === next; from = this.state(from).link) {
      this.state(from).next.set(sign, copy);
    }
    this.state(next).link = copy;
    return copy;
  }
}
