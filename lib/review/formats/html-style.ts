/** How a review's page looks: on any width, light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --text: #1c2330; --quiet: #5b6575; --line: #dde1e8; --code: #f1f3f6;
  --green: #136c34; --green-back: #e2f5e8; --red: #a81c1c; --red-back: #fdeaea; --green-mark: #abe4bd; --red-mark: #f8c2c2; --amber: #865300; --amber-back: #fdf1d9;
  --blue: #1c50a8; --blue-back: #e6eefb;
  --c0: #3b6fd4; --c1: #e08a1e; --c2: #2f9e6b; --c3: #a757c9; --c4: #d0497a; --c5: #6b7a8f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161d; --card: #1a202a; --text: #e4e8ee; --quiet: #9aa5b5; --line: #2d3643; --code: #232b37;
    --green: #7ddc9c; --green-back: #16341f; --red: #ff9d9d; --red-back: #43191b; --green-mark: #24613a; --red-mark: #7d2c2f; --amber: #f3c266; --amber-back: #3a2b0d;
    --blue: #9cc0ff; --blue-back: #1b2c4a;
    --c0: #6c9bf2; --c1: #f0a851; --c2: #56c793; --c3: #c687e2; --c4: #ef7fa6; --c5: #94a2b5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; }
p { margin: .25rem 0; }
a { color: inherit; }
code, pre { font: .84rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.quiet { color: var(--quiet); }
.counts { display: flex; flex-wrap: wrap; gap: .4rem; margin: .75rem 0; padding: 0; list-style: none; }
.counts li, .pill { background: var(--code); border-radius: 1rem; padding: .1rem .7rem; font-size: .86rem; white-space: nowrap; }
.pill { font-weight: 600; }
.create, .version, .adopt { color: var(--green); background: var(--green-back); }
.update, .retry, .reapply { color: var(--blue); background: var(--blue-back); }
.release, .dry-run { color: var(--quiet); background: var(--code); }
.risks { background: var(--red-back); border-left: 4px solid var(--red); border-radius: 6px; padding: .75rem 1rem; margin: 1rem 0; }
.risks.known { background: var(--code); border-color: var(--quiet); }
.risks h2 { margin: 0 0 .4rem; font-size: 1rem; color: var(--red); }
.risks.known h2 { color: var(--quiet); }
.risks ul { margin: 0; padding-left: 1.1rem; }
.risks li { margin: .35rem 0; }
.notes { background: var(--amber-back); border-radius: 6px; padding: .5rem 1rem; margin: .75rem 0; font-size: .92rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; margin: .75rem 0; }
article > header { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
article h3 { font-size: 1.02rem; margin: 0; }
article h3 small { font-weight: 400; color: var(--quiet); font-size: 1em; }
.calls { margin: .3rem 0 0; padding: 0; list-style: none; color: var(--quiet); }
.risk { color: var(--red); margin: .4rem 0; font-size: .93rem; }
.risk.known { color: var(--quiet); }
figure { margin: .8rem 0 0; }
figcaption { font-size: .86rem; color: var(--quiet); }
figcaption b { color: var(--text); }
.bars { display: grid; gap: .25rem .6rem; align-items: center; font-size: .8rem; color: var(--quiet); margin-top: .25rem; }
.bars.two { grid-template-columns: auto 1fr; }
.bar { display: flex; height: 1rem; background: var(--code); border-radius: 4px; overflow: hidden; }
.bar i { display: block; height: 100%; }
.bar i + i { border-left: 2px solid var(--card); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .3rem 0 0; padding: 0; list-style: none; font-size: .86rem; }
.legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .35rem; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); }
.c3 { background: var(--c3); } .c4 { background: var(--c4); } .c5 { background: var(--c5); }
dl { margin: .8rem 0 0; border-top: 1px solid var(--line); }
.field { display: grid; grid-template-columns: minmax(8rem, 1fr) 2fr 2fr; gap: .1rem .9rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.field:last-child { border-bottom: 0; padding-bottom: 0; }
.field.one { grid-template-columns: minmax(8rem, 1fr) 4fr; }
.field.text { display: block; }
dt, dd { margin: 0; min-width: 0; }
dt code { color: var(--quiet); overflow-wrap: anywhere; word-break: normal; }
dd code { white-space: pre-wrap; border-radius: 4px; padding: 0 .25rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.before code { background: var(--red-back); color: var(--red); }
.after code { background: var(--green-back); color: var(--green); }
.plain code { background: var(--code); }
.none { color: var(--quiet); font-size: .86rem; }
details { margin-top: .6rem; }
summary { cursor: pointer; color: var(--quiet); font-size: .9rem; }
pre { margin: .4rem 0 0; background: var(--code); border-radius: 6px; padding: .5rem 0; white-space: pre-wrap; tab-size: 4; }
pre span { display: block; padding: 0 .7rem 0 1.7rem; text-indent: -1rem; min-height: 1.5em; }
.add { background: var(--green-back); color: var(--green); }
.cut { background: var(--red-back); color: var(--red); }
.add b { background: var(--green-mark); } .cut b { background: var(--red-mark); }
pre b { font-weight: inherit; border-radius: 2px; }
.skip { color: var(--quiet); }
footer { margin-top: 2rem; color: var(--quiet); font-size: .9rem; }
@media (max-width: 40rem) {
  main { padding: 1rem .75rem 2rem; }
  .field, .field.one { grid-template-columns: 1fr 1fr; }
  .field dt, .field.one dd { grid-column: 1 / -1; }
}
`;
