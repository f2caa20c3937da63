/** One thing with all that is known of it, and the questions before something is done to it. */
export const detailStyles = `
.head, .part, .question { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.head { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding: 1.125rem 1rem; margin-block-end: 0.5rem; }
.head-line { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0.5rem 1.5rem; }
.head h1 { display: grid; gap: 0.125rem; font-weight: 400; min-inline-size: 0; }
.head-order { color: var(--muted); font-size: 0.9375rem; }
.head-amount { font-size: clamp(1.625rem, 1.3rem + 1.4vw, 2.125rem); font-weight: 650; line-height: 1.2; }
.head-customer { display: flex; align-items: center; gap: 0.5rem; color: var(--muted); }
.head-customer .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.head-customer bdi { color: var(--ink); font-weight: 550; }
.answer { display: grid; gap: 0.375rem; max-inline-size: 46rem; padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--brass); font-size: 1rem; }
.does { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.25rem 0 0; padding: 0; list-style: none; }
.anchors ul { margin-block-end: 1rem; }
.detail { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-items: start; }
.detail-story, .detail-facts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.part { padding: 1rem; scroll-margin-block-start: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.part h2 { font-size: 1rem; font-weight: 650; scroll-margin-block-start: 1.5rem; }
.part .lines { gap: 0.4375rem; }
.part .line { gap: 0 0.75rem; }
.part .line dt { font-size: 0.875rem; }
.part .line dd { font-weight: 450; }
.detail-facts .part .line + .line { padding-block-start: 0.4375rem; border-block-start: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.one .lines { grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.3125rem 1.75rem; font-size: 0.875rem; }
.stacked .line { display: block; }
.stacked .line dd { margin: 0; text-align: start; font-size: 0.875rem; }
.poster { justify-items: center; text-align: center; }
.poster .links { justify-content: center; }
.poster .qr { inline-size: min(20rem, 100%); block-size: auto; aspect-ratio: 1; }
.qr { inline-size: 10rem; block-size: 10rem; border-radius: 8px; background: #ffffff; }
.links, .alerts, .cards, .whys, .postings { margin: 0; padding: 0; list-style: none; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.links a, .part > p > a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.alerts { display: grid; gap: 0.75rem; }
.whys { display: grid; gap: 0.375rem; color: var(--muted); font-size: 0.875rem; }
.cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.one { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 10px; }
.one-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
.one-head strong { margin-inline-start: auto; font-weight: 600; }
.one-name { font-weight: 600; }
.happened .technical { margin-block-start: -0.125rem; }
.technical summary { display: list-item; inline-size: fit-content; padding-block: 0.1875rem; color: var(--muted); font-size: 0.8125rem; cursor: pointer; border-radius: 6px; }
.technical dl { display: grid; gap: 0.125rem; padding: 0.5rem 0.75rem; border-radius: 8px; background: var(--paper); font-size: 0.8125rem; }
.technical dl > div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
.technical dt { min-inline-size: 8rem; color: var(--muted); }
.json { margin: 0; padding: 0.75rem; border-radius: 8px; background: var(--paper); font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.8125rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; max-block-size: 24rem; overflow-y: auto; }
.timeline { display: grid; margin: 0; padding: 0; list-style: none; }
.happened { position: relative; padding: 0 0 0.5rem 0; padding-inline-start: 1.5rem; min-inline-size: 0; }
.happened::before { content: ""; position: absolute; inset-block: 1.25rem 0; inset-inline-start: 0.3125rem; inline-size: 2px; background: var(--line); }
.happened:last-child::before { display: none; }
.happened::after { content: ""; position: absolute; inset-block-start: 0.4375rem; inset-inline-start: 0; inline-size: 0.75rem; block-size: 0.75rem; border: 2px solid var(--control); border-radius: 50%; background: var(--surface); }
.happened-good::after { border-color: var(--good); background: var(--good); }
.happened-bad::after { border-color: var(--bad); background: var(--bad); }
.happened-warn::after { border-color: var(--warn); }
.happened-what { font-weight: 550; }
.happened-when { display: flex; flex-wrap: wrap; gap: 0 0.625rem; color: var(--muted); font-size: 0.8125rem; }
.happened-words { font-size: 0.9375rem; }
.postings { display: grid; gap: 0.125rem; max-inline-size: 24rem; font-size: 0.875rem; }
.postings li { display: flex; justify-content: space-between; gap: 1rem; color: var(--muted); }
.word { display: flex; gap: 0.75rem; margin-block-end: 1rem; padding: 0.75rem 1rem; border: 1px solid currentcolor; border-radius: 10px; }
.word > .icon { inline-size: 1.375rem; block-size: 1.375rem; }
.word > div { flex: 1 1 0; min-inline-size: 0; display: grid; gap: 0.25rem; }
.word p:not(.word-title), .word li { color: var(--ink); }
.word-title { font-weight: 600; }
.word-good { background: var(--good-soft); color: var(--good); }
.word-warn { background: var(--warn-soft); color: var(--warn); }
.word-bad { background: var(--bad-soft); color: var(--bad); }
.word:focus-visible { outline: 2px solid currentcolor; outline-offset: 0; }
.fault-list { margin: 0; padding-inline-start: 1.25rem; overflow-wrap: anywhere; }
.fault-list a { color: inherit; }
.question { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.125rem; padding: 1.25rem 1rem; }
.question h1 { font-size: 1.375rem; font-weight: 650; }
.question .lead { max-inline-size: 40rem; color: var(--muted); }
.question > .lines { padding: 0.875rem 1rem; border-radius: 10px; background: var(--paper); gap: 0.5rem; }
.question .fields { gap: 1.125rem; }
.question .word { margin: 0; }
.group { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; min-inline-size: 0; border: 0; }
@media (max-width: 47.99rem) {
  .question-does { margin: 0 -1rem -1.25rem; padding: 0.75rem 1rem; border-block-start: 1px solid var(--line); border-end-start-radius: 12px; border-end-end-radius: 12px; background: var(--surface); }
  .question-does .act { flex: 1 1 auto; }
}
@media (max-width: 47.99rem) and (min-height: 30rem) {
  .question-does { position: sticky; inset-block-end: 0; }
  /* What the keyboard comes to is not below the buttons. */
  :root:has(.question-does) { scroll-padding-block-end: 9rem; }
}
@media (min-width: 48rem) {
  .head { padding: 1.375rem 1.5rem; }
  .part { padding: 1.125rem 1.25rem; }
  .question { padding: 1.75rem; }
}
@media (min-width: 75rem) {
  .detail { grid-template-columns: minmax(0, 1fr) 23rem; }
}
`;
