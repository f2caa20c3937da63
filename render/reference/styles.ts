/** Of the reference alone; colours, type and the rest are those of all pages. */
export const referenceStyles = `
.reference { display: block; max-inline-size: 64rem; margin-inline: auto; padding: 1.5rem max(1rem, env(safe-area-inset-left)); }
.reference h2 { margin-block: 2.5rem 0.75rem; }
.reference h3 { margin-block: 1.5rem 0.5rem; font-size: 1rem; line-height: 1.4; }
.reference h4 { margin-block: 1.25rem 0.375rem; font-size: 0.875rem; color: var(--muted); }
.reference p { margin-block: 0.375rem; max-inline-size: 44rem; }
.reference code, .reference pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; overflow-wrap: anywhere; }
.reference pre { margin: 0.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); overflow-x: auto; }
.reference pre code { font-size: 0.8125rem; overflow-wrap: normal; }
.reference nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0.5rem 0 0; padding: 0; list-style: none; }
.reference nav a { display: inline-block; padding-block: 0.625rem; }
.reference details { margin-block: 0.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.reference summary { padding: 0.75rem 1rem; border-radius: 10px; cursor: pointer; }
.reference summary h3 { display: inline; margin: 0; }
.reference .address { display: block; margin-block-start: 0.125rem; color: var(--muted); }
.method-name { font-size: 0.75rem; font-weight: 700; color: var(--brand); }
.method-name.delete { color: var(--bad); }
.route { scroll-margin-block-start: 6rem; padding: 0 1rem 1rem; border-block-start: 1px solid var(--line); }
.route .type, .api-fields .type { color: var(--muted); font-size: 0.875rem; }
.route .deprecated { color: var(--warn); font-weight: 600; }
.api-fields dt { margin-block-start: 0.625rem; overflow-wrap: anywhere; }
.api-fields dd { padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); }
`;
