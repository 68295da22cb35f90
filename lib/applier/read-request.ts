import { dirname, resolve } from "node:path";
import { sha256 } from "../entity/sha256";
import { type Action, actions } from "../entity/step";
import { openRequest, type Request } from "../protocol/request-file";
import { readText } from "../protocol/whole-file";
import { NotSentError } from "./applier-errors";

const PLAN_AGAIN = "run cdktf synth and plan again, so that the plan matches the request file";

/** What Terraform asks the applier to do: an action, and the request that it belongs to. */
export interface Command {
  readonly action: Action;
  /** Path of the request file. */
  readonly file: string;
  /** Folder of the synthesised stack. */
  readonly stackFolder: string;
  readonly request: Request;
}

/**
 * Reads the request that a command names.
 *
 * @param text the command: action, digest and path; see `commandText`
 * @throws NotSentError when the text is not a command, or when the file is not the one that was planned
 */
export function readRequest(text: string): Command {
  const [, word, digest, file] = /^(\S+) ([0-9a-f]{64}) (.+)$/s.exec(text) ?? [];
  const action = actions.find((each) => each === word);
  if (action === undefined || digest === undefined || file === undefined) {
    throw new NotSentError(`not a command: ${JSON.stringify(text)}`, "let Terraform run the applier");
  }
  const content = requestText(file);
  if (sha256(content) !== digest) {
    throw new NotSentError(`the request file ${file} is not the one that was planned`, PLAN_AGAIN, [], "not-planned");
  }
  const request = openRequest(content);
  if (request === undefined)
    throw new NotSentError(`the request file ${file} is of another version`, PLAN_AGAIN, [], "not-planned");
  return { action, file, stackFolder: dirname(dirname(resolve(file))), request };
}

function requestText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new NotSentError(
      `the request file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      PLAN_AGAIN,
    );
  }
}
