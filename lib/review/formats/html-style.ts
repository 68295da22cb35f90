/** What a review's page needs beside the styles of all pages. */
export const reviewStyle = `
h1.bad, h1.good, h1.quiet { border-left: 6px solid; border-radius: 6px; padding: .6rem 1rem; }
h1.quiet { background: var(--code); }
.risk { color: var(--bad); margin: .35rem 0; font-size: .93rem; }
.risk.known { color: var(--quiet); }
ul.start { border-left: 3px solid var(--edge); padding-left: .7rem; }
.fields { margin-top: .6rem; }
.calls { color: var(--quiet); }
.bars { display: grid; grid-template-columns: auto 1fr; gap: .25rem .6rem; align-items: center; font-size: .8rem; margin-top: .25rem; }
.fields th { width: 26%; }
.fields td { width: 37%; }
.fields.one td { width: 74%; }
.fields td code { white-space: pre-wrap; border-radius: 4px; padding: 0 .25rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.before code { background: var(--bad-back); color: var(--bad); }
.after code { background: var(--good-back); color: var(--good); }
.plain code { background: var(--code); }
pre span { display: block; padding: 0 .7rem 0 1.7rem; text-indent: -1rem; min-height: 1.5em; }
.add { background: var(--good-back); color: var(--good); }
.cut { background: var(--bad-back); color: var(--bad); }
pre ins { background: var(--good-mark); } pre del { background: var(--bad-mark); }
pre ins, pre del { border-radius: 2px; text-decoration-thickness: 1px; }
.skip { color: var(--quiet); }
@media (max-width: 40rem) {
  .fields thead { position: absolute; left: -200vw; }
  .fields tr { display: grid; grid-template-columns: 1fr 1fr; border-bottom: 1px solid var(--line); }
  .fields th, .fields td, .fields.one td { width: auto; border: 0; padding: .15rem .4rem .15rem 0; }
  .fields th, .fields.one td, .fields td.text { grid-column: 1 / -1; }
}
`;
