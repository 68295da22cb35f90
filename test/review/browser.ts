import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian's package puts it; `CHROMIUM` names another. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Whether there is a browser to look at a page with. */
export const hasBrowser = existsSync(CHROMIUM);

/** What to do where there is none. */
export const NO_BROWSER = `${CHROMIUM} is not there: install it by apt-get update && apt-get install -y chromium, or name it by CHROMIUM`;

/** Starts a browser, of which nothing is left when it is closed. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
