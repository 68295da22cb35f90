import { toHtml } from "../../lib/report/html";
import type { Change, Review } from "../../lib/review/model";
import { reviewReport } from "../../lib/review/review-doc";
import { visible } from "../../lib/text/visible";
import { barriersIn, inBrowser, ofElements, opened } from "../support/browser";
import { anUpdate, aReview, aRisk, groups, hostileTexts, resized } from "./samples";

const views = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Values that are long, nested or hostile, in every place where a value may stand. */
const hostile = hostileTexts.map((text, index): Change => {
  const name = `${text} ${index}`;
  return anUpdate({
    name,
    construct: `stack/${text}`,
    calls: [{ method: "POST", path: `/console/v1/experiments/${encodeURIComponent(name)}` }],
    fields: [
      { path: `groups[0].parameterValues[${JSON.stringify(text)}]`, before: text, after: `${text}!` },
      { path: "hypothesis", before: `${text}\nand\nmore`, after: `${text}\nand\nless` },
      { path: "groups[1]", after: { name: text, description: "x".repeat(500), nested: [[text]] } },
      { path: "tags", before: Array.from({ length: 40 }, () => text), after: [] },
    ],
    risks: [aRisk({ what: text, acknowledged: index % 2 === 0 })],
    whole: { before: { groups }, after: { groups: [{ id: text }, ...groups] } },
  });
});

const many = Array.from({ length: 300 }, (_, index) =>
  anUpdate({
    name: `experiment_${index}`,
    construct: `checkout/${index}`,
    fields: [{ path: "allocation", before: index, after: index + 1 }],
    risks: [],
  }),
);

const created = aReview(many.slice(0, 40).map((each) => ({ ...each, action: "create", kind: "metric_source" })));

const started = {
  status: "active",
  hypothesis: "a",
  allocation: 5,
  groups: [{ id: "a", parameterValues: { b: "c" } }],
};
const start = { risks: [], whole: { before: {}, after: started } };

/** One of everything that a page may have. */
const accessible = aReview(
  [
    ...hostile,
    anUpdate({ action: "forget", construct: undefined, calls: [], fields: [], forUsers: "leaves" }),
    anUpdate({ ...start, forUsers: "starts" }),
    anUpdate({ ...start, name: "again", forUsers: "starts again" }),
    anUpdate({
      name: "resized",
      risks: [],
      forUsers: "changes",
      whole: { before: { groups }, after: { groups: resized } },
    }),
    ...(created.stacks[0]?.changes ?? []),
  ],
  { notes: ["a note"], plannedAt: "2026-11-22T16:44:10Z" },
);

const reviews = {
  "hostile values": aReview(hostile, { notes: [...hostileTexts] }),
  "300 changed entities": aReview(many),
} satisfies Record<string, Review>;

function pageOf(review: Review): string {
  return toHtml(reviewReport.doc(review), { title: reviewReport.title(review) });
}

inBrowser(() => {
  test.each(Object.entries(reviews))(
    "on phones and desktops, light and dark, the page with %s scrolls down only, fetches nothing and runs nothing",
    (_, review) =>
      opened(pageOf(review), {}, async (page, noted) => {
        for (const { width, colorScheme } of views) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        }
        const count = review.stacks[0]?.changes.length;
        expect(await page.locator("article").count()).toBe(count);
        if (count === many.length) expect(await page.locator("nav a").count()).toBe(count);
        expect(await page.locator("script, img, link, iframe, b").count()).toBe(0);
        const lost = "all => all.filter(a => !document.querySelector(a.hash)).length";
        expect(await ofElements(page, "a", lost)).toBe(0);
        expect(noted).toEqual([]);
      }),
  );

  test("hostile values are shown as the text that they are, and marks that cannot be seen are spelled out", () =>
    opened(pageOf(reviews["hostile values"]), {}, async (page) => {
      await ofElements(page, "details", "all => all.forEach(details => { details.open = true })");
      const text = await page.locator("body").innerText();

      for (const each of hostileTexts) expect(text.replace(/\s+/g, " ")).toContain(visible(each).replace(/\s+/g, " "));
      expect(text).not.toMatch(/[\u00ad\u200b\u202e\u2066\u3164]/);
    }));

  test("risks stand above all changes, and lead to their cards, which come first", () =>
    opened(
      pageOf(aReview([anUpdate({ risks: [], construct: "a" }), anUpdate({ name: "other", construct: "b" })])),
      {},
      async (page) => {
        const [risks, card] = [page.locator(".callout.bad"), page.locator("article").first()];
        expect((await risks.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0);
        expect(await card.locator("h3").innerText()).toBe("experiment other");

        await risks.locator("a").click();
        expect(await page.locator("article:target h3").innerText()).toBe("experiment other");
        expect(await ofElements(page, ":target", "([card]) => getComputedStyle(card).outlineStyle")).toBe("solid");
      },
    ));

  test("on paper, all is open and light, cards break, and what users get stands before the changes", () =>
    opened(pageOf(accessible), { colorScheme: "dark" }, async (page) => {
      const height = "all => all.at(-1).getBoundingClientRect().height";
      const folded = (await ofElements(page, "article:last-of-type details", height)) as number;
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await ofElements(page, "article:last-of-type details", height)).toBeGreaterThan(folded);
      expect(await ofElements(page, "h3", "([title]) => getComputedStyle(title).color")).toBe("rgb(28, 35, 48)");
      expect(await ofElements(page, "article", "([card]) => getComputedStyle(card).breakInside")).toBe("auto");
      const titles = await page.locator("h2").allInnerTexts();
      expect(titles.slice(1)).toEqual(["What changes for users", "Changes", "Notes"]);
    }));

  test.each(["light", "dark"] as const)("axe finds nothing, and what is drawn stands out: %s", (colorScheme) =>
    opened(pageOf(accessible), { colorScheme }, async (page) => {
      await ofElements(page, "details", "all => all.forEach(details => { details.open = true })");
      expect(await barriersIn(page)).toEqual([]);
      const [bars, ratios] = (await ofElements(page, ".bar", BARS)) as [number[][], number[]];
      expect(bars).toEqual([
        [50, 50],
        [20, 50],
      ]);
      expect(Math.min(...ratios)).toBeGreaterThan(3);
    }),
  );
});

/** Of each bar, its parts in percent, and how each part stands out from the card that it is on, as WCAG counts it. */
const BARS = `bars => {
  const width = element => element.getBoundingClientRect().width;
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(part => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = part => {
    const [a, b] = [part, part.closest("article")].map(each => light(getComputedStyle(each).backgroundColor));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const parts = bars.map(bar => [...bar.children]);
  return [parts.map((each, i) => each.map(part => Math.round(100 * width(part) / width(bars[i])))), parts.flat().map(contrast)];
}`;
