import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { visible } from "../../../lib/api/escape-invisible";
import { htmlOf } from "../../../lib/review/formats/html";
import type { Change, Review } from "../../../lib/review/model";
import { hasBrowser, NO_BROWSER, startBrowser } from "../browser";
import { anUpdate, aReview, hostileTexts } from "../samples";

const folder = mkdtempSync(join(tmpdir(), "review-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    risks: [{ name: "running-groups", text, acknowledged: index % 2 === 0 }],
    whole: {
      before: { groups: [{ id: text, size: 50 }] },
      after: {
        groups: [
          { id: text, size: 70 },
          { id: "other", size: 1_000 },
        ],
      },
    },
  });
});

const many = Array.from({ length: 300 }, (_, index) =>
  anUpdate({ name: `experiment_${index}`, action: index % 3 === 0 ? "create" : "update", risks: [] }),
);

const reviews = {
  "hostile values": aReview(hostile, { remarks: [...hostileTexts] }),
  "300 changed entities": aReview(many),
  "no change": aReview([]),
} satisfies Record<string, Review>;

let browser: Browser | undefined;

/** Opens a review's page, and notes what it fetches and complains about. */
async function opened(review: Review, options: object, look: (page: Page, noted: readonly string[]) => Promise<void>) {
  const file = join(folder, "review.html");
  writeFileSync(file, htmlOf(review));
  const { href } = pathToFileURL(file);
  browser ??= await startBrowser();
  const page = await browser.newPage(options);
  const noted: string[] = [];
  page.on("request", (request) => request.url() !== href && noted.push(request.url()));
  page.on("console", (message) => noted.push(message.text()));
  page.on("dialog", (dialog) => {
    noted.push(dialog.message());
    return dialog.dismiss();
  });
  await page.goto(href);
  await look(page, noted);
  await page.close();
}

/** What a function in the page's own language says of the elements that a selector finds. */
function ofElements(page: Page, selector: string, code: string): Promise<unknown> {
  return page.evaluate(`(${code})([...document.querySelectorAll(${JSON.stringify(selector)})])`);
}

if (hasBrowser) {
  describe("in a browser", () => {
    afterAll(() => browser?.close());

    test.each(Object.entries(reviews))(
      "on phones and desktops, light and dark, the page with %s scrolls down only, fetches nothing and runs nothing",
      (_, review) =>
        opened(review, {}, async (page, noted) => {
          for (const { width, colorScheme } of views) {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme });
            expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
          }
          expect(await page.locator("article").count()).toBe(review.stacks[0]?.changes.length);
          expect(
            await page.locator("script, img, link, iframe, article b:not(pre b, figcaption b, .legend b)").count(),
          ).toBe(0);
          expect(noted).toEqual([]);
        }),
    );

    test("hostile values are shown as the text that they are, and marks that cannot be seen are spelled out", () =>
      opened(reviews["hostile values"], {}, async (page) => {
        await ofElements(page, "details", "all => all.forEach(details => { details.open = true })");
        const text = await page.locator("body").innerText();

        for (const each of hostileTexts)
          expect(text.replace(/\s+/g, " ")).toContain(visible(each).replace(/\s+/g, " "));
        expect(text).not.toMatch(/[\u00ad\u200b\u202e\u2066\u3164]/);
      }));

    test("risks stand above all changes and lead to their cards", () =>
      opened(aReview([anUpdate({ risks: [] }), anUpdate({ name: "other" })]), {}, async (page) => {
        const [risks, card] = [page.locator(".risks"), page.locator("article").first()];
        expect((await risks.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0);

        await page.locator(".risks a").click();
        expect(await page.locator("article:target h3").innerText()).toBe("experiment other");
      }));

    test("sizes and allocation are drawn in proportion", () =>
      opened(aReview([anUpdate()]), { viewport: { width: 1280, height: 800 } }, async (page) => {
        const parts = await ofElements(
          page,
          ".bar",
          "bars => bars.map(bar => [...bar.children].map(part => Math.round(100 * part.getBoundingClientRect().width / bar.getBoundingClientRect().width)))",
        );

        expect(parts).toEqual([[50, 50], [20, 50], [50], [25]]);
        expect(await page.locator(".legend").innerText()).toMatch(/control 50 % → 20 %\s+green 50 %/);
      }));

    test.each(["light", "dark"] as const)("text stands out from what is behind it: %s", (colorScheme) =>
      opened(aReview([anUpdate(), ...hostile], { remarks: ["a remark"] }), { colorScheme }, async (page) => {
        const ratios = (await ofElements(
          page,
          "h1, p, li, code, dt, .pill, .add, .cut, footer",
          CONTRASTS,
        )) as number[];

        expect(ratios.length).toBeGreaterThan(50);
        expect(Math.min(...ratios)).toBeGreaterThan(4.5);
      }),
    );
  });
} else {
  test("the page was not opened in a browser", () => {
    console.error(NO_BROWSER);
    // where tests decide, there has to be one
    expect(process.env.CI ? NO_BROWSER : "").toBe("");
  });
}

/** For each element, how its colour stands out from the colour behind it, as WCAG counts it. */
const CONTRASTS = `elements => elements.map(element => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(part => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let behind = element;
  while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
  const [a, b] = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(light);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
})`;

test("the page asks browsers to fetch and run nothing, whatever it holds", () => {
  expect(htmlOf(reviews["hostile values"])).toContain("default-src 'none'; style-src 'unsafe-inline'");
});

test("the page says of a field that left the code that it is no longer sent", () => {
  const fields = [{ path: "sequentialTesting", before: true, noLongerSent: true as const }];
  expect(htmlOf(aReview([anUpdate({ fields })]))).toContain('<dd class="after"><code>(no longer sent)</code></dd>');
});
