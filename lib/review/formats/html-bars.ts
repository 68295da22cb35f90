import { type Html, html } from "../../page/html-text";
import type { Change } from "../model";
import { get, isList, isObjectValue, type Values } from "../value";

/** The sizes of groups and the allocation of an experiment, drawn: where one of them changes, or is new. */
export function barsOf({ kind, action, fields, whole: { before, after } }: Change): Html[] {
  if (kind !== "experiment" || action === "release") return [];
  const isTouched = (name: string) => fields.some(({ path }) => path === name || path.startsWith(`${name}[`));
  return [
    ...(isTouched("groups") ? [groupBars(before, after)] : []),
    ...(isTouched("allocation") ? [allocationBars(before, after)] : []),
  ].filter((bars) => bars !== undefined);
}

interface Share {
  readonly name: string;
  readonly size: number;
}

/** How many colours there are; see the styles. */
const COLOURS = 6;

function groupBars(before: Values, after: Values): Html | undefined {
  const [former, present] = [sharesOf(before), sharesOf(after)];
  if (present === undefined) return undefined;
  const names = [...new Set([...(former ?? []), ...present].map(({ name }) => name))];
  const bar = (shares: readonly Share[]) => {
    const sum = Math.max(
      100,
      shares.reduce((total, { size }) => total + size, 0),
    );
    return shares.map(({ name, size }) => barSegment(names.indexOf(name), (size / sum) * 100));
  };
  const legend = names.map((name, index) => {
    const [last, size] = [former, present].map((shares) => shares?.find((share) => share.name === name)?.size);
    return html`<li><i class="c${index % COLOURS}"></i>${name} <b>${sizeText(former === undefined ? size : last, size)}</b></li>`;
  });
  return html`<figure><figcaption>groups</figcaption>${rows(former && bar(former), bar(present))}<ul class="legend">${legend}</ul></figure>`;
}

function allocationBars(before: Values, after: Values): Html | undefined {
  const [last, present] = [get(before, "allocation"), get(after, "allocation")];
  if (typeof present !== "number") return undefined;
  const former = typeof last === "number" ? last : undefined;
  const text = sizeText(former ?? present, present);
  return html`<figure><figcaption>allocation <b>${text}</b></figcaption>${rows(
    former === undefined ? undefined : [barSegment(0, former)],
    [barSegment(0, present)],
  )}</figure>`;
}

function rows(before: readonly Html[] | undefined, after: readonly Html[]): Html {
  if (before === undefined) return html`<div class="bars"><div class="bar">${after}</div></div>`;
  return html`<div class="bars two"><span>before</span><div class="bar">${before}</div><span>after</span><div class="bar">${after}</div></div>`;
}

function barSegment(colour: number, percent: number): Html {
  const width = Math.min(100, Math.max(0, percent)).toFixed(2);
  return html`<i class="c${colour % COLOURS}" style="width:${width}%"></i>`;
}

function sizeText(before: number | undefined, after: number | undefined): string {
  if (before === after) return `${after ?? 0} %`;
  return `${before === undefined ? "new" : `${before} %`} → ${after === undefined ? "removed" : `${after} %`}`;
}

/** The groups' sizes; undefined where one of them is not known, or none is given. */
function sharesOf(fields: Values): Share[] | undefined {
  const groups = get(fields, "groups");
  if (!isList(groups) || groups.length === 0) return undefined;
  const shares = groups.map((group, index): Share | undefined => {
    if (!isObjectValue(group)) return undefined;
    const [id, name, size] = ["id", "name", "size"].map((key) => get(group, key));
    const label = [id, name].find((text) => typeof text === "string") ?? `${index + 1}`;
    return typeof size === "number" && size >= 0 ? { name: String(label), size } : undefined;
  });
  return shares.every((share) => share !== undefined) ? shares : undefined;
}
