import type { RequestFile } from "../interface/request";
import type { Reading } from "./answer";

/**
 * Whether a refusal of a create says that its thing exists already. The interface does not say how it says so: 409, or
 * 400 with words. Words about another field are about something else: a display name that is in use, say.
 *
 * @param request the create's, filled
 */
export function saysExists(
  { status, message, errors, fields }: Pick<Reading, "message" | "errors" | "fields"> & { readonly status: number },
  request: Pick<RequestFile, "name" | "calls">,
): boolean {
  if (status === 409) return true;
  if (status !== 400) return false;
  const about = errors.filter((_, index) => {
    const field = fields[index];
    return field === undefined || isIdentity(field, request);
  });
  if (errors.length > 0 && about.length === 0) return false;
  return EXISTS.test([message, ...about].join(" "));
}

const EXISTS = /already\s+(been\s+)?(exists?|(in\s+)?use|used|taken)\b|duplicate\s+(id|key|name)\b/i;

/** Whether a field is what the thing is called by, as far as is known. */
function isIdentity(field: string, { name, calls }: Pick<RequestFile, "name" | "calls">): boolean {
  const value = calls.create?.body[field.replace(/^.*\./, "")];
  return value === undefined || `/${name}`.endsWith(`/${String(value)}`);
}
