/**
 * How pages look: on any width, light, dark and on paper. Text stands out from what is behind it by 4.5 to 1, what is drawn
 * by 3 to 1; a test of the pages measures both.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --soft: #f7f8fa; --text: #161b26; --quiet: #59626f; --line: #e2e6ec; --edge: #7d8797; --code: #eef1f5; --track: #e3e7ed;
  --act: #1d56c4; --act-soft: #eaf1fd; --decide: #b03a10; --decide-soft: #fdf0ea; --decide-line: #efc4b1;
  --good: #14693a; --good-soft: #e7f5ec; --bad: #a31d1d; --bad-soft: #fdecec;
  --c0: #687285; --c1: #2a6bdf; --c2: #8a4bd3; --c3: #0c7d69; --c4: #b8327f; --c5: #a35200; --on: #fff;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0f1319; --card: #171c24; --soft: #1d232d; --text: #e6e9ef; --quiet: #a2acba; --line: #2b333f; --edge: #7f8a9a; --code: #252d38; --track: #323b48;
    --act: #8db8ff; --act-soft: #1a2a45; --decide: #ffa680; --decide-soft: #35201a; --decide-line: #6b3b2a;
    --good: #7ddba0; --good-soft: #16301f; --bad: #ffa9a9; --bad-soft: #3d1b1c;
    --c0: #98a3b5; --c1: #75a9ff; --c2: #c29bf5; --c3: #4cc7ad; --c4: #f28cc3; --c5: #eda55a; --on: #10141b;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, p, ul, dl, dd, figure { margin: 0; padding: 0; }
a { color: var(--act); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a.in { color: inherit; text-decoration: none; }
a.in:hover { text-decoration: underline; }
:focus-visible, :target { outline: 2px solid var(--act); outline-offset: 2px; border-radius: 4px; }
strong { font-weight: 650; }
.quiet, .skip { color: var(--quiet); }
code, pre { font: .8125rem/1.5 var(--mono); }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; white-space: pre-wrap; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
p code { display: inline-block; max-width: 100%; }
a code { color: inherit; }
ul { list-style: none; font-size: .875rem; }
li + li { margin-top: .25rem; }
.icon { width: 1rem; height: 1rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; color: var(--quiet); vertical-align: -.15em; }
.icon.decide { color: var(--decide); } .icon.good { color: var(--good); } .icon.act { color: var(--act); }

.head { display: grid; grid-template-columns: 2.75rem 1fr; gap: 1rem; margin-bottom: 1.5rem; }
.badge { width: 2.75rem; height: 2.75rem; border-radius: 10px; display: grid; place-items: center; background: var(--code); color: var(--quiet); }
.badge .icon { width: 1.4rem; height: 1.4rem; color: inherit; }
.head.decide .badge { background: var(--decide-soft); color: var(--decide); }
.head.good .badge { background: var(--good-soft); color: var(--good); }
.head.act .badge { background: var(--act-soft); color: var(--act); }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 680; letter-spacing: -.012em; }
.head p { margin-top: .3rem; max-width: 58rem; }
.meta > span:not(:last-child)::after { content: "·"; margin: 0 .15em 0 .45em; color: var(--edge); }
.meta code, td code { background: none; padding: 0; font-size: .78rem; }
h2 { font-size: .9375rem; font-weight: 650; margin: 2.25rem 0 .75rem; }
h3, h4, h5 { font-size: .9375rem; font-weight: 650; }
.count { display: inline-block; min-width: 1.5em; padding: 0 .45em; margin-left: .2em; border-radius: 1em; background: var(--code); color: var(--quiet); font-size: .8125rem; font-weight: 600; text-align: center; }
main > .box { background: var(--card); margin: 0 0 1rem; }
main > .box.decide { border-color: var(--decide-line); background: var(--decide-soft); }
main > .box.decide > h2 > span:first-of-type { color: inherit; }
main > .more, section > .more, section > p { margin-top: .6rem; font-size: .8125rem; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 .75rem; }
.card > :is(header, summary) { display: grid; grid-template-columns: 1rem minmax(0, 1fr) auto; gap: .75rem; padding: .9rem 1.15rem; align-items: start; }
.card > :is(header, summary) > div:first-child { grid-column: 1 / 3; }
.card > :is(header, summary) > .icon { margin-top: .22rem; }
.card.decide { border-left: 3px solid var(--decide); }
.card > header:only-child { padding-bottom: 1rem; }
.card :is(header, summary) :is(h2, h3, h4) { font-size: 1.0625rem; line-height: 1.35; font-weight: 430; margin: 0; }
.card :is(header, summary) strong { font-weight: 680; }
.meta { color: var(--quiet); font-size: .8125rem; margin-top: .1rem; }
.tags { display: flex; flex-wrap: wrap; gap: .3rem; justify-content: flex-end; align-items: center; font-size: .8125rem; }
.tag { display: inline-block; border: 1px solid var(--line); border-radius: 5px; padding: .02rem .45rem; font-size: .75rem; font-weight: 550; color: var(--quiet); background: var(--card); }
.chip { display: inline-block; border-radius: 5px; padding: 0 .45rem; margin: .1rem .25rem .1rem 0; font-size: .8125rem; font-weight: 550; color: var(--quiet); background: var(--code); }
td:has(> .chip) { font-size: 0; }
:is(.tag, .chip).good { color: var(--good); border-color: transparent; background: var(--good-soft); }
:is(.tag, .chip).decide { color: var(--decide); border-color: transparent; background: var(--decide-soft); }
:is(.tag, .chip).act { color: var(--act); border-color: transparent; background: var(--act-soft); }
.cols { display: grid; grid-template-columns: minmax(0, 1fr) 25rem; gap: 1.75rem; padding: 0 1.15rem 1.1rem 2.9rem; }
.cols:has(> :only-child) { grid-template-columns: minmax(0, 1fr); }
:is(.main, .aside) > * + * { margin-top: .8rem; }
.card footer { padding: 0 1.15rem .8rem 2.9rem; margin-top: -.25rem; }
/* a browser lays out only those in sight: pictures of such a page have blanks */
@media screen { main:has(article:nth-of-type(200)) .card { content-visibility: auto; contain-intrinsic-size: auto 3rem; } }

