import { allowedIdentity, PATH_TEXT } from "../api/kind";
import { kindOf } from "../api/kinds";
import { problemsOf, problemText, valueAt } from "../api/problems";
import { pathFields, type Step } from "../entity/steps";
import type { Request } from "../protocol/request-file";
import { type Fields, isFields } from "../value/value";

export { apiWords } from "../api/kinds";
export { secretHeadersOf } from "../api/prompt-version-schema";

/**
 * Checks what a step sends after its deferred values were filled in, by the rules that synth could not apply yet.
 *
 * @returns one line for each problem. Values are not shown: any of them may be a secret.
 */
export function problemsOfStep({ kind: name, identity, fields }: Request, step: Step): string[] {
  const kind = kindOf(name);
  if (kind === undefined) return [`the applier does not know the kind ${name}`];
  const sent = Object.fromEntries(step.fields.map((name) => [name, fields[name]]));
  const problems = problemsOf(kind.fields.partial(), sent);
  const inPath = pathFields(step);
  const others = [...new Set([...identity.filter((name) => step.fields.includes(name)), ...inPath])].filter(
    (name) => !problems.some(({ path }) => path[0] === name),
  );
  return [
    ...problems.map((problem) => problemText(problem, valueAt(sent, problem.path), true)),
    ...others.flatMap((name) => {
      const isMissing = inPath.includes(name) && typeof fields[name] !== "string";
      const allowed = isMissing ? PATH_TEXT : allowedIdentity(kind, name, fields[name]);
      return allowed === undefined ? [] : [`${name}: allowed: ${allowed}`];
    }),
  ];
}

/** Whether a body has the record of a request's entity: it shows a part of the identity, and none that differs. */
export function isRecordOf({ kind: name, fields }: Request, body: Fields): boolean {
  const { answeredIdentity = [], mayAnswerBare } = kindOf(name) ?? {};
  const record = isFields(body.data) ? body.data : mayAnswerBare && body.data == null ? body : {};
  const shown = answeredIdentity.filter((field) => Object.hasOwn(record, field) && record[field] != null);
  return shown.length > 0 && shown.every((field) => record[field] === fields[field]);
}

/** What the API says of a kind; nothing where it is not known. */
interface KnownKind {
  /** Fields that its update takes. */
  readonly changeable: readonly string[];
  /** Whether a second create may make a duplicate. */
  readonly mayDuplicate: boolean;
}

/** Looks up a kind by its name. */
export function knownKind(name: string): KnownKind {
  const { update, mayDuplicate = false } = kindOf(name) ?? {};
  return { changeable: Object.keys(update?.body.shape ?? {}), mayDuplicate };
}
