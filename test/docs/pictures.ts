import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { marked } from "marked";
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
    for (const [name, { html, width, height }] of Object.entries(await subjects())) {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport: { width, height }, colorScheme });
        await page.setContent(html);
        const full = (await page.evaluate("document.body.scrollHeight")) as number;
        const clip = { x: 0, y: 0, width, height: Math.min(height, full) };
        await page.screenshot({ path: join(IMAGES, `${name}-${colorScheme}.png`), clip });
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
    const changed = text.replace("allocation: 10", "allocation: 60").replace("steps: 1", "steps: 2");
    await writeFile(join(folder, DEFINITION), changed);
    await synth(folder);
    await terraform(["plan", "-out=plan"]);

    const comment = await marked.parse(await says("review", "--format", "markdown"));
    const list = await says("list", "--as-of", "2026-11-23", "--format", "html");
    return {
      review: { html: await says("review", "--format", "html"), width: 860, height: 780 },
      comment: { html: `<style>${COMMENT_STYLES}</style><article>${comment}</article>`, width: 800, height: 480 },
      list: { html: list, width: 860, height: 440 },
      editor: { html: `<style>${EDITOR_STYLES}</style>${await editorPage()}`, width: 760, height: 330 },
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

/** A comment as code hosts show Markdown. */
const COMMENT_STYLES = `
:root { color-scheme: light dark; --line: light-dark(#d1d9e0, #3d444d); --soft: light-dark(#f6f8fa, #151b23); }
body { margin: 0; padding: 16px; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc);
  font: 14px/1.5 system-ui, sans-serif; }
article { border: 1px solid var(--line); border-radius: 6px; padding: 0 16px; }
h1, h2 { line-height: 1.25; border-bottom: 1px solid var(--line); padding-bottom: .3em; }
code, pre { background: var(--soft); border-radius: 6px; font: 12px/1.45 ui-monospace, monospace; }
code { padding: .2em .4em; } pre { padding: 12px; } pre code { padding: 0; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 5px 12px; }
a { color: light-dark(#0969da, #4493f8); }
blockquote { margin: 0; padding: 0 1em; border-left: .25em solid var(--line); }`;

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
