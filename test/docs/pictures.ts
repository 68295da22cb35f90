import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
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
      editor: { html: `<style>${EDITOR_STYLES}</style>${await editorPage()}`, width: 760 },
    };
  });
}

/** What an editor shows while a field is written: names and meanings are those of the JSON Schema. */
async function editorPage(): Promise<string> {
  const typed = "all";
  const schema = await readFile(join(ROOT, "schemas/experiment.json"), "utf8");
  const { $defs } = JSON.parse(schema) as {
    readonly $defs: { readonly Experiment: { readonly properties: Record<string, { readonly description?: string }> } };
  };
  const fields = Object.entries($defs.Experiment.properties).filter(([name]) => name.toLowerCase().startsWith(typed));
  const lines = [...recipe("one_page.yaml").split("\n").slice(0, 8), typed];
  const coloured = (line: string) =>
    line.replace(/^(\w+): (.*)$/, '<span class="key">$1</span>: <span class="value">$2</span>');
  return [
    '<div class="tab">experiments/one_page.yaml</div>',
    ...lines.map((line) => `<div class="line">${coloured(line)}</div>`),
    `<div class="menu"><div class="names">${fields.map(([name]) => `<div>${name}</div>`).join("")}</div>`,
    `<div class="meaning">${fields[0]?.[1].description ?? ""}</div></div>`,
  ].join("\n");
}

const EDITOR_STYLES = `
:root { color-scheme: light dark; --soft: light-dark(#f3f3f3, #252526); --edge: 1px solid light-dark(#c8c8c8, #454545); }
body { margin: 0; background: light-dark(#fff, #1e1e1e); font: 13px/20px ui-monospace, "DejaVu Sans Mono", monospace; }
.tab { padding: 8px 16px; background: var(--soft); }
.line { white-space: pre; padding-left: 40px; }
.key { color: light-dark(#0451a5, #9cdcfe); } .value { color: light-dark(#a31515, #ce9178); }
.menu { margin: 2px 0 0 40px; display: flex; width: 640px; border: var(--edge); background: var(--soft); }
.names { width: 240px; } .names div { padding: 0 8px; }
.names div:first-child { background: light-dark(#0060c0, #04395e); color: #fff; }
.meaning { padding: 4px 12px; font-family: system-ui, sans-serif; border-left: var(--edge); flex: 1; }`;

pictures().then(() => process.exit());
