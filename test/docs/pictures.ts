import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM } from "../support/browser";
import { DEFINITION, inProject, synth } from "./example-runs";
import { ROOT, recipe } from "./pages";

/** Makes the pictures of the pages anew: each light and dark. */

const IMAGES = join(ROOT, "docs/images");

async function pictures(): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const [name, { html, width }] of Object.entries(await subjects())) {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport: { width, height: 300 }, colorScheme });
        await page.setContent(html);
        await page.screenshot({ path: join(IMAGES, `${name}-${colorScheme}.png`), fullPage: true });
        await page.close();
      }
    }
  } finally {
    await browser.close();
  }
}

/** What is shown: a change of the experiment of the pages, and what the example app declares beside it. */
function subjects() {
  return inProject(async ({ folder, says, terraform }) => {
    const text = recipe("one_page.yaml");
    await cp(join(ROOT, "experiments"), join(folder, "experiments"), { recursive: true });
    await writeFile(join(folder, "experiments/sources.yaml"), recipe("sources.yaml"));
    await synth(folder);
    await terraform(["apply", "-auto-approve"]);
    await writeFile(join(folder, DEFINITION), text.replace("allocation: 10", "allocation: 60"));
    await synth(folder);
    await terraform(["plan", "-out=plan"]);

    const list = await says("list", "--as-of", "2026-11-23", "--format", "html");
    return {
      review: { html: await says("review", "--format", "html"), width: 860 },
      list: { html: list, width: 860 },
    };
  });
}

pictures().then(() => process.exit());
