import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, recipe } from "./pages";

/** A comment as code hosts show Markdown. */
export const COMMENT_STYLES = `
:root { color-scheme: light dark; --line: light-dark(#d1d9e0, #3d444d); --soft: light-dark(#f6f8fa, #151b23); }
body { margin: 0; padding: 16px; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc);
  font: 14px/1.5 system-ui, sans-serif; }
article { border: 1px solid var(--line); border-radius: 6px; padding: 0 16px; }
h1, h2, h3 { line-height: 1.25; border-bottom: 1px solid var(--line); padding-bottom: .3em; }
h3, h4 { border: 0; }
code, pre { background: var(--soft); border-radius: 6px; font: 12px/1.45 ui-monospace, monospace; }
code { padding: .2em .4em; } pre { padding: 12px; } pre code { padding: 0; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: 5px 12px; }
a { color: light-dark(#0969da, #4493f8); }
blockquote { margin: 0; padding: 0 1em; border-left: .25em solid var(--line); }`;

export const EDITOR_STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fff, #1e1e1e); color: light-dark(#1f1f1f, #d4d4d4);
  font: 13px/20px ui-monospace, "DejaVu Sans Mono", monospace; }
.tab { padding: 8px 16px; font: 13px system-ui, sans-serif; background: light-dark(#f3f3f3, #252526); }
.line { white-space: pre; } .number { display: inline-block; width: 40px; margin-right: 16px; text-align: right;
  color: light-dark(#8a8a8a, #858585); }
.key { color: light-dark(#0451a5, #9cdcfe); } .value { color: light-dark(#a31515, #ce9178); }
.cursor { border-left: 2px solid currentColor; }
.menu { margin: 2px 0 0 56px; display: flex; width: 640px; border: 1px solid light-dark(#c8c8c8, #454545);
  background: light-dark(#f3f3f3, #252526); }
.names { width: 240px; } .names div { padding: 0 8px; }
.names div:first-child { background: light-dark(#0060c0, #04395e); color: #fff; }
.meaning { padding: 4px 12px; font: 13px/18px system-ui, sans-serif; border-left: 1px solid light-dark(#c8c8c8, #454545);
  flex: 1; }`;

/** How many lines of the definition stand above the one that is written. */
const LINES = 8;

/** What an editor shows while a field is written: names and meanings are those of the JSON Schema. */
export function editorPage(): string {
  const { properties } = JSON.parse(readFileSync(join(ROOT, "schemas/experiment.json"), "utf8")) as {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  };
  const typed = "all";
  const names = Object.keys(properties).filter((name) => name.toLowerCase().startsWith(typed));
  const lines = recipe("one_page.yaml").split("\n").slice(0, LINES);
  const meaning = properties[names[0] ?? ""]?.description ?? "";
  return [
    '<div class="tab">experiments/one_page.yaml</div>',
    ...lines.map((line, index) => lineOf(index + 1, line.replace(/^(\w+): (.*)$/, spanned))),
    lineOf(LINES + 1, `<span class="key">${typed}</span><span class="cursor"></span>`),
    `<div class="menu"><div class="names">${names.map((name) => `<div>${name}</div>`).join("")}</div>`,
    `<div class="meaning">${meaning}</div></div>`,
  ].join("\n");
}

function spanned(_: string, key: string, value: string): string {
  return `<span class="key">${key}</span>: <span class="value">${value}</span>`;
}

function lineOf(number: number, html: string): string {
  return `<div class="line"><span class="number">${number}</span>${html}</div>`;
}
