import { few, inWords } from "../../api/describe";
import { didYouMean } from "../../api/did-you-mean";
import type { Fields, Json } from "../../entity/fields";
import type { Warning } from "./warnings";

/** Warns where the active experiments of a layer take more than all of it. Allocations that only the deploy knows do not count. */
export function layerAllocation(layerID: string, experiments: readonly Fields[]): Warning[] {
  const known = experiments.filter(({ allocation }) => typeof allocation === "number");
  const sum = known.reduce((total, { allocation }) => total + Number(allocation), 0);
  if (sum <= 100 + 1e-6) return [];
  const shares = few(known.map(({ id, name, allocation }) => `${nameOrUnknown(id ?? name)} ${allocation}`));
  const text = `allocation: the active experiments of layer ${JSON.stringify(layerID)} take ${Number(sum.toFixed(6))} % together (${shares})`;
  return [{ name: "layer-allocation", text }];
}

function nameOrUnknown(name: Json | undefined): string {
  return typeof name === "string" ? name : "(named during the deploy)";
}

/** Warns where the assignment source of an experiment does not map the unit that the experiment is based on. */
export function unitNotMapped({ idType, assignmentSourceName }: Fields, { idTypeMapping }: Fields): Warning[] {
  if (typeof idType !== "string" || !Array.isArray(idTypeMapping)) return [];
  const units = (idTypeMapping as readonly Json[]).map((entry) => (entry as Fields).serviceUnitID);
  // an entry that only the deploy knows may be the one
  if (!units.every((unit) => typeof unit === "string") || units.includes(idType)) return [];
  const mapped = units.length === 0 ? "no unit" : inWords(units.map((unit) => JSON.stringify(unit)));
  const text = `idType: ${JSON.stringify(idType)}, but the assignment source ${JSON.stringify(assignmentSourceName)} maps ${mapped}${didYouMean(idType, units)}`;
  return [{ name: "unit-not-mapped", text }];
}
