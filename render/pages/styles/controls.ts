/** Buttons, fields and notices. Nothing that can be pressed is lower than 44 px. */
export const controls = `
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
.button.quiet { min-block-size: 2.75rem; border-color: transparent; color: var(--muted); font-weight: 500; }
.button.quiet:hover { background: transparent; color: var(--ink); text-decoration: underline; }
.field { display: grid; gap: 0.375rem; }
.field label { font-weight: 500; }
.field input {
  inline-size: 100%;
  min-block-size: 3rem;
  padding-inline: 0.875rem;
  border: 1.5px solid var(--control);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}
.notice, .alert {
  display: flex;
  gap: 0.75rem;
  padding: 0.875rem 1rem;
  border: 1px solid currentcolor;
  border-radius: 10px;
}
.notice { background: var(--warn-soft); color: var(--warn); }
.notice.plain { display: block; border-color: var(--line); background: var(--brand-soft); color: var(--ink); }
.alert { background: var(--bad-soft); color: var(--bad); }
.alert:focus-visible { outline: 2px solid currentcolor; outline-offset: 0; }
.alert > div, .notice > div { display: grid; gap: 0.25rem; min-inline-size: 0; }
.alert p:not(.notice-title), .notice p:not(.notice-title) { color: var(--ink); }
.notice-title { font-weight: 600; }
`;
