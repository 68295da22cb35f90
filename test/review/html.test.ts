import { toHtml } from "../../lib/report/html";
import { reviewReport } from "../../lib/review/cards";
import type { Change, Review } from "../../lib/review/model";
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
    before: { groups },
    after: { groups: [{ id: text }, ...groups] },
  });
});

const many = Array.from({ length: 300 }, (_, index) =>
  anUpdate({
    name: `experiment_${index}`,
    construct: `checkout/${index}`,
    fields: [{ path: "allocation", before: index, after: index + 1 }],
    before: { status: "active", allocation: 1, groups },
    after: { status: "active", allocation: 2, groups },
    risks: index < 250 ? [aRisk({ what: `${index}` })] : [],
  }),
);

const running = { status: "active", hypothesis: "a", allocation: 5, groups, controlGroupID: "control" };
const quiet = { risks: [], fields: [] };

/** One of everything that a page may have. */
const accessible = {
  ...aReview(
    [
      ...hostile,
      anUpdate({ action: "forget", construct: undefined, calls: [], fields: [], forUsers: "leaves" }),
      anUpdate({ ...quiet, name: "starts", forUsers: "starts", before: {}, after: running }),
      anUpdate({
        ...quiet,
        name: "stops",
        forUsers: "stops",
        before: running,
        after: { ...running, status: "experiment_stopped" },
      }),
      anUpdate({
        ...quiet,
        name: "resized",
        forUsers: "changes",
        warnings: ["a warning"],
        before: running,
        after: { ...running, groups: resized },
      }),
      anUpdate({ name: "decided", risks: [aRisk({ accepted: true })], before: running, after: running }),
      anUpdate({
        ...quiet,
        name: "orders",
        kind: "metric_source",
        file: "orders.yaml",
        fields: [{ path: "sql", before: "a\nb", after: "a\nc" }],
      }),
    ],
    { notes: ["a note"], plannedAt: "2026-11-22T16:44:10Z" },
  ),
  commit: "0123456789ab",
  code: { commit: "https://a.example/c", files: "https://a.example/f", directory: "" },
};

const reviews = {
  "hostile values": aReview(hostile, { notes: [...hostileTexts] }),
  "300 changed entities": aReview(many),
} satisfies Record<string, Review>;

function pageOf(review: Review): string {
  return toHtml(reviewReport.doc(review), { title: reviewReport.title(review) });
}

const OPEN_ALL = "all => all.forEach(details => { details.open = true })";

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
        expect(await page.locator(".card").count()).toBe(review.stacks[0]?.changes.length);
        expect(await page.locator("script, img, link, iframe, b").count()).toBe(0);
        const lost = "all => all.filter(a => !document.querySelector(a.hash)).length";
        expect(await ofElements(page, "a.in", lost)).toBe(0);
        const twice = "all => all.length - new Set(all.map(({ id }) => id)).size";
        expect(await ofElements(page, "[id]", twice)).toBe(0);
        expect(noted).toEqual([]);
      }),
  );

  test("hostile values are shown as the text that they are, and marks that cannot be seen are spelled out", () =>
    opened(pageOf(reviews["hostile values"]), {}, async (page) => {
      await ofElements(page, "details", OPEN_ALL);
      const text = (await page.locator("body").innerText()).replace(/\s+/g, " ");

      for (const each of hostileTexts) expect(text).toContain(visible(each).replace(/\s+/g, " ").trim());
      expect(text).not.toMatch(/[\u00ad\u200b\u202e\u2066\u3164]/);
    }));

  test("what needs a decision stands first, and the index leads to each card and opens one that is folded", () =>
    opened(
      pageOf(
        aReview([anUpdate({ ...quiet, name: "b", fields: [{ path: "a", after: 1 }] }), anUpdate({ name: "other" })]),
      ),
      {},
      async (page) => {
        const titles = await page.locator(".card h3").allInnerTexts();
        expect(titles.map((title) => title.split(":")[0])).toEqual(["other", "b"]);
        await page.locator(".index a").nth(1).click();
        expect(await page.locator("details:has(:target)").getAttribute("open")).toBe("");
        const select = "([copy]) => getComputedStyle(copy).userSelect";
        expect(await ofElements(page, ".copy", select)).toBe("all");
      },
    ));

  test("a phone folds the way to accept for good until a reader asks for it, and a desktop does not", () =>
    opened(pageOf(aReview([anUpdate()])), {}, async (page) => {
      const line = page.getByText('acknowledge: ["running-groups"]');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await line.isVisible()).toBe(true);
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await line.isVisible()).toBe(false);
      await page.locator("summary", { hasText: "Accept it for good" }).click();
      expect(await line.isVisible()).toBe(true);
    }));

  test("between two texts that are written from right to left, what was before stands left of the arrow", () => {
    const texts = { before: { label: "שלום" }, after: { label: "תודה" } };
    const what = 'label "שלום" → "תודה"';
    const change = anUpdate({
      kind: "segment",
      fields: [{ path: "label", before: "שלום", after: "תודה" }],
      risks: [aRisk({ what })],
      ...texts,
    });
    return opened(pageOf(aReview([change])), {}, async (page) => {
      const [box] = (await ofElements(page, ".box p", "all => all.map(p => p.innerHTML)")) as string[];
      expect(box).toContain("→");
      const left = "all => all.map(each => each.getBoundingClientRect().left)";
      const [before = 0, after = 0] = (await ofElements(page, ".box p bdi", left)) as number[];
      expect(before).toBeLessThan(after);
    });
  });

  test("on paper, all is open and light, and cards break", () =>
    opened(pageOf(accessible), { colorScheme: "dark" }, async (page) => {
      const height = "all => all.at(-1).getBoundingClientRect().height";
      const folded = (await ofElements(page, ".card.fold", height)) as number;
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await ofElements(page, ".card.fold", height)).toBeGreaterThan(folded);
      expect(await ofElements(page, "h3", "([title]) => getComputedStyle(title).color")).toBe("rgb(22, 27, 38)");
      expect(await ofElements(page, ".card", "([card]) => getComputedStyle(card).breakInside")).toBe("auto");
    }));

  test("a picture of the whole page has all cards, but for pages of hundreds, which open at once", () =>
    opened(pageOf(accessible), {}, async (page) => {
      const hidden = "all => all.filter(card => getComputedStyle(card).contentVisibility !== 'visible').length";
      expect(await ofElements(page, ".card", hidden)).toBe(0);
      await page.setContent(pageOf(reviews["300 changed entities"]));
      expect(await ofElements(page, ".card", hidden)).toBe(300);
    }));

  test.each(["light", "dark"] as const)("axe finds nothing, and what is drawn stands out: %s", (colorScheme) =>
    opened(pageOf(accessible), { colorScheme }, async (page) => {
      await ofElements(page, "details", OPEN_ALL);
      expect(await barriersIn(page)).toEqual([]);
      const [bars, ratios] = (await ofElements(page, "figure .bar", BARS)) as [number[][], number[]];
      expect(bars).toContainEqual([2, 2, 95]);
      expect(Math.min(...ratios)).toBeGreaterThan(3);
    }),
  );
});

/** Of each bar, its parts in percent, and how each that has a colour stands out from the card, as WCAG counts it. */
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
    const [a, b] = [part, part.closest(".card")].map(each => light(getComputedStyle(each).backgroundColor));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const parts = bars.map(bar => [...bar.children]);
  const coloured = parts.flat().filter(part => /^c\\d$/.test(part.className));
  return [parts.map((each, i) => each.map(part => Math.round(100 * width(part) / width(bars[i])))), coloured.map(contrast)];
}`;
