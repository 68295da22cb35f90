import { few } from "../api/describe";
import { visible } from "../api/escape-invisible";
import { labelOf } from "../api/resource";
import { entityTitle, placeText } from "../entity/title";
import { unreadText } from "../records/service-records";
import type { Colours } from "../report/colours";
import type { FieldView } from "../review/formats/field-view";
import type { Drift, EntityDrift } from "./drift";
import { driftStates, driftVerdict, driftViews, nextUpdate, shownDrifts } from "./drift-words";

/** Most lines of a long text that differs. */
const MOST_DIFF_LINES = 40;

/** A drift for a terminal. */
export function driftText(drift: Drift, colours: Colours): string {
  const { bold, dim, yellow } = colours;
  const lines = [
    bold(driftVerdict(drift)),
    ...drift.stacks.flatMap(({ name, entities, notes }) => {
      const shown = shownDrifts(entities);
      const same = entities.filter(({ state }) => state === "same").length;
      // what is left alone and agrees, or is not there, is worth no line of its own
      const quiet = entities.length - shown.length - same;
      return [
        "",
        bold(visible(name)),
        ...(entities.length + notes.length === 0 ? [dim("  nothing is declared")] : []),
        ...shown.flatMap((entity) => entityLines(entity, colours)),
        ...(same === 0 ? [] : [dim(`  ${same} as declared`)]),
        ...(quiet === 0 ? [] : [dim(`  ${quiet} left alone`)]),
        ...notes.map((note) => `  note: ${visible(note)}`),
      ];
    }),
    ...(drift.unread.length === 0 ? [] : ["", bold("not read")]),
    ...drift.unread.map((each) => yellow(`  ${visible(unreadText(each))}`)),
    ...(drift.unmanaged.length === 0 ? [] : ["", `not in the code: ${visible(unmanagedText(drift))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** What the service has and no code declares, in words. */
export function unmanagedText({ unmanaged }: Drift): string {
  return few(unmanaged.map(entityTitle), 20);
}

function entityLines(entity: EntityDrift, { bold, dim, red, yellow, green }: Colours): string[] {
  const { kind, name, state } = entity;
  const paint = state === "left-alone" ? dim : red;
  const field = (view: FieldView): string[] => {
    if (view.form === "values") {
      const { path, before = "(none)", after = "(none)" } = view;
      return [`    ${path}: ${before} → ${after}`];
    }
    const lines = view.lines.slice(0, MOST_DIFF_LINES);
    const left = view.lines.length - lines.length;
    const paints = { "-": red, "+": green, " ": String, "@": dim } as const;
    return [
      `    ${view.path}:`,
      ...lines.map(({ sign, text }) => `      ${paints[sign](`${sign} ${text}`.trimEnd())}`),
      ...(left === 0 ? [] : [`      … ${left} more lines: see --format json`]),
    ];
  };
  return [
    `  ${labelOf(kind)} ${bold(visible(name))} ${dim(`(${visible(placeText(entity))})`)} ${paint(driftStates[state])}`,
    ...driftViews(entity).flatMap(field),
    `    ${yellow(visible(nextUpdate(entity)))}`,
  ];
}
