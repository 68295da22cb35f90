import type { ChangeAction } from "../plan/planned-action";
import type { Tone, Words } from "../report/document";
import type { Icon } from "../report/signs";
import { fieldNoun, labelOf, nameText } from "../text/names";
import { capitalised, inWords, isPlural } from "../text/words";
import { Opaque } from "../value/value";
import { type Change, isOpen, type UserStep } from "./model";
import { isActive, isClosed, isEnded, isInSetUp, statusOf } from "./transition";

/**
 * What happens, as a sentence without a full stop: "Price font: its groups change while it runs".
 *
 * @param more how many similar changes the sentence also stands for
 */
export function titleWords(change: Change, more = 0): Words {
  const { kind, name, title } = change;
  const label = kind === "experiment" ? "" : `${capitalised(labelOf(kind))} `;
  const [, happens] = happeningOf(change);
  return [
    [label, { strong: title ?? nameText(name) }],
    more === 0 ? "" : ` and ${more} similar, each`,
    [": ", happens(change)],
  ];
}

/** What stands before a title, and its colour: a decision before all, then what happens. */
export function signOf(change: Change): { readonly icon: Icon; readonly tone: Tone } {
  const { risks } = change;
  if (risks.length > 0) {
    const tone = risks.some(isOpen) ? "decide" : "good";
    return { icon: tone, tone };
  }
  const [icon] = happeningOf(change);
  return { icon, tone: "act" };
}

/** The sign of what happens, and its words. */
type Happening = readonly [Icon, (change: Change) => Words];

function happeningOf({ action, forUsers }: Change): Happening {
  // that it is adopted is said also where it starts, and what changes for users is said by the fields
  const isStep = forUsers !== undefined && forUsers !== "changes" && action !== "adopt";
  return happenings[isStep ? forUsers : action];
}

/** What happens to users, and what is done about an entity. */
const happenings: Readonly<Record<Exclude<UserStep, "changes"> | ChangeAction, Happening>> = {
  starts: ["start", starts],
  "starts again": ["start", starts],
  stops: ["stop", ({ after }) => stopWords[statusOf(after) ?? ""] ?? "stops"],
  decides: ["decided", isDecided],
  archives: ["stop", ({ after }) => `is ${statusOf(after)}`],
  leaves: ["leave", (change) => `keeps running, and leaves ${whatItLeaves(change)}`],
  overwrites: ["again", () => "is sent as running, and nobody knows what the service has"],
  create: ["add", isCreated],
  adopt: [
    "add",
    ({ calls }) => `is adopted${calls.length > 0 ? ", and overwritten by what is declared" : " as it is"}`,
  ],
  version: ["add", () => "a new version, beside the former one"],
  update: ["edit", changes],
  retry: ["again", () => "is sent again, as the last call failed"],
  reapply: ["again", isSentAgain],
  "dry-run": ["again", () => "is validated by the service, which keeps nothing"],
  forget: ["leave", (change) => `leaves ${whatItLeaves(change)}, and stays in the service as it is`],
};

const stopWords: Readonly<Record<string, string>> = {
  assignment_stopped: "takes in no more users",
  setup: "stops, and goes back to set-up",
};

function whatItLeaves({ construct }: Change): string {
  return construct === undefined ? "the code" : "Terraform's state";
}

function starts({ forUsers, effect }: Change): string {
  const share = effect?.after.allocation;
  return `${forUsers}${typeof share === "number" ? ` for ${share} % of users` : ""}`;
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

function isCreated({ kind, isFinal, after, risks }: Change): string {
  if (risks.some(({ name }) => name === "moved-without-adopt")) return "is created here, though it exists";
  if (isFinal) return "is created, and cannot be changed here later";
  return kind === "experiment" && isInSetUp(after) ? "is created, in set-up" : "is created";
}

function isSentAgain({ cause, fields }: Change): Words {
  // an export may differ from what was sent, and of what was cut off nobody knows
  const again = fields.length === 0 ? "is sent again unchanged" : "is sent again";
  return cause === undefined ? again : [again, ": ", cause];
}

function changes(change: Change): Words {
  const { fields, former } = change;
  // all fields that are sent are listed, whether they change or not
  if (former === "unknown") return "is sent, and nobody knows what the service has";
  const names = [...new Set(fields.map(({ path }) => String(path[0])))];
  const [only, ...others] = names;
  if (only === undefined) return "is sent again";
  const special = others.length === 0 && change.kind === "experiment" ? onlyChange(change, only) : undefined;
  if (special !== undefined) return special;
  const words = names.map(fieldNoun);
  const which = names.length > 3 ? `${names.length} fields` : `its ${inWords(words)}`;
  const areSeveral = names.length > 1 || isPlural(words[0] ?? "");
  const [when] = timesOf(change);
  if (fields.every(({ isUnsent }) => isUnsent)) return `${which} ${areSeveral ? "are" : "is"} no longer sent${when}`;
  return `${which} ${areSeveral ? "change" : "changes"}${when}`;
}

/** That one field of an experiment changes, where its values say more than its name. */
function onlyChange(change: Change, field: string): Words | undefined {
  const { before, after, effect } = change;
  const [former, present] = [before[field], after[field]];
  const [, then] = timesOf(change);
  if (field === "groups") return otherValues(change);
  if (field === "targetingGateID" && isActive(after)) return "other users take part";
  if (field === "allocation" && present instanceof Opaque) {
    return "how many users take part changes, and the plan hides it";
  }
  if (typeof former !== "number" || typeof present !== "number") return undefined;
  if (field === "duration") return `planned for ${present} days, not ${former}${then}`;
  if (field !== "allocation") return undefined;
  const layer = effect?.after.layer;
  const whole: Words = typeof layer === "string" ? ["layer ", layer] : "users";
  return [`${former < present ? "grows" : "shrinks"} from ${former} % to ${present} % of `, whole, then];
}

function otherValues({ effect, fields }: Change): Words | undefined {
  const areValues = fields.every(({ path }) => path.length > 2 && path[2] === "parameterValues");
  const [group, ...others] = effect?.groups.filter(({ isChanged }) => isChanged) ?? [];
  if (!areValues || group?.after === undefined) return undefined;
  return others.length === 0 ? [group.after.title, " gets something else"] : "its groups get something else";
}

/** When a field of an experiment changes, and when users see that. */
function timesOf({ kind, after }: Change): readonly [changes: string, isSeen: string] {
  if (kind !== "experiment") return ["", ""];
  if (isActive(after)) return [" while it runs", ""];
  if (isEnded(after) || isClosed(after)) return [" after it has ended", ", after it has ended"];
  return isInSetUp(after) ? [" before it starts", ", once it starts"] : ["", ""];
}
