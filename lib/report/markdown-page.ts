import { SEPARATOR } from "./markdown";

/** Blocks of Markdown, up to a length. */
export class MarkdownPage {
  private readonly blocks: string[] = [];
  private left: number;
  /** Whether a block did not fit. */
  isCut = false;

  constructor(room: number) {
    this.left = room;
  }

  /** Adds a block if it fits. */
  add(block: string): boolean {
    const isFitting = this.hasRoomFor(block);
    if (isFitting) {
      this.blocks.push(block);
      this.left -= block.length + SEPARATOR.length;
    }
    return isFitting;
  }

  /** Whether a block may fit that begins so. */
  hasRoomFor(beginning: string): boolean {
    const isFitting = beginning.length + SEPARATOR.length <= this.left;
    this.isCut ||= !isFitting;
    return isFitting;
  }

  /** The page with what ends it. */
  closed(tail: readonly string[]): string {
    return `${[...this.blocks, ...tail].join(SEPARATOR)}\n`;
  }
}
