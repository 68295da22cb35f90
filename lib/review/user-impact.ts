import type { Opaque, Value } from "../value/value";

/** What a change of an experiment means to its users. What a plan hides is opaque. */
export type ForUsers = Start | RunningChange | Stop | Decision | Leave | Unknown;

/** It starts: what is expected, who takes part, and what they receive. */
export interface Start extends Participation {
  readonly step: "starts";
  /** Whether it has ended before, with users who had their groups. */
  readonly isAgain?: true;
  readonly hypothesis?: Value;
  readonly metrics: readonly UserMetric[];
  /** The day on which it should end: `2026-12-18`. */
  readonly endsOn?: string;
  /** Expected length, in days. */
  readonly duration?: Value;
}

/** It runs before and after, and something is changed for its users. */
export interface RunningChange {
  readonly step: "changes";
  readonly allocation?: ValueChange;
  readonly gate?: ValueChange;
  /** Id of the group that all users get while it runs. */
  readonly launched?: ValueChange;
  readonly groups?: HiddenGroupChanges | readonly GroupChange[];
}

/** It stops, or is archived or abandoned. What users get then, the service decides. */
export interface Stop {
  readonly step: "stops" | "archives";
  /** The status that it gets. */
  readonly status: string;
  /** Missing where it did not run. */
  readonly had?: Participation;
}

/** It is decided, or decided otherwise. */
export interface Decision {
  readonly step: "decides";
  /** Id of the launched group; null or missing where there is none. */
  readonly launched?: Value;
  /** The launched group alone, without its size; missing where none of the groups has that id. */
  readonly group?: GroupTable;
  /** Id of the group that was launched before, where another one is now. */
  readonly instead?: Value;
  readonly reason?: Value;
  /** Missing where it did not run. */
  readonly had?: Participation;
}

/** It leaves the code while it runs, and goes on in the service. */
interface Leave {
  readonly step: "leaves";
  readonly had: Participation;
}

/** It is sent as active, and nobody can tell what the service had. */
interface Unknown extends Participation {
  readonly step: "unknown";
}

/** Who takes part in an experiment, and what they receive. */
export interface Participation {
  /** Percent of users, or of those of the layer. */
  readonly allocation?: Value;
  readonly layer?: Value;
  /** Feature gate that users have to pass. */
  readonly gate?: Value;
  readonly groups?: GroupTable;
}

export interface UserMetric {
  readonly rank: "primary" | "secondary";
  /** Opaque where the plan hides all metrics of the rank. */
  readonly name: Value;
  /** Whether all metrics with this tag count. */
  readonly isTag?: true;
  readonly direction?: Value;
}

export interface ValueChange {
  readonly before?: Value;
  readonly after?: Value;
}

/** A group of an experiment, as its users meet it. What a plan hides is opaque. */
export interface UserGroup {
  readonly id?: Value;
  readonly name?: Value;
  /** Percent of the users who take part. */
  readonly size?: Value;
  readonly isOff?: true;
  /** What its users receive for each parameter of the table; undefined for one that it does not have. */
  readonly values: readonly (Value | undefined)[];
}

/** What users see: groups and parameters; or why nobody can tell. */
export type GroupTable =
  | HiddenGroups
  | { readonly parameters: readonly string[]; readonly groups: readonly UserGroup[] };

/** Groups that a plan does not show. */
export interface HiddenGroups {
  readonly hidden: Opaque["why"];
}

/** Groups that may be others, of which a plan does not show what they were, or are to be. */
export interface HiddenGroupChanges extends HiddenGroups {
  /** What they are to be, where that is shown. */
  readonly present?: GroupTable;
}

/** What changes of one group. */
export interface GroupChange {
  /** As a sentence names it: group "green". */
  readonly label: string;
  /** Missing for a group that is added. */
  readonly before?: Pick<UserGroup, "size" | "isOff">;
  /** Missing for a group that is removed. */
  readonly after?: Pick<UserGroup, "size" | "isOff">;
  /** The parameters of which its users receive another value; none of a group that is removed. */
  readonly values: readonly ParameterChange[];
}

export interface ParameterChange {
  readonly parameter: string;
  readonly before?: Value;
  readonly after?: Value;
}
