import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Where Debian's package puts it; `CHROMIUM` names another. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** What to do where there is no browser. */
const NO_BROWSER = `${CHROMIUM} is not there: install it by apt-get update && apt-get install -y chromium, or name it by CHROMIUM`;

let browser: Browser | undefined;
let folder: string | undefined;

/**
 * Tests that look at pages in a browser. Where there is none, they are skipped, and that is said.
 *
 * @throws Error where tests decide and there is none
 */
export function inBrowser(tests: () => void): void {
  const isThere = existsSync(CHROMIUM);
  if (!isThere && process.env.CI) throw new Error(NO_BROWSER);
  // what a file says whose tests are all skipped, jest does not show
  if (!isThere) process.stderr.write(`tests are skipped: ${NO_BROWSER}\n`);
  const describeIfThere = isThere ? describe : describe.skip;
  describeIfThere("in a browser", () => {
    afterAll(async () => {
      await browser?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    });
    tests();
  });
}

/** Opens a page, of which it notes what it fetches and complains about. */
export async function opened(
  html: string,
  options: BrowserContextOptions,
  look: (page: Page, noted: readonly string[]) => Promise<void>,
): Promise<void> {
  folder ??= mkdtempSync(join(tmpdir(), "page-"));
  const file = join(folder, "page.html");
  writeFileSync(file, html);
  const { href } = pathToFileURL(file);
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync"],
    ],
  });
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
export function ofElements(page: Page, selector: string, code: string): Promise<unknown> {
  return page.evaluate(`(${code})([...document.querySelectorAll(${JSON.stringify(selector)})])`);
}

/** What axe finds in a page that keeps some of its readers out. */
export async function barriersIn(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))");
}
