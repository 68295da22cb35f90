import { type RiskName, riskNames } from "../protocol/risk-names";
import { type Doc, quietly, type Words } from "../report/document";
import { naturalOrder } from "../text/names";
import { shellWord } from "../text/shell";
import { counted } from "../text/words";
import { groupedBy } from "../value/grouped";
import { ExactAcceptances, type ReviewedRisk, risksOf } from "./acceptance";
import { decidedText, isOpen, type Review } from "./model";
import { type ShownChanges, shortItems } from "./shown-changes";

/** How much of a document with a limit the risks may take: what changes for users has to have room, too. */
const FOR_RISKS = 3 / 8;

/** What can be done about an open risk. */
const HOW_TO_DECIDE =
  "To decide on each: change what is declared; or let somebody who has looked accept it for this once, by the words from --accept on; or, where it is to stay so, add its name to acknowledge, in the code or the file.";

/** The risks, each with why it matters and all entities that have it: in Markdown as many as have room. */
export function risksDocs(review: Review, changes: ShownChanges): Doc[] {
  const groups = riskGroups(review);
  if (groups.length === 0) return [];
  const longest = Math.max(...groups.map(({ entities }) => entities.length));
  const section = (most: number) => [risksSection(groups, most, changes)];
  const shorter = () => [20, 5, 1, 0].filter((most) => most < longest).map(section);
  return [{ node: "choice", name: "risks", must: true, share: FOR_RISKS, whole: section(longest), shorter }];
}

/** @param most how many entities are named of each risk */
function risksSection(groups: readonly RiskGroup[], most: number, changes: ShownChanges): Doc {
  const isUndecided = groups.some(({ open }) => open > 0);
  const left = groups.flatMap(({ name, entities }) =>
    entities.length > most ? [`${entities.length - most} more with ${name}`] : [],
  );
  const count = groups.reduce((sum, { entities }) => sum + entities.length, 0);
  return {
    node: "section",
    level: 2,
    title: counted(count, "risk"),
    tone: isUndecided ? "bad" : "quiet",
    body: [
      ...(left.length === 0
        ? []
        : [
            {
              node: "words",
              words: [`Not named here: ${left.join(", ")}; the page has all: `, { code: "--format html" }],
            } as const,
          ]),
      ...groups.map((group) => riskDoc(group, most, changes)),
      ...(isUndecided ? [quietly(HOW_TO_DECIDE)] : []),
    ],
  };
}

function riskDoc({ name, why, acceptAll, entities }: RiskGroup, most: number, changes: ShownChanges): Doc {
  const named = entities.slice(0, most);
  const words = (those: readonly RiskyEntity[]) => those.map((entity) => riskWords(entity, changes));
  return {
    node: "section",
    level: 3,
    title: [{ code: name }, entities.length === 1 ? "" : `: ${counted(entities.length, "entity")}`],
    body: [
      { node: "words", words: `${why}.` },
      ...(acceptAll === undefined
        ? []
        : [{ node: "words", words: [{ quiet: "All of them: " }, { code: acceptAll }] } as const]),
      ...shortItems("risk", words(named.filter(({ risk }) => isOpen(risk)))),
      ...shortItems("plain", words(named.filter(({ risk }) => !isOpen(risk)))),
    ],
  };
}

/** "experiment a: allocation 10 → 60 --accept ramp:experiment/a". */
function riskWords({ change, risk, accept }: RiskyEntity, changes: ShownChanges): Words {
  return [
    changes.link(change),
    ": ",
    { own: risk.what },
    { quiet: decidedText(risk) },
    accept === undefined ? "" : [" ", { code: accept }],
  ];
}

/** A risk with all entities that have it. */
interface RiskGroup {
  readonly name: RiskName;
  /** Why it matters: a sentence without a full stop. */
  readonly why: string;
  /** How many of them need a decision. */
  readonly open: number;
  /** The option that accepts the risk wherever it is; missing where not several need a decision. */
  readonly acceptAll?: string;
  /** Those that need a decision come first, else as people sort. */
  readonly entities: readonly RiskyEntity[];
}

/** An entity that has a risk. */
interface RiskyEntity extends ReviewedRisk {
  /** The option that accepts the risk of this entity, to be pasted; missing where it has its decision. */
  readonly accept?: string;
}

/** The risks of a review, each with all entities that have it: first those that need a decision. */
function riskGroups(review: Review): RiskGroup[] {
  const exact = new ExactAcceptances(review);
  const risky = risksOf(review).map((reviewed): RiskyEntity => {
    const { risk } = reviewed;
    const accept = isOpen(risk) ? { accept: `--accept ${shellWord(exact.of(reviewed))}` } : {};
    return { ...reviewed, ...accept };
  });
  const byName = groupedBy(risky, ({ risk }) => risk.name);
  return riskNames
    .flatMap((name): RiskGroup[] => {
      const entities = byName.get(name) ?? [];
      const open = entities.filter(({ risk }) => isOpen(risk)).length;
      if (entities.length === 0) return [];
      const acceptAll = open > 1 ? { acceptAll: `--accept ${name}` } : {};
      return [{ name, why: riskReasons[name], open, ...acceptAll, entities: [...entities].sort(byUrgency) }];
    })
    .sort((a, b) => Number(b.open > 0) - Number(a.open > 0));
}

function byUrgency(a: RiskyEntity, b: RiskyEntity): number {
  const placeOf = ({ stack, change: { construct, name } }: RiskyEntity) => `${stack} ${construct ?? name ?? ""}`;
  return Number(isOpen(b.risk)) - Number(isOpen(a.risk)) || naturalOrder.compare(placeOf(a), placeOf(b));
}

/** Why each risk matters, for people who decide on it: sentences without a full stop. The page of risks says the same. */
export const riskReasons: Readonly<Record<RiskName, string>> = {
  "running-groups": "Users change groups, so results from before and after cannot be compared",
  "running-treatment": "Users of a group see something else than before, so its results mix two treatments",
  "running-allocation": "Users who took part drop out, and their data with them",
  ramp: "A mistake in the treatment reaches many users before anybody sees it",
  "running-metrics": "Metrics that are chosen after results can be seen make a chance finding more likely",
  "running-units": "Who is counted is no longer who the experiment began with, so results mix two populations",
  "running-analysis": "Results are judged by other rules than at the start, which can turn them",
  "running-horizon": "A stopping rule that is changed after results can be seen makes a chance finding more likely",
  "running-hypothesis": "A hypothesis that follows the results proves nothing",
  "start-incomplete": "It starts without something that its results are judged by",
  "ended-metrics": "Other metrics can turn the result that the decision rests on",
  "ended-groups": "The groups no longer fit the results that were measured",
  "launch-changed": "Users get something else than was decided",
  "status-step": "What was measured may be lost, or nothing was measured",
  "decision-without-launched-group": "Nothing says which group won, or that none did",
  "source-in-use": "Results of running experiments from before and after rest on different data",
  "running-unmanaged": "It keeps running for its users, and nothing here manages it any more",
  "moved-without-adopt": "It exists already, so the create is refused, or makes a second one",
  "unknown-before": "Nobody can tell what the service has now, and all that is declared overwrites it",
  "overwrites-by-hand": "Somebody changed it in the service, perhaps for a reason, and this takes it back",
  "hidden-value": "The plan does not show the value, so nobody can tell what changes for the experiment",
};
