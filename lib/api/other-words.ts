/** What other tools call a field or a value of this interface, in small letters and without what parts words, by its name here. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  id: ["key", "slug", "trackingkey", "featureflagkey"],
  idType: ["hashattribute", "bucketby", "randomizationunit", "unit", "entity"],
  groups: ["variations", "variants", "arms", "treatments", "branches"],
  size: ["weight", "percentage", "rolloutpercentage", "trafficpercentage", "allocationpercent", "split"],
  parameterValues: ["parameters", "payload", "attachment", "variables"],
  allocation: ["coverage", "traffic", "exposure", "rollout"],
  primaryMetrics: ["metrics", "goals", "goalmetrics"],
  secondaryMetrics: ["guardrails", "guardrailmetrics"],
  conditions: ["clauses", "constraints"],
  passPercentage: ["weight", "percentage", "rolloutpercentage", "rollout"],
  targetValue: ["values"],
  operator: ["op"],
  field: ["attribute", "contextname"],
  direction: ["desiredchange"],
  endsOn: ["enddate"],
  idTypeMapping: ["entities", "units"],
  serviceUnitID: ["entityname", "entity", "unit", "idtype"],
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

/** The word among `known` that another tool's word stands for. */
export function ownWordFor(word: string, known: readonly string[]): string | undefined {
  const plain = plainWord(word);
  return known.find((each) => Object.hasOwn(OTHER_WORDS, each) && OTHER_WORDS[each]?.includes(plain));
}

/** The same, to end a message; "" where there is none. */
export function otherWordText(word: string, known: readonly string[]): string {
  const own = ownWordFor(word, known);
  if (own === undefined) return "";
  return `; here it is "${own}"${IN_PERCENT.includes(own) ? ", in percent" : ""}`;
}

/** What other tools have in a field that there is none for here: where such a field is, and what to do instead. */
const NO_FIELD: readonly (readonly [words: readonly string[], beside: string, text: string])[] = [
  [
    ["ids", "userids", "members", "included", "excluded"],
    "rules",
    "no field has the ids of a list: they are loaded into the service itself",
  ],
  [["weights", "trafficallocation", "trafficsplit"], "groups", "each of groups has its size, in percent"],
  [["baseline", "iscontrol"], "parameterValues", "the experiment names this group by controlGroupID"],
];

/** Says of a word for what no field has where it stands instead; "" for any other word, and where another kind is declared. */
export function noFieldText(word: string, known: readonly string[]): string {
  const found = NO_FIELD.find(([words, beside]) => words.includes(plainWord(word)) && known.includes(beside));
  return found === undefined ? "" : `; ${found[2]}`;
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
