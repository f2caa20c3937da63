/** Pages that tell how things stand: one card, one sign, one heading, the facts, the way on. */
export const status = `
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; max-inline-size: 34rem; padding: 2.25rem min(1.25rem, 5.2vw) 1.5rem; }
.card::before {
  content: "";
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  block-size: 6px;
  background: repeating-linear-gradient(to right, var(--brass) 0 2px, transparent 2px 6px);
}
.status { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 0.75rem; text-align: center; }
.status h1 { font-size: clamp(1.375rem, 1.1rem + 1.6vw, 1.75rem); font-weight: 650; overflow-wrap: anywhere; }
.status p { color: var(--muted); max-inline-size: 28rem; }
.sign { display: grid; place-items: center; inline-size: 4rem; block-size: 4rem; margin-block-end: 0.25rem; border-radius: 50%; }
.sign .icon { inline-size: 2rem; block-size: 2rem; }
.tone-good .sign, .badge.tone-good { background: var(--good-soft); color: var(--good); }
.tone-bad .sign, .badge.tone-bad { background: var(--bad-soft); color: var(--bad); }
.tone-warn .sign, .badge.tone-warn { background: var(--warn-soft); color: var(--warn); }
.tone-calm .sign, .badge.tone-calm { background: var(--brand-soft); color: var(--brand); }
.badge { display: inline-block; padding: 0.125rem 0.75rem; border-radius: 1rem; font-size: 0.875rem; font-weight: 600; }
.card > .lines, .details { padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); }
.details { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.details h2 { font-size: 1.0625rem; font-weight: 600; }
.details-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; }
.bank summary { min-block-size: 2.75rem; padding-block: 0.625rem; color: var(--brand); font-weight: 500; cursor: pointer; border-radius: 6px; }
.bank[open] .when-closed, .bank:not([open]) .when-open { display: none; }
.actions { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; container-type: inline-size; }
@media (min-width: 48rem) {
  .card { padding: 3rem 2.5rem 2.5rem; }
}
`;
