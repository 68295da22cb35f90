/**
 * How pages look: on any width, light, dark and on paper. Text stands out from what is behind it by 4.5 to 1, what is drawn
 * by 3 to 1; a test of the pages measures both.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f4f5f8; --card: #fff; --text: #1c2330; --quiet: #545e6e; --line: #d5dae3; --edge: #7b8698; --code: #eff1f5;
  --good: #0f6130; --good-back: #e2f5e8; --good-mark: #b3e6c3; --bad: #9c1717; --bad-back: #fdeaea; --bad-mark: #f9c9c9;
  --warn: #744700; --warn-back: #fdf1d9; --change: #1a4a9c; --change-back: #e6eefb;
  --c0: #1f5fbf; --c1: #a64b00; --c2: #1d7a4a; --c3: #8a3fb0; --c4: #b5285f; --c5: #56647a; --share: #3d4a5f; --on: #fff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #12161d; --card: #1a202a; --text: #e4e8ee; --quiet: #a3aebd; --line: #333d4b; --edge: #7f8b9c; --code: #252d39;
    --good: #8be3a8; --good-back: #16341f; --good-mark: #24532f; --bad: #ffabab; --bad-back: #43191b; --bad-mark: #692427;
    --warn: #f3c266; --warn-back: #3a2b0d; --change: #a8c8ff; --change-back: #1b2c4a;
    --c0: #8ab4ff; --c1: #f0a851; --c2: #56c793; --c3: #d09cf0; --c4: #f596b8; --c5: #a9b6c8; --share: #c3ccd8; --on: #12161d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.25rem 1rem 0; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 1.75rem 0 .6rem; }
h3 { font-size: 1.02rem; margin: 0; }
section > h3 { margin-top: 1.1rem; }
h3 .quiet { font-weight: 400; }
p { margin: .3rem 0; }
a { color: inherit; }
code, pre { font: .84rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
ul.plain, ul.row { margin: .4rem 0; padding: 0; list-style: none; }
ul.row { display: flex; flex-wrap: wrap; gap: .15rem 1rem; }
.quiet, .place { color: var(--quiet); }
.pill { border: 1px solid; border-radius: 1rem; padding: 0 .6rem; font-size: .84rem; font-weight: 600; white-space: nowrap; }
.good { color: var(--good); background: var(--good-back); }
.change { color: var(--change); background: var(--change-back); }
.warn { color: var(--warn); background: var(--warn-back); }
.bad { color: var(--bad); background: var(--bad-back); }
.pill.quiet { background: var(--code); }
.callout { border-left: 4px solid; border-radius: 6px; padding: .6rem 1rem; margin: 1rem 0; }
.callout h2, .callout h3 { margin: 0 0 .3rem; font-size: 1rem; }
.callout.quiet { background: var(--code); }
.callout > :not(h2, h3) { color: var(--text); }
.callout h3 code { font-size: .95rem; }
.callout section h3 { margin-top: .8rem; }
ul.risk li { margin: .35rem 0; }
ul.risk li > code { display: block; width: fit-content; margin-top: .1rem; padding: .05rem .4rem; background: var(--card); border-radius: 4px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .75rem 0; content-visibility: auto; contain-intrinsic-size: auto 8rem; }
:target { outline: 3px solid var(--change); outline-offset: 2px; }
article > header { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; }
.scroll { overflow-x: auto; margin: .5rem 0; }
.scroll :is(th, td) { min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: .84rem; }
tr:last-child > * { border-bottom: 0; }
details { margin-top: .5rem; }
td > details { margin: 0; }
summary { cursor: pointer; color: var(--quiet); font-size: .9rem; }
pre { margin: .4rem 0 0; background: var(--code); border-radius: 6px; padding: .5rem 0; white-space: pre-wrap; tab-size: 4; }
.bar { display: flex; gap: 2px; height: 1.3rem; background: var(--code); border: 1px solid var(--edge); border-radius: 4px; overflow: hidden; }
.bar i { flex: none; overflow: hidden; padding: 0 .3rem; color: var(--on); font: normal .75rem/1.2rem system-ui, sans-serif; white-space: nowrap; min-width: 2px; }
.bar i:empty { padding: 0; }
.bars { display: grid; grid-template-columns: 3rem 1fr; align-items: center; font-size: .84rem; color: var(--quiet); }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); } .c3 { background: var(--c3); }
.c4 { background: var(--c4); } .c5 { background: var(--c5); } .share { background: var(--share); }
.bar i.planned { background: var(--card); color: var(--text); border: 2px dashed var(--edge); border-radius: 3px; line-height: 1rem; }
:focus-visible { outline: 3px solid var(--change); outline-offset: 2px; }
article .bar { margin: .5rem 0; }
h1.bad, h1.good { border-left: 6px solid; border-radius: 6px; padding: .6rem 1rem; }
.fields { margin-top: .6rem; }
.fields th { width: 26%; }
.fields td { width: 37%; }
.fields.one td { width: 74%; }
.fields td code { white-space: pre-wrap; border-radius: 4px; padding: 0 .25rem; background: var(--code); box-decoration-break: clone; -webkit-box-decoration-break: clone; }
pre span { display: block; padding: 0 .7rem 0 1.7rem; text-indent: -1rem; min-height: 1.5em; }
.add { background: var(--good-back); color: var(--good); }
.cut { background: var(--bad-back); color: var(--bad); }
pre ins { background: var(--good-mark); } pre del { background: var(--bad-mark); }
pre ins, pre del { border-radius: 2px; text-decoration-thickness: 1px; }
.skip { color: var(--quiet); }
ul.call { color: var(--quiet); }
.facts { display: grid; grid-template-columns: 9.5rem 1fr; gap: .1rem .9rem; margin: .4rem 0 0; font-size: .92rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; }
td :target, th :target { outline: 3px solid var(--change); outline-offset: 2px; }
@media (max-width: 40rem) {
  th, td { min-width: 5.5rem; }
  .facts { grid-template-columns: 1fr; } .facts dd { margin-bottom: .3rem; }
  .fields thead { position: absolute; left: -200vw; }
  .fields tr { display: grid; grid-template-columns: 1fr 1fr; border-bottom: 1px solid var(--line); }
  .fields th, .fields td, .fields.one td { width: auto; border: 0; padding: .15rem .4rem .15rem 0; }
  .fields th, .fields.one td, .fields td.text { grid-column: 1 / -1; }
  .fields td + td::before { content: "→ "; color: var(--quiet); }
  main { padding-left: .75rem; padding-right: .75rem; }
  h1 { font-size: 1.25rem; }
}
@media print {
  :root { color-scheme: light; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { background: none; font-size: 11pt; }
  article { content-visibility: visible; }
  tr, li, .bars, .facts { break-inside: avoid; }
  h1, h2, h3, thead, article > header { break-after: avoid; }
  nav { display: none; }
  a { text-decoration: none; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
}
`;
