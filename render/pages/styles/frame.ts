/** What stands around every page. The milled edge, like a coin's, is Sarraf's mark. */
export const frame = `
/* The edges do not grow with the text: on a phone they would take the room from it. */
body { display: flex; flex-direction: column; padding-inline: max(min(1rem, 4.2vw), env(safe-area-inset-left)); }
.header, .sheet, .footer { inline-size: 100%; max-inline-size: 60rem; margin-inline: auto; }
.header, .footer { max-inline-size: 34rem; }
body:has(.checkout) :is(.header, .footer) { max-inline-size: 60rem; }
body:has(.invoice) :is(.header, .footer) { max-inline-size: 52rem; }
.header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1rem;
  padding-block: 0.75rem;
}
/* The name stands below: how wide the picture is nobody knows before it has come, and what stood beside it would move. */
.merchant { display: flex; flex-direction: column; align-items: start; gap: 0.375rem; min-inline-size: 0; flex: 1 1 0; }
.logo { block-size: 2.5rem; inline-size: auto; max-inline-size: 9rem; object-fit: contain; border-radius: 8px; }
.merchant-name { font-weight: 600; overflow-wrap: anywhere; }
.language {
  flex: none;
  display: inline-flex;
  align-items: center;
  min-block-size: 2.75rem;
  padding-inline: min(0.75rem, 3.2vw);
  margin-inline-end: max(-0.75rem, -3.2vw);
  border-radius: 8px;
  font-weight: 500;
}
button.language { border: 0; background: none; color: var(--brand); font: inherit; font-weight: 500; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
.by-enter { position: absolute; inline-size: 1px; block-size: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }
.sandbox {
  flex: 1 0 100%;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  padding: 0.375rem 0.75rem;
  border: 1px dashed currentcolor;
  border-radius: 8px;
  background: var(--warn-soft);
  color: var(--warn);
  font-size: 0.875rem;
  font-weight: 600;
}
.sandbox .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.sheet {
  position: relative;
  overflow: hidden;
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: var(--shadow);
}
.footer { padding-block: 1.25rem; text-align: center; font-size: 0.875rem; color: var(--muted); }
.footer a { display: inline-block; padding-block: 0.75rem; color: inherit; }
@media (min-width: 48rem) {
  .header { padding-block: clamp(0.75rem, 4vh, 2.5rem) 1rem; }
}
`;