.fold > summary { cursor: pointer; list-style: none; padding: .5rem 1.15rem; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary::after { content: ""; grid-column: 4; width: .42rem; height: .42rem; margin-top: .4rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.fold > summary { grid-template-columns: 1rem minmax(0, 1fr) auto auto; }
.fold[open] > summary::after { transform: rotate(225deg); margin-top: .6rem; }
.fold > summary:hover { background: var(--soft); }
.fold > summary > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .9rem; }
.fold > summary :is(h2, h3, h4) { font-size: .9375rem; }
.fold .in { padding-top: .4rem; outline: 0; }
.card.fold { margin: 0; border-radius: 0; }
.card.fold + .card.fold { border-top: 0; }
.card.fold:not(.fold + .fold) { border-radius: 10px 10px 0 0; }
.card.fold:not(:has(+ .fold)) { border-radius: 0 0 10px 10px; margin-bottom: .75rem; }
.card.fold:not(.fold + .fold):not(:has(+ .fold)) { border-radius: 10px; }
.fold:has(:target) { outline: 2px solid var(--act); outline-offset: -2px; }

.box { border: 1px solid var(--line); border-radius: 8px; background: var(--soft); padding: .8rem .95rem; font-size: .875rem; }
.box > :is(h2, h3, h4, h5) { display: flex; gap: .5rem; align-items: flex-start; line-height: 1.4; margin: 0; }
.box > :is(h2, h3, h4, h5) > .icon { margin-top: .15rem; }
.box > :is(h2, h3, h4, h5) > span:first-of-type { flex: 1; }
.box .tags { font-weight: 400; } .box .tags code { background: none; padding: 0; color: var(--quiet); font-size: .75rem; }
.box.decide > :is(h2, h3, h4) > span:first-of-type { color: var(--decide); }
.box > p { margin-top: .3rem; }
.box > div, .box > .more { margin-top: .4rem; }
.box + .box { margin-top: .6rem; }
.copy { display: block; margin-top: .25rem; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); user-select: all; -webkit-user-select: all; cursor: copy; font-size: .78rem; }
.copy + br { display: none; }
.facts { font-size: .875rem; display: grid; gap: .45rem; }
.facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem; }
.facts dt { color: var(--quiet); }
.box .facts { display: block; margin: .7rem -.95rem -.35rem; }
.box .facts > div { display: block; border-top: 1px solid var(--line); padding: .55rem .95rem; }
.box .facts dt { color: inherit; font-weight: 620; font-size: .8125rem; }
.box .facts dt .quiet, .later summary .quiet { font-weight: 400; }
.later { margin: .35rem -.95rem -.35rem; border-top: 1px solid var(--line); padding: .55rem .95rem; }
.later > summary { font-weight: 620; font-size: .8125rem; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .34rem .9rem .34rem 0; font-weight: 400; border-top: 1px solid var(--line); min-width: 4rem; }
thead th { border-top: 0; overflow-wrap: normal; color: var(--quiet); font-size: .8125rem; padding-top: 0; }
section > .scroll > .grid { background: var(--card); border: 1px solid var(--line); border-radius: 10px; border-collapse: separate; border-spacing: 0; }
section > .scroll > .grid :is(th, td) { padding: .45rem .9rem; }
section > .scroll > .grid :is(th:first-child) { padding-left: 1.15rem; }
section > .scroll > .grid th:first-child { min-width: 8.5rem; }
section > .scroll > .grid td { overflow-wrap: break-word; }
.grid td > code { overflow-wrap: break-word; }
.fields th { width: 26%; }
.swatch { display: inline-block; width: .7rem; height: .7rem; border-radius: 3px; margin-right: .5rem; vertical-align: -.06em; }
.index { background: var(--card); table-layout: fixed; border: 1px solid var(--line); border-radius: 10px; border-collapse: separate; border-spacing: 0; }
.index th, .index td { padding: .45rem .9rem .45rem 0; vertical-align: middle; min-width: 0; }
.index :is(th:first-child) { padding-left: 1.15rem; width: 42%; }
.index thead th:nth-child(3) { width: 24%; }
.index tbody th { font-size: .875rem; }
.index tbody tr:not(.group) th { padding-left: 2.9rem; text-indent: -1.75rem; }
.index tbody th > * { text-indent: 0; }
.index th .icon { margin-right: .5rem; }
.index .group th { background: var(--soft); font-size: .8125rem; font-weight: 620; padding: .38rem 1.15rem; color: var(--quiet); }
.index td { color: var(--quiet); font-size: .8125rem; }
.index a strong { font-weight: 640; }

