/** Buttons, fields and notices. Nothing that can be pressed is lower than 44 px. */
export const controls = `
/* Above the page, which does not move for it. */
.offline { position: fixed; inset-block-start: 0.75rem; inset-inline: 0.75rem; z-index: 1; pointer-events: none; }
/* Nothing that has the focus is below it. */
.header:focus-within ~ .offline { inset-block: auto 0.75rem; }
:root:has(.offline > :not([hidden])) { scroll-padding-block: 7rem 1rem; }
.offline .notice { max-inline-size: 34rem; margin-inline: auto; box-shadow: 0 6px 24px rgb(8 20 18 / 25%); }
/* What a script shows or takes away has its place before the script is there, so that nothing moves under a finger. */
[data-locate]:not(.ready) { display: none; }
@media (scripting: enabled) {
  [data-locate]:not(.ready) { display: flex; visibility: hidden; }
  .button[data-refit] { display: none; }
}
.button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.625rem;
  inline-size: 100%;
  min-block-size: 3.25rem;
  padding: 0.5rem 1.25rem;
  border: 1.5px solid var(--control);
  border-radius: 10px;
  background: transparent;
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-wrap: balance;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition: background-color 120ms ease;
}
.button:hover { background: var(--brand-soft); }
.button .icon { inline-size: 1.25rem; block-size: 1.25rem; }
.button.primary { border-color: var(--brand); background: var(--brand); color: var(--on-brand); }
.button.primary:hover { border-color: var(--brand-hover); background: var(--brand-hover); }
.button.small-button { min-block-size: 2.75rem; font-weight: 500; }
.button.quiet { min-block-size: 2.75rem; border-color: transparent; color: var(--muted); font-weight: 500; }
.button.quiet:hover { background: transparent; color: var(--ink); text-decoration: underline; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; }
.field label { font-weight: 500; }
.field input, .field select {
  inline-size: 100%;
  min-block-size: 3rem;
  padding-inline: 0.875rem;
  border: 1.5px solid var(--control);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}
/* A number that is typed into an Arabic page begins where its words do. */
.field input[dir] { text-align: -webkit-match-parent; text-align: match-parent; }
.field select {
  appearance: none;
  padding-inline-end: 2.5rem;
  background-image: linear-gradient(45deg, transparent 50%, currentcolor 50%), linear-gradient(-45deg, transparent 50%, currentcolor 50%);
  background-position: right 1.375rem center, right 1rem center;
  background-size: 0.375rem 0.375rem;
  background-repeat: no-repeat;
}
[dir="rtl"] .field select { background-position: left 1rem center, left 1.375rem center; }
.field [aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.fault { color: var(--bad); font-weight: 500; }
.fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; min-inline-size: 0; border: 0; }
.fields legend { padding-block-end: 0.875rem; font-size: 1.0625rem; font-weight: 600; }
.form-head { display: grid; gap: 0.375rem; }
.form-head h1 { font-size: clamp(1.375rem, 1.1rem + 1.6vw, 1.75rem); font-weight: 650; }
.alert ul { margin: 0; padding-inline-start: 1.25rem; }
.alert li, .field label { overflow-wrap: anywhere; }
.alert li a { color: inherit; }
.consent { display: grid; grid-template-columns: auto 1fr; align-items: start; gap: 0.375rem 0.75rem; }
.consent input { inline-size: 1.5rem; block-size: 1.5rem; margin: 0.125rem 0 0; accent-color: var(--brand); }
.consent label { padding-block: 0.125rem 0.375rem; overflow-wrap: anywhere; }
.consent a, .consent-hint { grid-column: 2; justify-self: start; margin: 0; }
.notice, .alert {
  display: flex;
  gap: 0.75rem;
  padding: 0.875rem min(1rem, 4.2vw);
  border: 1px solid currentcolor;
  border-radius: 10px;
}
.notice { background: var(--warn-soft); color: var(--warn); }
.notice.plain { display: block; border-color: var(--line); background: var(--brand-soft); color: var(--ink); }
.alert { background: var(--bad-soft); color: var(--bad); }
.alert:focus-visible { outline: 2px solid currentcolor; outline-offset: 0; }
.alert, .notice { flex-wrap: wrap; }
.alert > div, .notice > div { flex: 1 1 8rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; min-inline-size: 0; }
.alert p:not(.notice-title), .notice p:not(.notice-title) { color: var(--ink); }
.notice-title { font-weight: 600; }
`;
