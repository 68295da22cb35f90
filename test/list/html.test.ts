import { inventoryOf } from "../../lib/list/inventory";
import { listReport } from "../../lib/list/list-doc";
import type { Request } from "../../lib/protocol/request-file";
import { toHtml } from "../../lib/report/html";
import { visible } from "../../lib/text/visible";
import { Opaque } from "../../lib/value/value";
import { hostileTexts } from "../review/samples";
import { barriersIn, inBrowser, ofElements, opened } from "../support/browser";

const groups = [
  { id: "control", size: 80 },
  { id: "green", size: 20 },
];

/** Values that are hostile in every place where a value may stand, and one of everything that the page may have. */
const hostile = hostileTexts.flatMap((text, index): Request[] => {
  const of = (kind: string, fields: object, more: object = {}) =>
    ({
      construct: `stack/${text}`,
      kind,
      address: "a.b",
      service: {},
      steps: [],
      fields,
      ...more,
    }) as unknown as Request;
  const placed = { team: text, layerID: `layer ${text}`, allocation: 40 * (index % 4), groups };
  const uses = { assignmentSourceName: text, primaryMetrics: [{ name: text, direction: text }] };
  const status = ["active", "setup", "archived"][index % 3];
  const more = { identity: ["id"], endsOn: "2026-01-01", ...(index % 2 === 0 && { ignoreChanges: true }) };
  return [
    of("experiment", { id: text, name: `${text} ${index}`, status, ...placed, ...uses }, more),
    of("assignment_source", { name: text }, { identity: ["name"] }),
    of("assignment_source", { name: Opaque.deferred([{ terraform: 0 }]) }, { identity: ["name"] }),
    of("segment", { id: text, name: `${text}!` }, { identity: ["id"] }),
  ];
});

// another environment may have all of it, too
const stacks = ["checkout", "growth"].map((name) => ({ name, requests: hostile.map((each) => ({ ...each })) }));
const inventory = inventoryOf(stacks, stacks, "2026-11-22");

inBrowser(() => {
  test.each(["light", "dark"] as const)(
    "the page shows values as the text that they are, scrolls down only, and axe finds nothing in it: %s",
    (colorScheme) =>
      opened(
        toHtml(listReport.doc(inventory), { title: listReport.title(inventory) }),
        { colorScheme },
        async (page, noted) => {
          await page.setViewportSize({ width: 360, height: 800 });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
          const lost = "all => all.filter(a => !document.querySelector(a.hash)).length";
          expect(await ofElements(page, "a.in", lost)).toBe(0);
          const twice = "all => all.length - new Set(all.map(({ id }) => id)).size";
          expect(await ofElements(page, "[id]", twice)).toBe(0);
          expect(await page.locator("script, img, link, iframe, b").count()).toBe(0);
          await ofElements(page, "details", "all => all.forEach(details => { details.open = true })");
          const text = (await page.locator("body").innerText()).replace(/\s+/g, " ");
          for (const each of hostileTexts) expect(text).toContain(visible(each).replace(/\s+/g, " ").trim());
          expect([await barriersIn(page), noted]).toEqual([[], []]);
        },
      ),
  );
});