.bars .r { display: grid; grid-template-columns: 3.1rem 1fr; gap: .5rem; align-items: center; margin-top: .3rem; }
.bars .r:not(.scale, :has(.cap)) { grid-template-columns: 1fr; }
.cap { font-size: .8125rem; color: var(--quiet); }
.bar { display: flex; gap: 1.5px; height: 1.45rem; border-radius: 5px; overflow: hidden; background: var(--soft); box-shadow: inset 0 0 0 1px var(--edge); }
.bar i { flex: none; overflow: hidden; padding: 0 .4rem; font: normal 600 .75rem/1.45rem system-ui, sans-serif; color: var(--on); white-space: nowrap; min-width: 2px; }
.bar i:empty { padding: 0; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); } .c3 { background: var(--c3); } .c4 { background: var(--c4); } .c5 { background: var(--c5); }
.bar .rest { color: var(--quiet); font-weight: 450; }
.bar .open { background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--track) 5px 6.5px); color: var(--text); font-weight: 500; text-align: center; box-shadow: inset 0 0 0 1px var(--edge); }
.bar .planned { background: repeating-linear-gradient(-45deg, var(--card) 0 5px, var(--act-soft) 5px 8px); color: var(--text); box-shadow: inset 0 0 0 1.5px var(--c1); border-radius: 3px; }
.bar .late { background: var(--decide); }
.mini { display: inline-grid; gap: 2px; width: 4.75rem; vertical-align: middle; margin-right: .7rem; }
.mini .bar { height: .42rem; border-radius: 2px; gap: 1px; box-shadow: none; background: var(--track); }
.mini .bar i { padding: 0; min-width: 1px; font-size: 0; box-shadow: none; }
.fold > summary > .tags { align-self: center; } .tags .mini { margin: 0; } .main .mini { display: grid; margin: 0 0 .25rem; }
.layers, .time { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.15rem; }
:is(.layers, .time) .r { grid-template-columns: 9rem 1fr 14rem; gap: .1rem .9rem; margin-top: .7rem; }
:is(.layers, .time) .r:first-child { margin-top: 0; }
.cap { font-size: .875rem; color: var(--text); }
.end, .below { font-size: .8125rem; color: var(--quiet); }
.end strong { color: var(--text); }
.below { grid-column: 2; }
.layers .bar { height: 1.75rem; } .layers .bar i { line-height: 1.75rem; }
.time .bar { background: none; box-shadow: none; height: 1.15rem; }
.time .bar i { border-radius: 4px; }
.ticks { position: relative; height: 1.3rem; font-size: .75rem; color: var(--quiet); border-bottom: 1px solid var(--line); }
.ticks i { position: absolute; font-style: normal; transform: translateX(-50%); white-space: nowrap; }
.ticks .now { font-weight: 650; color: var(--text); }
.time > div { position: relative; overflow: visible clip; }
.ticks .now::after { content: ""; position: absolute; left: 50%; top: 1.3rem; height: 99rem; border-left: 1px dashed var(--edge); }

