import type { Tone, Words } from "../report/document";
import type { Icon } from "../report/icons";
import { fieldNoun, labelOf, nameText } from "../text/names";
import { capitalised, inWords, isPlural } from "../text/words";
import { percentText } from "./card-users";
import { type Change, isOpen } from "./model";
import { isActive, isClosed, isEnded, isInSetUp, statusOf } from "./transition";

/**
 * What happens, as a sentence without a full stop: "Price font: its groups change while it runs".
 *
 * @param more how many similar changes the sentence also stands for
 */
export function titleWords(change: Change, more = 0): Words {
  const { kind, name, title } = change;
  const label = kind === "experiment" ? "" : `${capitalised(labelOf(kind))} `;
  const happens = happensTo(change);
  const each = more > 0 && typeof happens === "string" && !/^(?:its|planned|other) /.test(happens) ? "each " : "";
  return [
    [label, { strong: title ?? nameText(name) }],
    more === 0 ? "" : ` and ${more} similar`,
    [": ", each, happens],
  ];
}

/** What stands before a title, and its colour: a decision before all, then what happens. */
export function signOf(change: Change): { readonly icon: Icon; readonly tone: Tone } {
  const { risks } = change;
  const tone = risks.some(isOpen) ? "decide" : risks.length > 0 ? "good" : "act";
  return { icon: iconOf(change), tone };
}

function iconOf(change: Change): Icon {
  const { action, kind, forUsers, risks } = change;
  if (risks.some(isOpen)) return "decide";
  if (action === "forget") return "leave";
  if (forUsers?.startsWith("starts")) return "start";
  if (forUsers === "stops" || forUsers === "archives") return "stop";
  if (forUsers === "decides") return "decided";
  if (risks.length > 0) return "good";
  if (action === "create" || action === "adopt" || action === "version") return "add";
  if (action !== "update") return "again";
  return kind === "experiment" ? "edit" : "data";
}

function happensTo(change: Change): Words {
  const { action, forUsers } = change;
  if (action === "forget") return leaves(change);
  if (action === "dry-run") return "is validated by the service, which keeps nothing";
  if (action === "adopt") {
    return change.calls.length === 0 ? "is adopted as it is" : "is adopted, and overwritten by what is declared";
  }
  if (forUsers === "overwrites") return "is sent as running, and nobody knows what the service has";
  return movesUsers(change) ?? isSent(change) ?? changes(change);
}

function leaves({ construct, forUsers }: Change): string {
  const left = construct === undefined ? "the code" : "Terraform's state";
  return forUsers === "leaves"
    ? `keeps running, and leaves ${left}`
    : `leaves ${left}, and stays in the service as it is`;
}

/** What happens to users; undefined where a change of fields says it. */
function movesUsers(change: Change): Words | undefined {
  const { forUsers, after, effect } = change;
  const status = statusOf(after);
  if (forUsers === "starts" || forUsers === "starts again") {
    const share = percentText(effect?.after.allocation);
    return share === undefined ? forUsers : `${forUsers} for ${share} of users`;
  }
  if (forUsers === "stops") {
    if (status === "assignment_stopped") return "takes in no more users";
    return status === "setup" ? "stops, and goes back to set-up" : "stops";
  }
  if (forUsers === "archives") return `is ${status}`;
  return forUsers === "decides" ? isDecided(change) : undefined;
}

function isDecided({ effect, transition }: Change): Words {
  const { launched, insteadOf, group } = effect?.decision ?? {};
  if (launched === undefined) return "is decided, and no group wins";
  if (typeof launched !== "string") return "is decided, and the plan hides for which group";
  if (group === undefined) return ["is decided for ", JSON.stringify(launched), ", which is no group"];
  if (insteadOf !== undefined) return [group.title, " wins, instead of ", String(insteadOf)];
  if (transition === undefined) return [group.title, ", which has won, gets something else"];
  return [group.title, group.isControl ? " stays" : " wins"];
}

/** That it is new, or sent again; undefined for a change. */
function isSent({ action, kind, isFinal, cause, after, risks, fields }: Change): Words | undefined {
  if (action === "create") {
    if (risks.some(({ name }) => name === "moved-without-adopt")) return "is created here, though it exists";
    if (isFinal) return "is created, and cannot be changed here later";
    return kind === "experiment" && isInSetUp(after) ? "is created, in set-up" : "is created";
  }
  if (action === "version") return "a new version, beside the former one";
  if (action === "retry") return "is sent again, as the last call failed";
  if (action !== "reapply") return undefined;
  // an export may differ from what was sent, and of what was cut off nobody knows
  const again = fields.length === 0 ? "is sent again unchanged" : "is sent again";
  return cause === undefined ? again : [again, ": ", cause];
}

function changes(change: Change): Words {
  const names = [...new Set(change.fields.map(({ path }) => String(path[0])))];
  const [only, ...others] = names;
  if (only === undefined) return "is sent again";
  const special = others.length === 0 ? onlyChange(change, only) : undefined;
  if (special !== undefined) return special;
  const words = names.map(fieldNoun);
  const which = names.length > 3 ? `${names.length} fields` : `its ${inWords(words)}`;
  const isGone = change.fields.every(({ isUnsent }) => isUnsent === true);
  const areSeveral = names.length > 1 || isPlural(words[0] ?? "");
  if (isGone) return `${which} ${areSeveral ? "are" : "is"} no longer sent${whenOf(change)}`;
  return `${which} ${areSeveral ? "change" : "changes"}${whenOf(change)}`;
}

function onlyChange({ kind, before, after, ...change }: Change, field: string): Words | undefined {
  if (kind !== "experiment") return undefined;
  const [former, present] = [before[field], after[field]];
  const areNumbers = typeof former === "number" && typeof present === "number";
  const isOver = isEnded(after) || isClosed(after);
  const later = isOver ? ", after it has ended" : isInSetUp(after) ? ", once it starts" : "";
  if (field === "groups") return otherGroups(change);
  if (field === "targetingGateID") return isActive(after) ? "other users take part" : undefined;
  if (field === "duration" && areNumbers) return `planned for ${present} days, not ${former}${later}`;
  if (field !== "allocation" || present === undefined) return undefined;
  if (!areNumbers) {
    return percentText(present) === undefined ? "how many users take part changes, and the plan hides it" : undefined;
  }
  const layer = change.effect?.after.layer;
  const of: Words = typeof layer === "string" ? ["layer ", layer] : "users";
  return [`${former < present ? "grows" : "shrinks"} from ${former} % to ${present} % of `, of, later];
}

function otherGroups({ effect, fields }: Pick<Change, "effect" | "fields">): Words | undefined {
  const isOfValues = fields.every(({ path }) => path.length > 2 && path[2] === "parameterValues");
  const changed = effect?.groups.filter(({ isChanged }) => isChanged) ?? [];
  const [group] = changed;
  if (!isOfValues || group?.after === undefined) return undefined;
  return changed.length === 1 ? [group.after.title, " gets something else"] : "its groups get something else";
}

function whenOf({ kind, after }: Change): string {
  if (kind !== "experiment") return "";
  if (isActive(after)) return " while it runs";
  if (isEnded(after) || isClosed(after)) return " after it has ended";
  return isInSetUp(after) ? " before it starts" : "";
}
