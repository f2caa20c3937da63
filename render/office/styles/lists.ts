/** Lists: what is asked for, rows that become cards on a phone, tags. */
export const listStyles = `
.page-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; margin-block-end: 0.75rem; }
.page-head h1 { font-size: 1.5rem; font-weight: 650; }
.page-does { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.export-not { max-inline-size: 30rem; }
.act {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-block-size: 2.75rem;
  padding: 0.375rem 1rem;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-weight: 550;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 120ms ease;
}
.act:hover { background: var(--brand-soft); }
.act .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.act.primary { border-color: var(--brand); background: var(--brand); color: var(--on-brand); }
.act.primary:hover { border-color: var(--brand-hover); background: var(--brand-hover); }
.act.danger { border-color: var(--bad); background: var(--bad-soft); color: var(--bad); }
.act.danger:hover { border-color: var(--bad); background: var(--surface); }
.small-act { min-block-size: 2.75rem; font-size: 0.875rem; }
.act-note { color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.act.primary .act-note { color: inherit; }
.views ul { display: flex; gap: 0.25rem; margin: 0 0 0.875rem; padding: 0; list-style: none; overflow-x: auto; border-block-end: 1px solid var(--line); scrollbar-width: thin; }
.views a { display: flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.75rem; border-block-end: 3px solid transparent; color: var(--muted); font-weight: 500; text-decoration: none; white-space: nowrap; }
.views a:hover { color: var(--ink); border-block-end-color: var(--line); }
.views [aria-current] { border-block-end-color: var(--brand); color: var(--brand); }
.views a:focus-visible { outline-offset: -3px; border-radius: 6px; }
.saved-views ul { flex-wrap: wrap; margin-block-start: -0.875rem; overflow-x: visible; }
.saved-views a { min-inline-size: 2.75rem; max-inline-size: 20rem; }
.more-views { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.75rem; color: var(--brand); font-weight: 500; cursor: pointer; }
.saved-views details ul { margin-block-start: 0; }
.view-name { overflow-wrap: anywhere; white-space: normal; }
.view-by { color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.list-tools { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-end: 0.75rem; }
.view-form[open] { flex: 1 0 100%; min-inline-size: 0; }
.view-form > summary { list-style: none; }
.view-form > summary::-webkit-details-marker { display: none; }
.view-form[open] > summary { margin-block-end: 0.5rem; }
.view-form > .fields { max-inline-size: 34rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.filter-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; margin-block-end: 0.75rem; }
.box { position: relative; display: flex; gap: 0.5rem; }
.box > .icon { position: absolute; inset-block-start: 0.75rem; inset-inline-start: 0.75rem; inline-size: 1.25rem; block-size: 1.25rem; color: var(--muted); pointer-events: none; }
.box input, .find input, .office-field input, .office-field select {
  min-inline-size: 0;
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding-inline-end: 0.75rem;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  text-align: -webkit-match-parent;
  text-align: match-parent;
}
.find input, .office-field input, .office-field select { padding-inline-start: 0.75rem; }
/* The icon stands where the page begins a line, and what is typed may begin at the other side. */
.box input { flex: 1 1 auto; padding-inline: 2.5rem; }
.box input::placeholder { color: var(--muted); opacity: 1; }
:is(.box, .office-field) [aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.filters > summary { display: inline-flex; align-items: center; gap: 0.5rem; min-block-size: 2.75rem; color: var(--brand); font-weight: 550; cursor: pointer; border-radius: 6px; list-style: none; }
.filters > summary::-webkit-details-marker { display: none; }
.filters > summary .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.filter-groups { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.filter-groups fieldset { min-inline-size: 0; border: 0; }
.filter-groups legend, .ticks legend, .group legend { padding-block-end: 0.5rem; font-weight: 600; }
.field-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11.5rem, 100%), 1fr)); gap: 0.75rem; }
.field-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 1rem; }
.office-field { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 0.25rem; }
.office-field input[readonly] { background: var(--paper); }
.office-field label { font-weight: 500; font-size: 0.875rem; overflow-wrap: anywhere; }
.ticks { min-inline-size: 0; border: 0; }
.tick-row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.tick { display: inline-flex; align-items: center; gap: 0.5rem; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); cursor: pointer; overflow-wrap: anywhere; }
.tick:hover { border-color: var(--control); }
.tick:has(:checked) { border-color: var(--brand); background: var(--brand-soft); }
.tick input { flex: none; inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--brand); }
.filter-does, .question-does { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chips { display: grid; gap: 0.375rem; margin-block-end: 0.75rem; }
.chips ul { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; margin: 0; padding: 0; list-style: none; }
.chip { display: inline-flex; align-items: center; padding-inline-start: 0.75rem; border: 1px solid var(--line); border-radius: 1.5rem; background: var(--brand-soft); font-size: 0.875rem; overflow-wrap: anywhere; }
.chip-away { flex: none; display: grid; place-items: center; inline-size: 2.25rem; block-size: 2.25rem; border-radius: 50%; color: var(--muted); }
.chip-away:hover { color: var(--bad); }
.chip-away .icon { inline-size: 1rem; block-size: 1rem; }
.chips-clear { display: inline-flex; align-items: center; min-block-size: 2.25rem; padding-inline: 0.5rem; }
.readings { color: var(--muted); font-size: 0.875rem; }
.reading { display: inline-flex; align-items: center; gap: 0.25rem; min-block-size: 1.75rem; margin-inline-end: 0.75rem; overflow-wrap: anywhere; }
.found-count { margin-block-end: 0.375rem; color: var(--muted); font-size: 0.875rem; }
.rows { inline-size: 100%; border-collapse: separate; border-spacing: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); overflow: hidden; }
.rows th, .rows td { padding: 0.625rem 0.875rem; text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: break-word; }
.rows thead th { padding-block: 0.5rem; color: var(--muted); font-size: 0.8125rem; font-weight: 550; border-block-end: 1px solid var(--line); white-space: nowrap; }
.rows tbody tr + tr > * { border-block-start: 1px solid var(--line); }
.rows tbody tr:hover { background: color-mix(in srgb, var(--brand-soft) 45%, transparent); }
.rows .money { text-align: end; white-space: nowrap; }
.rows strong { font-weight: 600; }
.rows time { white-space: nowrap; }
.row-link { display: inline-block; min-block-size: 1.5rem; font-weight: 600; }
@media (min-width: 48rem) {
  .small-rows { table-layout: fixed; }
  .small-rows th, .small-rows td { padding-inline: 0.625rem; }
  .small-rows :is(time, .tag, .money) { white-space: normal; }
  .payments-rows { table-layout: fixed; }
  /* The name of a currency is long in Arabic. */
  .payments-rows :is(.money, .money .figure) { white-space: normal; }
  .payments-rows:not(.wide-rows) .col-payment { inline-size: 17%; }
  .payments-rows:not(.wide-rows) .col-customer { inline-size: 22.5%; }
  .payments-rows:not(.wide-rows) .col-amount { inline-size: 15.5%; }
  .payments-rows:not(.wide-rows) .col-state { inline-size: 16%; }
  .payments-rows:not(.wide-rows) .col-method { inline-size: 12%; }
}
form > .rows, form > .wide-place { margin-block-end: 0.75rem; }
.several-does { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.row-head { display: flex; align-items: flex-start; gap: 0.25rem; }
.row-head .row-link { min-inline-size: 0; overflow-wrap: anywhere; }
.row-tick { flex: none; display: grid; place-items: center; inline-size: 1.75rem; block-size: 1.75rem; margin-inline-start: -0.375rem; margin-block-start: -0.125rem; cursor: pointer; }
.row-tick input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--brand); }
.several-question { max-inline-size: 64rem; }
@media (min-width: 48rem) {
  .wide-place { overflow-x: auto; border-radius: 10px; }
  .wide-rows { table-layout: auto; }
  .wide-rows :is(th, td) { min-inline-size: 7.5rem; max-inline-size: 15rem; overflow-wrap: anywhere; }
  .wide-rows :is(.col-payment, .col-customer, .row-head) { min-inline-size: 10.5rem; }
  .wide-rows :is(.money, .money .figure, time, .tag) { white-space: nowrap; }
}
.second { display: block; font-size: 0.8125rem; }
.command { display: block; margin-block-start: 0.25rem; padding: 0.375rem 0.5rem; border-radius: 6px; background: var(--paper); color: var(--ink); font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.8125rem; text-align: start; overflow-wrap: anywhere; }
.command span { display: inline-block; max-inline-size: 100%; }
.notes { display: flex; flex-wrap: wrap; gap: 0.125rem 0.625rem; align-items: center; margin-block-start: 0.125rem; }
.clip { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; }
.tags { display: flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; }
.tag { display: inline-flex; align-items: center; gap: 0.25rem; padding: 0.0625rem 0.5625rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 550; white-space: nowrap; }
.tag .icon { inline-size: 0.875rem; block-size: 0.875rem; }
.tag-good { background: var(--good-soft); color: var(--good); }
.tag-bad { background: var(--bad-soft); color: var(--bad); }
.tag-warn { background: var(--warn-soft); color: var(--warn); }
.tag-calm { background: var(--brand-soft); color: var(--brand); }
.tag-still { background: color-mix(in srgb, var(--line) 55%, transparent); color: var(--ink); }
.tag-test { border: 1px dashed currentcolor; color: var(--warn); padding-block: 0; }
.empty { display: grid; justify-items: center; gap: 0.75rem; padding: 3rem 1.25rem; border: 1px dashed var(--line); border-radius: 10px; background: var(--surface); text-align: center; }
.empty > .icon { inline-size: 2rem; block-size: 2rem; color: var(--control); }
.empty h2 { font-size: 1.125rem; font-weight: 600; }
.empty p { max-inline-size: 32rem; color: var(--muted); }
.pages { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0.5rem 0.75rem; padding-block-start: 0.875rem; }
.pages p { margin-inline-end: auto; color: var(--muted); }
@media (max-width: 47.99rem) {
  .payments-rows thead, .small-rows thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows, .rows tbody, .rows tr, .rows :is(th, td)[data-label] { display: block; }
  .rows { border: 0; border-radius: 0; background: none; overflow: visible; }
  .rows tbody { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.625rem; }
  .rows tbody tr { padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
  .rows tbody tr + tr > * { border-block-start: 0; }
  .rows :is(th, td)[data-label] { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 0.75rem; padding: 0.1875rem 0; text-align: start; white-space: normal; }
  .rows :is(th, td)[data-label]::before { content: attr(data-label); color: var(--muted); font-size: 0.8125rem; padding-block-start: 0.0625rem; }
  .rows :is(th, td)[data-label] > * { grid-column: 2; justify-self: start; min-inline-size: 0; max-inline-size: 100%; }
  .rows .money { text-align: start; }
  .row-tick { inline-size: 2.75rem; block-size: 2.75rem; margin: 0; margin-inline-start: -0.8125rem; }
  .row-link { min-block-size: 2.75rem; padding-block: 0.5rem; }
  .rows th[data-label]::before { padding-block-start: 0.6875rem; }
}
@media (forced-colors: active) {
  .tag, .act, .chip, .rows, .part, .head { border: 1px solid; }
  .tick:has(:checked), .views [aria-current], .sections [aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;