figcaption { font-size: .8125rem; color: var(--quiet); margin-bottom: .3rem; }
.main > p + .bars { margin-top: .5rem; }
pre { margin: 0; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .4rem 0; white-space: pre-wrap; tab-size: 4; }
pre span { display: block; padding: 0 .8rem 0 1.9rem; text-indent: -1.1rem; min-height: 1.5em; }
.add { background: var(--good-soft); color: var(--good); } .cut { background: var(--bad-soft); color: var(--bad); }
.more > summary { cursor: pointer; color: var(--quiet); font-size: .8125rem; width: fit-content; }
.more > summary:hover { color: var(--text); }
.more[open] > summary { margin-bottom: .4rem; }

/* a browser that cannot show a fold's content leaves it to a click */
@supports selector(::details-content) {
  @media (min-width: 40.01rem) {
    .later > summary { list-style: none; pointer-events: none; }
    .later > summary::-webkit-details-marker { display: none; }
    .later::details-content { content-visibility: visible; display: block; block-size: auto; }
  }
}
@media (max-width: 56rem) { .cols { grid-template-columns: minmax(0, 1fr); gap: 1rem; } }
@media (max-width: 40rem) {
  main { padding: 1.1rem .8rem 3rem; }
  .head { grid-template-columns: 1fr; gap: .6rem; }
  h1 { font-size: 1.375rem; }
  .cols, .card footer { padding-left: 1rem; padding-right: 1rem; }
  .card > :is(header, summary) { padding: .85rem 1rem; gap: .4rem .6rem; grid-template-columns: 1rem minmax(0, 1fr) auto; }
  .card .tags { grid-column: 2; justify-content: flex-start; }
  .fold > summary::after { grid-column: 3; grid-row: 1; }
  section > .scroll > .grid :is(thead, td:empty) { display: none; }
  section > .scroll > .grid :is(tbody, tr, th, td) { display: block; }
  section > .scroll > .grid tr { padding: .55rem 1.15rem; border-top: 1px solid var(--line); }
  section > .scroll > .grid tr:first-child { border-top: 0; }
  section > .scroll > .grid tr > :is(th:first-child, td) { border: 0; padding: 0; }
  section > .scroll > .grid td::before { content: attr(data-head); display: block; color: var(--quiet); font-size: .8125rem; margin-top: .2rem; }
  .card .grid td:nth-child(2) { min-width: 6.2rem; }
  .ticks .now::after { display: none; }
  .facts > div { grid-template-columns: 6rem minmax(0, 1fr); gap: .6rem; }
  .index thead, .fields thead { position: absolute; left: -200vw; }
  .index tr { display: block; padding: .55rem .9rem; border-top: 1px solid var(--line); }
  .index tbody tr:first-child { border-top: 0; }
  .index th { display: block; } .index td { display: inline-block; }
  .index tr > *, .index th:first-child, .index .group th { border: 0; padding: 0; width: auto; }
  .index .group { background: var(--soft); padding: .35rem .9rem; }
  .index tbody tr:not(.group) td { margin: .1rem .4rem 0 1.75rem; }
  .index tbody tr:not(.group) th { padding-left: 1.75rem; text-indent: -1.75rem; }
  .index td:empty { display: none; }
  .fields tr { display: grid; grid-template-columns: 1fr 1fr; border-top: 1px solid var(--line); }
  .fields th, .fields td { width: auto; border: 0; padding: .15rem .4rem .15rem 0; }
  .fields th { grid-column: 1 / -1; }
  .fields td + td::before { content: "→ "; color: var(--quiet); }
  .bars:not(.layers, .time) .r:has(.cap) { grid-template-columns: 2.9rem 1fr; gap: .4rem; }
  .bar i:not(.rest, .open) { font-size: 0; }
  :is(.layers, .time) .r { grid-template-columns: minmax(5rem, 1fr) auto; gap: .15rem .6rem; }
  :is(.layers, .time) .bar, .ticks, .below { grid-column: 1 / -1; }
  :is(.layers, .time) .bar { grid-row: 2; }
  .scale span:empty { display: none; }
}
@media print {
  :root { color-scheme: light; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { background: none; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  .card > :is(header, summary), h2, h4 { break-after: avoid; }
  tr, li, .box, .bars .r, .facts > div { break-inside: avoid; }
  .scroll { overflow: visible; }
  a { color: inherit; text-decoration: none; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  .fold > summary::after { display: none; }
}
`;
