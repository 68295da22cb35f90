import { assignmentSource } from "../api/assignment-source-schema";
import { experiment, idFromName } from "../api/experiment-schema";
import { ingestionSource } from "../api/ingestion-source-schema";
import type { Kind } from "../api/kind";
import { metricSource } from "../api/metric-source-schema";
import { promptVersion } from "../api/prompt-version-schema";
import { segment } from "../api/segment-schema";
import type { Entity } from "../entity/entity";
import { groupMeant, isOfNoGroup } from "../entity/group-ids";
import { lackingBesidesSum } from "../entity/incomplete-start";
import { contentDigest } from "../entity/sha256";
import { inWords } from "../text/words";
import { at, type Fields, holdsOpaque, listAt, type Value } from "../value/value";
import { unknownColumns } from "./columns";
import { groupsWithoutIds, oneLevelUp } from "./group-fields";
import { groupSizes } from "./group-sizes";
import { parameterTypes } from "./parameter-types";
import { literalSecrets, promptValues } from "./prompt-checks";
import { saysNothing } from "./references";
import { segmentRules } from "./segment-checks";
import { sourceFields } from "./source-checks";
import { times } from "./times";
import { idleWarehouseFields } from "./usage";
import { type Checks, type LikelyMistake, mistakeAt } from "./warnings";

/** What is special about a kind besides its schema. */
interface KindRules {
  /** The id of one that is given none; undefined where it comes of what only Terraform knows. */
  readonly derivedId?: (given: Fields) => Value | undefined;
  /** Whether the service derives the same id: no call sends it. */
  readonly isDerivedByService?: true;
  /** Whether the derived id comes from the content, so that other content is another entity. */
  readonly isByContent?: true;
  /** Looks for likely mistakes that the API does not forbid. */
  readonly checks?: Checks;
}

const kindRules: Readonly<Record<string, KindRules>> = {
  [experiment.name]: {
    derivedId: ({ name }) => (typeof name === "string" ? idFromName(name) : undefined),
    checks: {
      "derived-id": derivedId,
      "group-sizes": groupSizes,
      "group-ids": (entity) => repeated("id", entity),
      "group-names": (entity) => repeated("name", entity),
      "groups-without-ids": groupsWithoutIds,
      "one-level-up": oneLevelUp,
      "control-group": (entity) => namesNoGroup("controlGroupID", entity),
      "launched-group": (entity) => namesNoGroup("launchedGroupID", entity),
      "decision-without-launched-group": decisionWithoutGroup,
      "warehouse-only": idleWarehouseFields,
      "reload-days": reloadDays,
      "start-incomplete": incompleteStart,
      "parameter-types": parameterTypes,
      times,
    },
  },
  [segment.name]: {
    // the service takes the name, and may allow fewer characters in an id that it is sent
    derivedId: ({ name }) => name,
    isDerivedByService: true,
    checks: { "derived-id": derivedId, "segment-rules": segmentRules },
  },
  [promptVersion.name]: {
    derivedId: (given) =>
      holdsOpaque(given, ({ fromTerraform }) => fromTerraform) ? undefined : `v-${contentDigest(given).slice(0, 12)}`,
    isByContent: true,
    checks: { "literal-secret": literalSecrets, "prompt-values": promptValues },
  },
  [metricSource.name]: { checks: { "source-fields": sourceFields, "unknown-column": unknownColumns } },
  [assignmentSource.name]: { checks: { "source-fields": sourceFields, "unknown-column": unknownColumns } },
  [ingestionSource.name]: { checks: { "source-fields": sourceFields, "unknown-column": unknownColumns } },
};

/** What is special about a kind; nothing about one that only its schema describes. */
export function kindRulesOf({ name }: Kind): KindRules {
  return kindRules[name] ?? {};
}

/** The id is derived from the name, so that a new name means another entity. */
function derivedId({ fields: { id }, adopt }: Entity, given: Fields): LikelyMistake[] {
  if (given.id !== undefined) return [];
  const keep = typeof id === "string" ? `; set id: ${JSON.stringify(id)} to keep this one` : "";
  // the service may allow fewer characters in an id that it is sent than in one that it derives
  const plain =
    typeof id === "string" && / /.test(id) ? `, or ${JSON.stringify(idFromName(id))} before its first deploy` : "";
  const fix = `${keep}${plain}`;
  const words = `derived from the name, so a new name would ${adopt ? "adopt" : "create"} another entity${fix}`;
  return [mistakeAt(["id"], words)];
}

function valuesInGroups(key: string, groups: Value | undefined): (Value | undefined)[] {
  return listAt(groups).map((group) => at(group, key));
}

function repeated(key: "id" | "name", { fields: { groups } }: Entity): LikelyMistake[] {
  const values = valuesInGroups(key, groups).filter((value) => typeof value === "string");
  const twice = [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
  return twice.map((value) => mistakeAt(["groups"], `${JSON.stringify(value)} is the ${key} of more than one group`));
}

function namesNoGroup(field: "controlGroupID" | "launchedGroupID", { fields }: Entity): LikelyMistake[] {
  const group = fields[field];
  if (typeof group !== "string" || saysNothing(group) || !isOfNoGroup(group, fields.groups)) return [];
  return [mistakeAt([field], `${JSON.stringify(group)} is the id of no group; ${groupMeant(group, fields.groups)}`)];
}

function decisionWithoutGroup({ fields: { status, launchedGroupID } }: Entity): LikelyMistake[] {
  if (status !== "decision_made" || (launchedGroupID ?? "") !== "") return [];
  return [mistakeAt(["launchedGroupID"], "the status is decision_made, but no launched group is given")];
}

function incompleteStart({ fields, adopt }: Entity): LikelyMistake[] {
  const lacking = fields.status === "active" ? lackingBesidesSum(fields, adopt) : [];
  return lacking.length === 0 ? [] : [mistakeAt(["status"], `active without ${inWords(lacking, "or")}`)];
}

function reloadDays({ fields: { scheduledReloadDays } }: Entity): LikelyMistake[] {
  const days = listAt(scheduledReloadDays).filter((day) => typeof day === "number");
  if (new Set(days).size === days.length) return [];
  return [mistakeAt(["scheduledReloadDays"], `[${days.join(", ")}] lists a day more than once`)];
}
