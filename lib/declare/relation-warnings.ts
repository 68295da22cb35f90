import { didYouMean } from "../text/did-you-mean";
import { inBrief, inWords } from "../text/words";
import type { Fields, Value } from "../value/value";

/** The active experiments of a layer take more than all of it. Allocations that only the deploy knows do not count. */
export function layerAllocation(layerID: string, experiments: readonly Fields[]): string[] {
  const known = experiments.filter(({ allocation }) => typeof allocation === "number");
  const sum = known.reduce((total, { allocation }) => total + Number(allocation), 0);
  if (sum <= 100 + 1e-6) return [];
  const shares = inBrief(known.map(({ id, name, allocation }) => `${nameOrUnknown(id ?? name)} ${allocation}`));
  return [
    `allocation: the active experiments of layer ${JSON.stringify(layerID)} take ${Number(sum.toFixed(6))} % together (${shares})`,
  ];
}

function nameOrUnknown(name: Value | undefined): string {
  return typeof name === "string" ? name : "(named during the deploy)";
}

/** The assignment source of an experiment does not map the unit that the experiment is based on. */
export function unitNotMapped({ idType, assignmentSourceName }: Fields, { idTypeMapping }: Fields): string[] {
  if (typeof idType !== "string" || !Array.isArray(idTypeMapping)) return [];
  const units = (idTypeMapping as readonly Value[]).map((entry) => (entry as Fields).serviceUnitID);
  // an entry that only the deploy knows may be the one
  if (!units.every((unit) => typeof unit === "string") || units.includes(idType)) return [];
  const mapped = units.length === 0 ? "no unit" : inWords(units.map((unit) => JSON.stringify(unit)));
  return [
    `idType: ${JSON.stringify(idType)}, but the assignment source ${JSON.stringify(assignmentSourceName)} maps ${mapped}${didYouMean(idType, units)}`,
  ];
}
