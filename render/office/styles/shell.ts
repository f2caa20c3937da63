/** What stands around every page of the office: a petrol rail with the milled edge of the payers' pages, a bar above the page. */
export const shellStyles = `
body.office { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; padding: 0; font-size: 0.9375rem; }
.skip { position: absolute; inset-block-start: 0.5rem; inset-inline-start: 0.5rem; z-index: 2; padding: 0.625rem 1rem; border-radius: 8px; background: var(--surface); box-shadow: var(--shadow); }
.skip:not(:focus) { inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.rail {
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1rem;
  padding: 0.75rem 1rem 1rem;
  background: var(--panel);
  color: var(--on-panel);
  --focus: #ffd58a;
}
.rail::after {
  content: "";
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  block-size: 4px;
  background: repeating-linear-gradient(to right, var(--brass) 0 2px, transparent 2px 6px);
}
.rail a { color: inherit; }
.brand { display: grid; flex: 1 1 10rem; min-inline-size: 0; }
.brand-name { font-weight: 650; text-align: -webkit-match-parent; text-align: match-parent; overflow-wrap: anywhere; line-height: 1.3; }
.brand-product { color: var(--on-panel-muted); font-size: 0.8125rem; }
.sections { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0; padding: 0; list-style: none; }
.sections a { display: flex; align-items: center; gap: 0.625rem; min-block-size: 2.75rem; padding-inline: 0.75rem; border-radius: 8px; color: var(--on-panel-muted); font-weight: 500; text-decoration: none; }
.sections a:hover { background: var(--panel-line); color: var(--on-panel); }
.sections [aria-current] { background: var(--panel-line); color: var(--on-panel); }
.section-count { margin-inline-start: auto; min-inline-size: 1.5rem; padding-inline: 0.4375rem; border-radius: 999px; background: var(--on-panel); color: var(--panel); font-size: 0.8125rem; font-weight: 650; line-height: 1.5rem; text-align: center; direction: ltr; position: relative; }
.rail .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.rail nav { order: 3; flex: 1 0 100%; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; font-size: 0.875rem; }
.who-name { display: flex; align-items: center; gap: 0.5rem; color: var(--on-panel-muted); min-inline-size: 0; }
.who-name bdi { color: var(--on-panel); }
.who-does { display: flex; align-items: center; gap: 1rem; }
/* In a bar among others, not alone in a corner as on payers' pages. */
.who .language { padding: 0; margin: 0; }
.who button.language { color: inherit; font-weight: inherit; min-block-size: 2.75rem; }
.find input::placeholder { color: var(--muted); opacity: 1; }
.who-does a, .plain-button { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.plain-button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
.office-page { min-inline-size: 0; }
.band { display: flex; align-items: center; gap: 0.5rem; padding: 0.5rem 1rem; background: var(--warn-soft); color: var(--warn); font-weight: 600; }
.band .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.top-bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; padding: 0.75rem 1rem 0; }
.path { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.25rem; margin: 0; padding: 0; list-style: none; color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
.path li { display: flex; align-items: center; gap: 0.25rem; min-inline-size: 0; }
.path a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.path .icon { inline-size: 1rem; block-size: 1rem; color: var(--control); }
.find { display: flex; align-items: center; gap: 0.5rem; flex: 1 1 20rem; max-inline-size: 28rem; }
.find label { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.find input { flex: 1 1 auto; }
.square-button { flex: none; display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; padding: 0; border: 1px solid var(--control); border-radius: 8px; background: var(--surface); color: var(--ink); cursor: pointer; }
.square-button:hover { background: var(--brand-soft); }
.square-button .icon { inline-size: 1.25rem; block-size: 1.25rem; }
.content { padding: 1rem 1rem 3rem; outline: none; }
.content.narrow { max-inline-size: 44rem; }
.quiet, .absent, .hint, .second { color: var(--muted); }
.absent { font-style: normal; }
.hint { font-size: 0.8125rem; }
@media (min-width: 64rem) {
  body.office { grid-template-columns: 14.5rem minmax(0, 1fr); grid-template-rows: auto; min-block-size: 100vh; }
  .rail { position: sticky; inset-block-start: 0; block-size: 100vh; flex-direction: column; flex-wrap: nowrap; align-items: stretch; gap: 1.75rem; padding: 1.5rem 1.25rem 1rem 1.25rem; overflow-y: auto; }
  .rail::after { inset-block: 0; inset-inline: auto 0; inline-size: 4px; block-size: auto; background: repeating-linear-gradient(to bottom, var(--brass) 0 2px, transparent 2px 6px); }
  .brand { flex: none; }
  .rail nav { order: 0; flex: 1 1 auto; }
  .sections { flex-direction: column; margin-inline: -0.75rem; }
  .who { display: grid; gap: 0; border-block-start: 1px solid var(--panel-line); padding-block-start: 0.75rem; }
  .top-bar { padding: 1rem 2rem 0; }
  .band { padding-inline: 2rem; }
  .content { padding: 1.25rem 2rem 3rem; }
  .content:not(.narrow) { max-inline-size: 86rem; }
}
@media print {
  .rail, .top-bar, .views, .does, .page-does, .filter-form, .chips, .pages, .skip, .question-does, .technical, .links, .list-tools, .several-does, .row-tick, .content form:not(.several-form, .tasks) { display: none !important; }
  body.office { display: block; font-size: 10pt; }
  .content { padding: 0; }
  .detail { display: block !important; }
  .head, .part, .one { box-shadow: none !important; border: 0 !important; padding: 0.25rem 0 !important; break-inside: avoid; }
}
`;
