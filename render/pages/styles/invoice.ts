/** The bill: who, until when, line by line, and what it comes to. */
export const invoiceStyles = `
.invoice { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.75rem; max-inline-size: 52rem; padding: 2.25rem min(1.25rem, 5.2vw) 1.75rem; }
.invoice-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; }
.invoice-head h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2rem); font-weight: 650; }
.invoice-facts { display: grid; gap: 1rem 2rem; align-items: start; }
.pay-code { display: none; margin: 0; justify-items: center; gap: 0.25rem; color: var(--muted); font-size: 0.875rem; }
.pay-code img { border-radius: 8px; background: #ffffff; }
.invoice h2 { font-size: 1.0625rem; font-weight: 600; }
.rows { overflow-x: auto; border-block: 1px solid var(--line); }
.rows table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.rows caption { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.rows th, .rows td { padding: 0.625rem 0.75rem; text-align: end; vertical-align: top; }
.rows :is(th, td):first-child { padding-inline-start: 0; }
.rows :is(th, td):last-child { padding-inline-end: 0; }
.rows thead th { color: var(--muted); font-size: 0.875rem; font-weight: 600; white-space: nowrap; }
.rows tbody tr { border-block-start: 1px solid var(--line); }
.rows :is(th, td).words { text-align: start; overflow-wrap: anywhere; min-inline-size: 7rem; }
.rows tbody th { font-weight: 400; }
.rows .figure { white-space: nowrap; }
:is(.rows, .line) .small { display: block; }
.sums { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.625rem; justify-self: end; inline-size: min(100%, 24rem); }
.sums .total { margin-block-start: 0.25rem; padding-block-start: 0.75rem; border-block-start: 3px double var(--control); font-size: 1.1875rem; font-weight: 650; }
.sums .total :is(dt, dd) { color: inherit; font-weight: inherit; }
.parties { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
.parties > div { display: grid; gap: 0.375rem; align-content: start; }
.parties p { overflow-wrap: anywhere; }
/* Too narrow for columns: each figure has its name beside it. */
@media screen and (max-width: 40rem) {
  .rows { overflow-x: visible; }
  .rows thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tr { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; padding-block: 0.75rem; }
  .rows :is(th, td).words { min-inline-size: 0; }
  .rows .figure { white-space: normal; }
  .rows tbody :is(th, td):nth-child(n) { padding: 0; }
  .rows tbody th { display: block; font-weight: 600; }
  .rows tbody td { display: flex; flex-wrap: wrap; justify-content: flex-end; column-gap: 1rem; }
  .rows td::before { content: attr(data-label); margin-inline-end: auto; color: var(--muted); text-align: start; }
  .rows td > * { min-inline-size: 0; }
  .rows td > .small { inline-size: 100%; }
  .rows td:empty { display: none; }
}
@media (min-width: 48rem) {
  .invoice-facts:has(.pay-code) { grid-template-columns: 1fr auto; }
  .pay-code { display: grid; }
  .invoice { padding: 3rem 2.5rem 2.5rem; }
  .invoice .actions { grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
}
`;
