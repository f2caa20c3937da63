/** Type and the plain elements. No web fonts: each system brings good Latin and Arabic of its own. */
export const base = `
*, *::before, *::after { box-sizing: border-box; }
html {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  line-height: 1.5;
  text-size-adjust: 100%;
  -webkit-text-size-adjust: 100%;
}
html:lang(ar) {
  font-family: "SF Arabic", "Segoe UI", "Noto Sans Arabic UI", "Noto Sans Arabic", "Geeza Pro", Dubai, Tahoma, sans-serif;
  line-height: 1.7;
}
:lang(ar):not(html) { font-family: "SF Arabic", "Segoe UI", "Noto Sans Arabic UI", "Noto Sans Arabic", "Geeza Pro", Tahoma, sans-serif; }
body {
  margin: 0;
  min-block-size: 100vh;
  min-block-size: 100dvh;
  background: var(--paper);
  color: var(--ink);
}
[hidden] { display: none !important; }
h1, h2, p, dl, dd, fieldset, legend { margin: 0; padding: 0; }
h1, h2 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
html:lang(ar) :is(h1, h2) { line-height: 1.5; }
p { text-wrap: pretty; overflow-wrap: anywhere; }
img { max-inline-size: 100%; }
a { color: var(--brand); text-underline-offset: 0.2em; }
.small { font-size: 0.875rem; color: var(--muted); }
/* In one piece where the line has room for it; on a line of its own before it is broken. */
.figure { display: inline-block; max-inline-size: 100%; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.code { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.icon { flex: none; inline-size: 1.5rem; block-size: 1.5rem; }
[dir="rtl"] .mirrored { transform: scaleX(-1); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.lines { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.line dt { color: var(--muted); min-inline-size: 0; overflow-wrap: anywhere; }
.line dd { font-weight: 500; text-align: end; overflow-wrap: anywhere; min-inline-size: 0; margin-inline-start: auto; }
`;
