import { type Action, stepFor } from "../entity/steps";
import { ADOPT_VARIABLE } from "../protocol/applier-command";
import { comparedFields, nameOf, type Request, requestTitle } from "../protocol/request-file";
import { labelOf } from "../text/names";
import { visible } from "../text/visible";
import { counted } from "../text/words";
import { ApplierError, NotSentError } from "./applier-errors";
import { makeCall, outcomeOf, stoppedError, TAKEN_OVER } from "./call";
import { create, refuseOtherValues } from "./create";
import { entrySubject } from "./entry-subject";
import { mayBeGone } from "./existence";
import { fieldRules } from "./field-rules";
import { Journal } from "./journal";
import { entityError, refusedError, resultLine, resultOf } from "./messages";
import { fill, readRequest } from "./read-request";
import { maybeSensitive, Redactor } from "./redactor";
import { SharedAvailability } from "./retry-budget";
import { requireStep, type Session, serviceOf, sessionOf } from "./session";

/** What the applier needs from the process that it runs in. */
interface ProcessContext {
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the call and any wait at once. */
  readonly signal: AbortSignal;
  /** Identifies the deploy, the same for all of its appliers. */
  readonly deploy: string;
  /** Whether Terraform is gone. */
  readonly isOrphaned: () => boolean;
  /** Prints a line while the call is under way. */
  readonly say: (line: string) => void;
}

/**
 * Carries out a command: reads its request, fills in and checks the deferred values, and makes the call.
 *
 * @param commandLine the argument of the applier; see `commandText`
 * @returns a line that says what was done
 * @throws ApplierError
 */
export async function runCommand(commandLine: string, context: ProcessContext): Promise<string> {
  const { environment, signal, isOrphaned, say } = context;
  const { action, file, stackFolder, request: planned } = readRequest(commandLine);
  const { kind } = planned;
  const name = nameOf(planned);
  const filled = fill(planned, environment);
  const { request, secrets, values } = filled;
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets], maybeSensitive(planned, values));
  // a name known at deploy time may be a secret
  const subject = name === null ? labelOf(kind) : `${labelOf(kind)} ${visible(name)}`;
  if (filled.hadDeferred) refuseInvalid(filled.request, action, requestTitle(planned));

  const journal = new Journal(file, service, action, entrySubject(action, planned, filled, service.key));
  const whyStopped = () => (isOrphaned() ? "interrupted" : journal.isTakenOver ? TAKEN_OVER : undefined);
  const shared = new SharedAvailability(file, service.baseUrl, context.deploy);
  const inputs = { request, planned, subject, redactor, signal, whyStopped, stackFolder, service, shared, say };
  const session = sessionOf(inputs);
  journal.start();
  try {
    const adoptsExisting = environment[ADOPT_VARIABLE] === "true";
    const line =
      action === "create"
        ? await create(session, { journal, adoptsExisting })
        : await makeRepeatableCall(session, action, journal);
    if (!journal.succeed()) throw stoppedError(session, action, TAKEN_OVER, "it took effect");
    return line;
  } catch (error) {
    const isKnown = error instanceof ApplierError;
    if (!isKnown) journal.markUnclear();
    // without Terraform, nobody learns of the failure
    if (!isOrphaned()) journal.finish();
    if (isKnown) throw error;
    const defect = "this is a defect of cdktf-experimentation; please report it with this text";
    throw entityError(session, redactor.line(String(error)), defect);
  }
}

async function makeRepeatableCall(session: Session, action: Action, journal: Journal): Promise<string> {
  const ending = await makeCall(session, action);
  if (action === "update" && mayBeGone(outcomeOf(ending), session.request)) journal.markNotFound();
  if (ending.kind !== "success") throw refusedError(session, action, ending);
  refuseOtherValues(session, ending.response, comparedFields(session.request));
  return resultLine(session, resultOf[action], ending.response.message);
}

/** @param title of the request before its values were filled in: they may be secrets */
function refuseInvalid(request: Request, action: Action, title: string): void {
  // a create may finish with the update
  const next = action === "create" ? stepFor(request, "update") : undefined;
  const steps = [requireStep(request, action), ...(next === undefined ? [] : [next])];
  const problems = new Set(steps.flatMap((step) => fieldRules().problemsOfStep(request, step)));
  if (problems.size === 0) return;
  throw new NotSentError(
    `${title}: ${counted(problems.size, "problem")} in values that are known only at deploy`,
    "correct the values, and deploy again",
    [...problems],
    "values",
  );
}
