import { readFileSync, readlinkSync } from "node:fs";

/** A process as `/proc` has it. */
interface Process {
  readonly pid: number;
  readonly name: string;
  readonly hasEnded: boolean;
  readonly parent: number;
  /** When it started, in ticks: tells it from a later one with the same id. */
  readonly start: string;
}

/** Terraform and OpenTofu, also with a version in the name. */
const TERRAFORM_NAME = /^(?:terraform|tofu)[-_.v\d]*$/;

/**
 * The Terraform that started this process. A version manager may have put programs in between, which wait for this one
 * and outlive Terraform. Where there is no `/proc`, the parent counts as Terraform.
 */
export class TerraformProcess {
  private readonly parent = process.ppid;
  /** From the parent to Terraform. */
  private readonly watched = ancestorsToTerraform(this.parent);

  /** Tells the deploy from others. */
  get deploy(): string {
    const terraform = this.watched.at(-1);
    return terraform === undefined ? String(this.parent) : `${terraform.pid}-${terraform.start}`;
  }

  /** Whether Terraform, or a program between it and this one, is gone: a call would interfere with those of the next deploy. */
  get isGone(): boolean {
    if (process.ppid !== this.parent) return true;
    if (this.watched.length === 0) return !isAlive(this.parent);
    return this.watched.some(({ pid, start }) => {
      const now = processAt(pid);
      return now === undefined || now.hasEnded || now.start !== start;
    });
  }
}

/**
 * The ancestors up to Terraform, and none above it: the shell of a deploy under `nohup` may end. Terraform is known by its
 * name, else by its standard output: programs in between pass on what Terraform has made for them.
 */
function ancestorsToTerraform(parent: number): readonly Process[] {
  const ancestors: Process[] = [];
  for (let next = processAt(parent); next !== undefined; next = processAt(next.parent)) {
    ancestors.push(next);
    if (TERRAFORM_NAME.test(next.name)) return ancestors;
  }
  const output = outputOf("self");
  const last = ancestors.findIndex(({ pid }) => outputOf(pid) !== output);
  return ancestors.slice(0, Math.max(last, 0) + 1);
}

/** A process, if it is there and `/proc` has it. */
function processAt(pid: number): Process | undefined {
  const text = readOrNothing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // the name may hold brackets and spaces
  const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(text ?? "") ?? [];
  if (rest === "") return undefined;
  const [state = "", parent, ...others] = rest.split(" ");
  return { pid, name, hasEnded: /[ZX]/.test(state), parent: Number(parent), start: others[17] ?? "" };
}

/** What the standard output of a process leads to. */
function outputOf(pid: number | "self"): string | undefined {
  return readOrNothing(() => readlinkSync(`/proc/${pid}/fd/1`));
}

function readOrNothing(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Whether a process exists. On Windows, an orphan keeps the id of its former parent, so `ppid` does not tell. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
