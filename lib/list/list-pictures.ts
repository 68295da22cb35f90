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
import { counted, inBrief } from "../text/words";
import { groupedBy } from "../value/grouped";
import { byEnd, type EntityView, type Links, stateNames, states } from "./entity-view";
import type { ListedLayer } from "./inventory";

/** A table in a section of its name, unless it has no rows. */
export function gridDocs(label: string, heads: readonly string[], rows: readonly (readonly Words[])[]): Doc[] {
  return rows.length === 0 ? [] : sectionOf(label, [{ node: "table", look: "grid", label, heads, rows }]);
}

/** Whose the experiments are: a row a team, a column a state. Nothing where nobody says whose they are. */
export function teamsDocs(experiments: readonly EntityView[]): Doc[] {
  if (experiments.every(({ team }) => team === undefined)) return [];
  const rows = [...groupedBy(experiments, ({ team }) => team)].map(([team, those]): Words[] => [
    team === undefined ? { quiet: "without a team" } : { strong: team },
    ...stateNames.map((state) => chips(those.filter((view) => view.state === state))),
  ]);
  return gridDocs("Whose they are", ["team", ...stateNames], rows);
}

/** Experiments, each of which leads to where it is described. */
function chips(views: readonly EntityView[]): Words {
  const all = views.map(({ link, entity, state }): Words => {
    if (!entity.overdue) return { chip: link, tone: states[state].tone };
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
  const hasNamesake = layers.some((other) => other !== layer && other.layerID === layerID);
  const url = service.baseUrl ?? "the service of the deploy";
  const place = hasNamesake ? `at ${url} with the API key in ${service.apiKeyVariable}: ` : "";
  // what takes its part now stands before what will
  const parts = [...layer.parts]
    .sort((a, b) => Number(a.isSetUp) - Number(b.isSetUp))
    .map((part) => ({ ...part, name: links([{ kind: "experiment", name: part.experiment }], service) }));
  const bar = parts.flatMap(({ name, allocation: percent, isSetUp }): BarPart[] => {
    if (typeof percent !== "number") return [];
    return [{ percent, label: rawText(name), ...(isSetUp ? { look: "planned" } : { colour: 1 }) }];
  });
  const below = parts.map(({ name, allocation, isSetUp }): Words => {
    const share = typeof allocation === "number" ? `${allocation} %` : allocation;
    return [name, `: ${share}${isSetUp ? " in set-up" : ""}`];
  });
  const free = roundedPercent(100 - allocated);
  const rest = free < 0 ? `, ${-free} % more than there is` : `, ${free} % free`;
  const end: Words =
    bar.length < parts.length
      ? { strong: `at least ${allocated} % taken` }
      : [{ strong: `${allocated} % taken` }, rest];
  return {
    caption: layerID,
    parts: free > 0 ? [...bar, { percent: free, look: "rest", label: "free" }] : bar,
    end: free < 0 ? { tag: end, tone: "decide" } : end,
    below: [place, parted(below, ", ")],
  };
}

/** How many ends a picture has: the next ones. */
const MOST_ENDS = 20;

/** What ends when, and what has no day of which the code knows: from a week before what is drawn to a week after it. */
export function endsDocs(experiments: readonly EntityView[], asOf: string): Doc[] {
  const open = experiments.filter((view) => view.state !== "ended");
  const ending = byEnd(open);
  const shown = ending.slice(0, MOST_ENDS);
  const days = [dayAfter(asOf, -7), ...shown.map(({ endsOn }) => endsOn), asOf].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (shown.length === 0 || first === undefined || last === undefined) return [];
  const length = daysBetween(first, last) + 7;
  const placeOf = (day: string) => (daysBetween(first, day) / length) * 100;
  const now = placeOf(asOf);
  const rows = shown.map(({ link, endsOn, entity }): BarRow => {
    const end = placeOf(endsOn);
    const span: BarPart = { percent: Math.abs(end - now), ...(entity.overdue ? { look: "late" } : { colour: 1 }) };
    return {
      caption: link,
      parts: [{ percent: Math.min(now, end), look: "rest" }, span],
      end: [{ strong: leftText(daysBetween(asOf, endsOn)) }, `, ${dayText(endsOn)}`],
    };
  });
  const ticks = [0, 0.2, 0.4, 0.6, 0.8]
    .map((part) => dayAfter(first, Math.round(part * length)))
    .map((day) => ({ at: placeOf(day), words: shortDayText(day) }))
    // what stands so near to today could not be read
    .filter(({ at }) => Math.abs(at - now) > 13);
  const more = ending.length - shown.length;
  const without = open.filter(({ endsOn, state }) => endsOn === "" && state === "running");
  const names = inBrief([...new Set(without.map((view) => view.name + expectedText(view)))], 8);
  return sectionOf("What ends when", [
    { node: "bars", look: "time", ticks: [...ticks, { at: now, words: "today", isNow: true }], rows },
    ...(more > 0 ? [said({ quiet: `Not drawn: ${counted(more, "later end")}.` })] : []),
    ...(without.length > 0 ? [said({ quiet: ["No day is declared for ", names, "."] })] : []),
  ]);
}

function leftText(days: number): string {
  return days < 0 ? `${counted(-days, "day")} over` : days === 0 ? "today" : `${counted(days, "day")} left`;
}

function expectedText({ entity: { fields } }: EntityView): string {
  return typeof fields.duration === "number" ? ` (expected: ${fields.duration} days)` : "";
}
