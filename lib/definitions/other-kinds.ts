/** What other tools declare beside experiments, by its name in small letters, and where it is here. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  metric: "experiments name metrics by primaryMetrics, and a MetricSource has the data of some",
  gate: "an experiment names one by targetingGateID",
  featuregate: "an experiment names one by targetingGateID",
  feature: "an experiment names one by targetingGateID",
  flag: "an experiment names one by targetingGateID",
  featureflag: "an experiment names one by targetingGateID",
  layer: "an experiment names one by layerID",
  holdout: "",
  dynamicconfig: "",
  config: "",
  autotune: "",
  parameterstore: "",
  entityproperty: "",
  qualifyingevent: "",
  tag: "entities name tags by tags",
  team: "entities name one by team",
  targetapp: "an experiment names some by targetApps",
  environment: "a definition has what differs between some under environments",
  releasepipeline: "",
  unitidtype: "an experiment names one by idType",
  experimenttemplate: "",
};

/** Why a kind is none here that other tools have, to end a message; undefined for any other word. */
export function otherKindText(word: string): string | undefined {
  const name = word
    .toLowerCase()
    .replace(/[-_\s]/g, "")
    .replace(/^statsig/, "");
  const singular = [name, name.replace(/s$/, "")].find((each) => Object.hasOwn(OTHER_KINDS, each));
  if (singular === undefined) return undefined;
  const where = OTHER_KINDS[singular];
  return `; the interface has no call for it, so it is made in the service${where === "" ? "" : `: ${where}`}`;
}
