import type { BarPart } from "../../report/document";
import { type Html, html } from "../../report/html-text";
import { barColour, ownText, shareBar } from "../../report/page-parts";
import { at, type Fields, isFields, isList } from "../../value/value";
import type { Change } from "../model";

/** The sizes of groups, and the allocation, drawn: where one of them changes, or is new. */
export function barsOf({ fields, whole: { before, after } }: Change): Html[] {
  const isTouched = (name: string) => fields.some(({ path }) => path[0] === name);
  return [
    ...(isTouched("groups") ? [groupBars(before, after)] : []),
    ...(isTouched("allocation") ? [allocationBars(before, after)] : []),
  ].filter((bars) => bars !== undefined);
}

interface Share {
  readonly name: string;
  readonly size: number;
}

function groupBars(before: Fields, after: Fields): Html | undefined {
  const [former, present] = [sharesOf(before), sharesOf(after)];
  if (present === undefined) return undefined;
  const names = [...new Set([...(former ?? []), ...present].map(({ name }) => name))];
  const parts = (shares: readonly Share[]) =>
    shares.map(({ name, size }): BarPart => ({ colour: names.indexOf(name), percent: size, label: name }));
  const legend = names.map((name, index) => {
    const [last, size] = [former, present].map((shares) => shares?.find((share) => share.name === name)?.size);
    return html`<li><i class="${barColour(index)}"></i>${ownText(name)} <b>${sizeText(former === undefined ? size : last, size)}</b></li>`;
  });
  return html`<figure><figcaption>groups</figcaption>${rows(former && parts(former), parts(present))}<ul class="row legend">${legend}</ul></figure>`;
}

function allocationBars(before: Fields, after: Fields): Html | undefined {
  const [last, present] = [at(before, "allocation"), at(after, "allocation")];
  if (typeof present !== "number") return undefined;
  const former = typeof last === "number" ? last : undefined;
  const part = (percent: number): BarPart[] => [{ percent, label: `${percent} %` }];
  return html`<figure><figcaption>allocation <b>${sizeText(former ?? present, present)}</b></figcaption>${rows(
    former === undefined ? undefined : part(former),
    part(present),
  )}</figure>`;
}

function rows(before: readonly BarPart[] | undefined, after: readonly BarPart[]): Html {
  if (before === undefined) return shareBar(after);
  return html`<div class="bars" aria-hidden="true"><span>before</span>${shareBar(before)}<span>after</span>${shareBar(after)}</div>`;
}

function sizeText(before: number | undefined, after: number | undefined): string {
  if (before === after) return `${after ?? 0} %`;
  return `${before === undefined ? "new" : `${before} %`} → ${after === undefined ? "removed" : `${after} %`}`;
}

/** The groups' sizes; undefined where one of them is not known, or none is given. */
function sharesOf(fields: Fields): Share[] | undefined {
  const groups = at(fields, "groups");
  if (!isList(groups) || groups.length === 0) return undefined;
  const shares = groups.map((group, index): Share | undefined => {
    if (!isFields(group)) return undefined;
    const [id, name, size] = ["id", "name", "size"].map((key) => at(group, key));
    const label = [id, name].find((text) => typeof text === "string") ?? `${index + 1}`;
    return typeof size === "number" && size >= 0 ? { name: String(label), size } : undefined;
  });
  return shares.every((share) => share !== undefined) ? shares : undefined;
}
