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

/** The word among `known` that another tool's word stands for, to end a message; "" where there is none. */
export function otherWordText(word: string, known: readonly string[]): string {
  const plain = word.toLowerCase().replace(/[-_\s]/g, "");
  const own = known.find((each) => Object.hasOwn(OTHER_WORDS, each) && OTHER_WORDS[each]?.includes(plain));
  return own === undefined ? "" : `; here it is "${own}"`;
}
