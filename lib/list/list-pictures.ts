import {
  type BarPart,
  type BarRow,
  type Doc,
  parted,
  rawText,
  roundedPercent,
  said,
  sectionOf,
  type Words,
} from "../report/document";
import { dayAfter, daysBetween, dayText, shortDayText } from "../text/days";
import { naturalOrder } from "../text/names";
import { counted, inBrief } from "../text/words";
import { groupedBy } from "../value/grouped";
import { byEnd, type EntityView, type Links, linkAmongStacks, stateNames, states } from "./entity-view";
import type { ListedLayer } from "./inventory";

/** A table in a section of its name, unless it has no rows. */
export function gridDocs(label: string, heads: readonly string[], rows: readonly (readonly Words[])[]): Doc[] {
  return rows.length === 0 ? [] : sectionOf(label, [{ node: "table", look: "grid", label, heads, rows }]);
}

/** Whose the experiments are: a row a team, a column a state. Nothing where nobody says whose they are. */
export function teamsDocs(experiments: readonly EntityView[]): Doc[] {
  const teams = [...groupedBy(experiments, ({ team }) => team)];
  if (teams.every(([team]) => team === undefined)) return [];
  teams.sort(([a], [b]) => Number(a === undefined) - Number(b === undefined) || naturalOrder.compare(a ?? "", b ?? ""));
  const rows = teams.map(([team, those]): Words[] => [
    team === undefined ? { quiet: "without a team" } : { strong: team },
    ...stateNames.map((state) => chips(those.filter((view) => view.state === state))),
  ]);
  return gridDocs("Whose they are", ["team", ...stateNames], rows);
}

/** Experiments, each of which leads to where it is described. */
function chips(views: readonly EntityView[]): Words {
  const all = views.map((view): Words => {
    const link = linkAmongStacks(view);
    if (!view.entity.overdue) return { chip: link, tone: states[view.state].tone };
    return [{ chip: link, tone: "decide" }, " ", { tag: "overdue", tone: "decide" }];
  });
  return parted(all, ", ");
}

/** How full each layer is. */
export function layersDocs(layers: readonly ListedLayer[], links: Links): Doc[] {
  if (layers.length === 0) return [];
  const hasPlanned = layers.some(({ parts }) => parts.some(({ isSetUp }) => isSetUp));
  const rows = layers.map((layer) => layerRow(layer, layers, links));
  return sectionOf("How full the layers are", [
    { node: "bars", look: "layers", rows },
    ...(hasPlanned ? [said({ quiet: "Striped: in set-up; it takes its part once it starts." })] : []),
  ]);
}

function layerRow(layer: ListedLayer, layers: readonly ListedLayer[], links: Links): BarRow {
  const { layerID, allocated, service } = layer;
  const namesakes = layers.filter((other) => other !== layer && other.layerID === layerID);
  const isByKey = namesakes.some((other) => other.service.baseUrl === service.baseUrl);
  const key = isByKey ? ` with the API key in ${service.apiKeyVariable}` : "";
  const place = `at ${service.baseUrl ?? "the service of the deploy"}${key}: `;
  // what takes its part now stands before what will
  const parts = [...layer.parts].sort((a, b) => Number(a.isSetUp) - Number(b.isSetUp));
  const shares = parts.map((part) => ({
    ...part,
    name: links([{ kind: "experiment", name: part.experiment }], service),
  }));
  const bar = shares.flatMap(({ name, allocation, isSetUp }): BarPart[] => {
    if (typeof allocation !== "number") return [];
    return [{ percent: allocation, label: rawText(name), ...(isSetUp ? { look: "planned" } : { colour: 1 }) }];
  });
  const below = shares.map(({ name, allocation, isSetUp }): Words => {
    const share = typeof allocation === "number" ? `${allocation} %` : allocation;
    return [name, `: ${share}${isSetUp ? " in set-up" : ""}`];
  });
  const free = roundedPercent(100 - allocated);
  const rest = free < 0 ? `, ${-free} % more than there is` : `, ${free} % free`;
  const end: Words = parts.every(({ allocation }) => typeof allocation === "number")
    ? [{ strong: `${allocated} % taken` }, rest]
    : { strong: `at least ${allocated} % taken` };
  return {
    caption: layerID,
    parts: free > 0 ? [...bar, { percent: free, look: "rest", label: "free" }] : bar,
    end: free < 0 ? { tag: end, tone: "decide" } : end,
    below: [namesakes.length === 0 ? "" : place, parted(below, ", ")],
  };
}

/** How many ends a picture has: the next ones. */
const MOST_ENDS = 20;

/** Room before and behind what is drawn, in days. */
const ROOM = 7;

/** What ends when, and what has no day of which the code knows. */
export function endsDocs(experiments: readonly EntityView[], asOf: string): Doc[] {
  const open = experiments.filter((view) => view.state !== "ended");
  const ending = byEnd(open);
  const shown = ending.slice(0, MOST_ENDS);
  const [first, last] = [shown[0]?.endsOn, shown.at(-1)?.endsOn];
  if (first === undefined || last === undefined) return [];
  const start = [first, dayAfter(asOf, -ROOM)].sort()[0] ?? asOf;
  const end = dayAfter(last < asOf ? asOf : last, ROOM);
  const placeOf = (day: string) => (daysBetween(start, day) / Math.max(1, daysBetween(start, end))) * 100;
  const rows = shown.map(({ view, endsOn }): BarRow => {
    const [from, to] = [asOf, endsOn].map(placeOf).sort((a, b) => a - b) as [number, number];
    const span: BarPart = view.entity.overdue
      ? { percent: to - from, look: "late" }
      : { percent: to - from, colour: 1 };
    return {
      caption: linkAmongStacks(view),
      parts: [{ percent: from, look: "rest" }, span],
      end: [{ strong: leftText(daysBetween(asOf, endsOn)) }, `, ${dayText(endsOn)}`],
    };
  });
  const more = ending.length - shown.length;
  const without = open.filter(({ entity, state }) => entity.endsOn === undefined && state === "running");
  const names = inBrief([...new Set(without.map((view) => view.name + expectedText(view)))], 8);
  return sectionOf("What ends when", [
    { node: "bars", look: "time", ticks: ticksOf(start, end, asOf, placeOf), rows },
    ...(more > 0 ? [said({ quiet: `${counted(more, "experiment")} more ${more === 1 ? "ends" : "end"} later.` })] : []),
    ...(without.length > 0 ? [said({ quiet: ["No day is declared for ", names, "."] })] : []),
  ]);
}

function leftText(days: number): string {
  return days < 0 ? `${counted(-days, "day")} over` : days === 0 ? "today" : `${counted(days, "day")} left`;
}

function expectedText({ entity: { fields } }: EntityView): string {
  return typeof fields.duration === "number" ? ` (expected: ${fields.duration} days)` : "";
}

/** Some days of a scale, and today; none so near to today that both could not be read. */
function ticksOf(start: string, end: string, asOf: string, placeOf: (day: string) => number) {
  const step = Math.max(7, Math.ceil(daysBetween(start, end) / 5));
  const days = Array.from({ length: 6 }, (_, index) => dayAfter(start, index * step));
  const now = { at: placeOf(asOf), words: "today", isNow: true as const };
  return [
    ...days
      .map((day) => ({ at: placeOf(day), words: shortDayText(day) }))
      .filter(({ at }) => at <= 96 && Math.abs(at - now.at) > 13),
    now,
  ];
}
