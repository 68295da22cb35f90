import type { Entity } from "../entity/entity";
import { labelOf } from "../text/names";
import { nothingInWords } from "./references";
import { unseenCharacters } from "./unseen-characters";
import { enterpriseFields } from "./usage";
import { type Checks, type LikelyMistake, mistakeAt } from "./warnings";

/** The checks of all kinds. */
export const generalChecks: Checks = {
  "adopt-without-call": adoptWithoutCall,
  "create-only": createOnly,
  "enterprise-only": enterpriseFields,
  "nothing-in-words": nothingInWords,
  "unseen-characters": unseenCharacters,
};

function adoptWithoutCall({ adopt, form, kind: { name, update } }: Entity): LikelyMistake[] {
  if (!adopt || form !== "record" || update !== undefined) return [];
  const words =
    `sends no call, because the service has no update for a ${labelOf(name)}, so nothing checks that it exists and ` +
    "is as declared; remove adopt after the deploy, or another id will be recorded without a create";
  return [mistakeAt(["adopt"], words)];
}

/** An entity can be created but not updated, because fields are missing. */
function createOnly({ ignoreChanges, missing, kind: { name } }: Entity): LikelyMistake[] {
  if (ignoreChanges || missing.length === 0) return [];
  const them = missing.length === 1 ? "it" : "them";
  const text = `${missing.join(", ")}: missing, and an update requires ${them}, so this ${labelOf(name)} can be created but not changed`;
  return [{ path: [], text }];
}
