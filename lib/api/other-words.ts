/** What other tools call a field or a value of this interface, in small letters and without what parts words, by its name here. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  id: ["key", "slug", "trackingkey", "featureflagkey"],
  idType: ["hashattribute", "bucketby", "randomizationunit", "unit"],
  groups: ["variations", "variants", "arms", "treatments", "branches"],
  size: ["weight", "percentage", "rolloutpercentage", "trafficpercentage", "split"],
  parameterValues: ["parameters", "payload", "attachment", "variables"],
  allocation: ["coverage", "traffic", "exposure", "rollout"],
  primaryMetrics: ["metrics", "goals", "goalmetrics"],
  secondaryMetrics: ["guardrails", "guardrailmetrics"],
  conditions: ["clauses", "constraints"],
  passPercentage: ["weight", "percentage", "rolloutpercentage", "rollout"],
  targetValue: ["values"],
  active: ["running", "live"],
  setup: ["draft", "notstarted"],
};

/** Fields of which other tools have shares of 1, or thousandths. */
const IN_PERCENT = ["size", "allocation", "passPercentage"];

/** The word among `known` that another tool's word stands for, to end a message; "" where there is none. */
export function otherWordText(word: string, known: readonly string[]): string {
  const plain = word.toLowerCase().replace(/[-_\s]/g, "");
  const own = known.find((each) => Object.hasOwn(OTHER_WORDS, each) && OTHER_WORDS[each]?.includes(plain));
  if (own === undefined) return "";
  return `; here it is "${own}"${IN_PERCENT.includes(own) ? ", in percent" : ""}`;
}
