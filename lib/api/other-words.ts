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
  prompts: ["messages", "chat"],
  query: ["sql", "statement"],
  sql: ["query", "statement"],
  controlGroupID: ["control", "baseline", "controlvariation"],
  launchedGroupID: ["winner", "winningvariation", "releasedvariation"],
  active: ["running", "live"],
  setup: ["draft", "notstarted"],
};

/** Fields of which other tools have shares of 1, or thousandths. */
const IN_PERCENT = ["size", "allocation", "passPercentage"];

/** The word among `known` that another tool's word stands for, to end a message; "" where there is none. */
export function otherWordText(word: string, known: readonly string[]): string {
  const plain = plainWord(word);
  const own = known.find((each) => Object.hasOwn(OTHER_WORDS, each) && OTHER_WORDS[each]?.includes(plain));
  if (own === undefined) return "";
  return `; here it is "${own}"${IN_PERCENT.includes(own) ? ", in percent" : ""}`;
}

/** Says of a word for the ids in a list that no field has them; "" for any other word, and where another kind is declared. */
export function noFieldText(word: string, known: readonly string[]): string {
  const isOfList = ["ids", "userids", "members"].includes(plainWord(word)) && known.includes("rules");
  return isOfList ? "; no field has the ids of a list: they are loaded into the service itself" : "";
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}

/** Words for a share of 1, where it is all. */
const FRACTIONS = ["coverage", "weight", "traffic", "exposure", "rollout", "split"];

/** What a share under another tool's word is in percent, to end a message; "" where it may be one. */
export function fractionText(word: string, value: unknown): string {
  const isFraction = FRACTIONS.includes(word.toLowerCase()) && typeof value === "number" && value > 0 && value <= 1;
  return isFraction ? `: a share of ${value} is ${Number((value * 100).toFixed(6))}` : "";
}
