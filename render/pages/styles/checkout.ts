/** The checkout: the amount on a petrol panel, the ways to pay beside it, or below it on a phone. */
export const checkout = `
.checkout { display: grid; grid-template-columns: minmax(0, 1fr); }
.panel {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: 1rem;
  padding: 1.5rem min(1.25rem, 5.2vw) 1.75rem;
  background: var(--panel);
  color: var(--on-panel);
  --focus: #ffd58a;
}
.panel::after {
  content: "";
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  block-size: 6px;
  background: repeating-linear-gradient(to right, var(--brass) 0 2px, transparent 2px 6px);
}
.panel h1 { font-size: 1.0625rem; font-weight: 600; overflow-wrap: anywhere; }
.amount-box { display: grid; gap: 0.25rem; }
.amount-label { color: var(--on-panel-muted); font-size: 0.9375rem; }
.amount { font-size: clamp(1.75rem, 1.2rem + 3.4vw, 2.75rem); font-weight: 650; line-height: 1.2; }
.amount.long { font-size: clamp(1.25rem, 1rem + 1.4vw, 1.75rem); }
.panel .hint, .order-no { color: var(--on-panel-muted); font-size: 0.9375rem; }
.order-no .code { color: var(--on-panel); font-weight: 500; }
.panel .line dt { color: var(--on-panel-muted); }
.amount-box .lines { margin-block-start: 0.625rem; padding-block-start: 0.75rem; border-block-start: 1px solid var(--panel-line); gap: 0.375rem; }
.time-left { display: flex; align-items: flex-start; gap: 0.5rem; color: var(--on-panel-muted); font-size: 0.9375rem; }
.time-left strong { color: var(--on-panel); }
.time-left.counts .at-rest, .time-left:not(.counts) .counting { display: none; }
.prices { display: contents; }
.exact { display: none; }
.settled .exact { display: inline; }
.settled .plain { display: none; }
.time-left time { display: inline-block; }
.time-left .icon { inline-size: 1.25rem; block-size: 1.25rem; margin-block-start: 0.1em; }
.invoice-link { display: inline-flex; align-items: center; min-block-size: 2.75rem; color: var(--on-panel); font-weight: 500; }
.order { border-block-start: 1px solid var(--panel-line); padding-block-start: 0.25rem; }
.order summary { min-block-size: 2.75rem; padding-block: 0.625rem; font-weight: 500; cursor: pointer; border-radius: 6px; }
.order .lines { padding-block: 0.25rem 0.5rem; font-size: 0.9375rem; }
.order-link a { color: var(--on-panel); }
.download { display: flex; align-items: center; gap: 0.5rem; min-block-size: 2.75rem; color: var(--on-panel); overflow-wrap: anywhere; }
.other-device { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; border-block-start: 1px solid var(--panel-line); padding-block-start: 0.875rem; color: var(--on-panel-muted); font-size: 0.9375rem; }
.other-device h2 { color: var(--on-panel); font-size: 1rem; font-weight: 600; }
.other-device img { display: block; inline-size: 11rem; max-inline-size: 100%; block-size: auto; margin-block: 0.5rem; border-radius: 8px; background: #ffffff; }
.other-device .code { color: var(--on-panel); overflow-wrap: anywhere; white-space: normal; }
.payment { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 1.25rem; padding: 1.5rem min(1.25rem, 5.2vw); min-inline-size: 0; }
.form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.form#payment-form { container-type: inline-size; }
.services { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.625rem; }
.service { flex-wrap: wrap; gap: 0 0.625rem; border-color: #6f807c; background: #000000; color: #ffffff; }
.service.looked-for { visibility: hidden; }
.service:hover { background: #262626; }
.form[aria-busy="true"] .service { cursor: progress; }
/* Safari draws Apple's own. */
@supports (-webkit-appearance: -apple-pay-button) {
  .service.apple_pay { -webkit-appearance: -apple-pay-button; }
}
.methods { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.625rem; min-inline-size: 0; border: 0; }
.methods legend { padding-block-end: 0.875rem; font-size: 1.0625rem; font-weight: 600; }
/* What removes a card stands in its row, above it: all rows end on one line. */
.method-row { display: grid; grid-template-columns: minmax(0, 1fr); align-items: center; }
.method-row > * { grid-area: 1 / 1; }
.method-row:has(.removal) .method { padding-inline-end: 3.75rem; }
.removal { justify-self: end; margin-inline-end: 0.5rem; display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; border-radius: 8px; color: var(--muted); }
.removal:hover { color: var(--bad); background: var(--bad-soft); }
.method {
  display: flex;
  min-inline-size: 0;
  align-items: center;
  gap: 0.875rem;
  min-block-size: 4rem;
  padding: 0.75rem min(0.875rem, 4vw);
  border: 1.5px solid var(--line);
  border-radius: 10px;
  cursor: pointer;
  transition: border-color 120ms ease, background-color 120ms ease;
}
.method:hover { border-color: var(--control); }
.method:has(:checked) { border-color: var(--brand); background: var(--brand-soft); box-shadow: inset 0 0 0 1px var(--brand); }
.method:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.method input { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--brand); }
.method input:focus-visible { outline: none; }
.method-icon { flex: none; display: grid; place-items: center; inline-size: 2.5rem; block-size: 2.5rem; border-radius: 8px; background: var(--brand-soft); color: var(--brand); overflow: hidden; }
.method:has(:checked) .method-icon { background: var(--surface); }
.method-text { display: grid; gap: 0.125rem; flex: 1 1 auto; min-inline-size: 0; overflow-wrap: anywhere; }
.method-name { font-weight: 600; }
.method-price { display: flex; flex-wrap: wrap; gap: 0 1rem; }
/* About as high as the network's fields, so that nothing moves when they come. */
.frame-place { min-block-size: 34rem; padding: 0.25rem 0.625rem; }
.frame-place.code { min-block-size: 15rem; }
.frame-place iframe, .challenge iframe { display: block; inline-size: 100%; border: 0; }
.frame-place iframe { max-block-size: 56rem; }
.frame-place.code iframe { block-size: 15rem; }
.form:has(.unscripted) .frame-place { min-block-size: 0; padding: 0; }
/* The network's frame says itself where the card goes, and its code. */
.form:not(:has(.unscripted)) .method-row:has(+ .frame-place) .code-elsewhere { display: none; }
.form#payment-form:has(.frame-place iframe) .cards-elsewhere { display: none; }
.form[aria-busy="true"] .pay { cursor: progress; }
.challenge { inline-size: min(34rem, 100% - 1.5rem); max-block-size: calc(100% - 1.5rem); margin: auto; padding: 1.25rem; border: 0; border-radius: var(--radius); background: var(--surface); color: var(--ink); }
.challenge:not([open]) { display: none; }
.challenge::backdrop { background: rgb(8 20 18 / 65%); }
.challenge h2 { font-size: 1.25rem; margin-block-end: 0.375rem; }
.challenge p { margin-block-end: 0.875rem; color: var(--muted); }
.challenge iframe { block-size: clamp(20rem, 56vh, 32rem); border: 1px solid var(--line); border-radius: 10px; background: var(--paper); }
.challenge .actions { display: grid; gap: 0.375rem; margin-block-start: 0.875rem; }
.pay { margin-block-start: 0.25rem; font-size: 1.0625rem; }
.assurance { text-align: center; }
/* Large text on a small screen: the words take the whole width, below the signs. */
@container (max-width: 13rem) {
  .method { flex-wrap: wrap; }
  .method-text { flex-basis: 100%; }
  .button { padding-inline: 0.5rem; }
  .button .icon { display: none; }
}
/* Beside what removes a card there is less. */
@container (max-width: 17rem) {
  .method-row:has(.removal) { align-items: start; }
  .method-row:has(.removal) .method { flex-wrap: wrap; padding-inline-end: min(0.875rem, 4vw); }
  .method-row:has(.removal) .method-text { flex-basis: 100%; }
  .removal { margin-block-start: 0.625rem; }
}
@media (hover: none) and (pointer: coarse) {
  .other-device { display: none; }
}
@media (max-width: 23rem) {
  .panel, .payment { padding-inline: 1rem; }
  .method { gap: 0.625rem; padding-inline: 0.75rem; }
  .frame-place:not(.code) { min-block-size: 41rem; padding-inline: 0; }
}
@media (min-width: 48rem) {
  .checkout { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
  .panel, .payment { padding: 2.5rem; }
  .panel { gap: 1.5rem; min-block-size: 27rem; }
  .frame-place:not(.code) { min-block-size: 31rem; }
  .panel::after {
    inset-block: 0;
    inset-inline: auto 0;
    inline-size: 6px;
    block-size: auto;
    background: repeating-linear-gradient(to bottom, var(--brass) 0 2px, transparent 2px 6px);
  }
}
`;
