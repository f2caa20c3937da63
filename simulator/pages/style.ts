import { createHash } from 'node:crypto';

/** The pages' only style sheet. Sides are logical, so Arabic needs no second one. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f8; --surface: #ffffff; --text: #17202e; --faint: #556070;
  --line: #d5dbe4; --edge: #7a8698; --accent: #0b5fb0; --accent-deep: #084a8a; --on-accent: #ffffff;
  --good: #176b3a; --bad: #b3261e; --bad-soft: #fdecea;
  --test: #fff4d6; --on-test: #5c4300; --radius: 0.75rem;
}
:root.light { color-scheme: light; }
@media (prefers-color-scheme: dark) {
  :root:not(.light) {
    --ground: #10151d; --surface: #19212c; --text: #eaeff6; --faint: #a9b5c6;
    --line: #303b4a; --edge: #8592a6; --accent: #7cb8ff; --accent-deep: #a5cfff; --on-accent: #0a1c30;
    --good: #6fd39a; --bad: #ff9d94; --bad-soft: #3a1f1e;
    --test: #3a300f; --on-test: #ffe7a3;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, sans-serif;
}
:lang(ar) { line-height: 1.75; }
h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); }
a:hover { color: var(--accent-deep); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; inset-block-start: -5rem; inset-inline-start: 1rem; background: var(--surface); padding: 0.75rem 1rem; border-radius: var(--radius); z-index: 1; }
.skip:focus { inset-block-start: 0.5rem; }
.top {
  display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  max-inline-size: 60rem; margin-inline: auto; padding: 1rem 1.25rem;
}
.network { display: flex; align-items: center; gap: 0.6rem; font-weight: 600; }
.network svg { color: var(--accent); flex: none; }
.language { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.9rem; border: 1px solid var(--edge); border-radius: 2rem; color: var(--text); text-decoration: none; background: var(--surface); white-space: nowrap; }
.language:hover { border-color: var(--accent); }
main { max-inline-size: 60rem; margin-inline: auto; padding: 0 1.25rem 3rem; }
.sandbox { background: var(--test); color: var(--on-test); padding: 0.6rem 1rem; border-radius: var(--radius); margin-block-end: 1.5rem; font-size: 0.925rem; }
.columns { display: grid; gap: 1.5rem; }
@media (min-width: 50rem) {
  .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 3.5rem; align-items: start; }
  .summary { padding-block-start: 1.75rem; position: sticky; inset-block-start: 1rem; }
}
.summary h1 { font-size: 1.125rem; font-weight: 500; color: var(--faint); overflow-wrap: anywhere; }
.total { font-size: clamp(1.9rem, 7vw, 2.6rem); line-height: 1.3; font-weight: 700; letter-spacing: -0.01em; margin-block: 0.15rem 1.25rem; overflow-wrap: anywhere; }
.amount { font-variant-numeric: tabular-nums; unicode-bidi: isolate; }
dl { border-block-start: 1px solid var(--line); }
.row { display: flex; justify-content: space-between; gap: 1.5rem; padding-block: 0.65rem; border-block-end: 1px solid var(--line); }
dt { color: var(--faint); flex: none; }
dd { text-align: end; overflow-wrap: anywhere; min-inline-size: 0; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; padding: clamp(1.25rem, 4vw, 2rem); box-shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 6%); }
.narrow { max-inline-size: 30rem; margin-inline: auto; display: grid; gap: 1.25rem; }
.panel h1, .panel h2 { font-size: 1.375rem; line-height: 1.35; }
.panel h2 { margin-block-end: 1.25rem; scroll-margin-block-start: 1rem; }
.field { margin-block-end: 1.1rem; min-inline-size: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
@media (max-width: 26rem) { .pair { grid-template-columns: 1fr; gap: 0; } }
label { display: block; font-weight: 600; margin-block-end: 0.35rem; }
input[type="text"] {
  inline-size: 100%; min-block-size: 3rem; padding: 0.6rem 0.85rem; font: inherit; font-size: 1.0625rem;
  color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: 0.6rem;
}
input[dir="ltr"] { font-variant-numeric: tabular-nums; letter-spacing: 0.02em; }
[dir="rtl"] input[dir="ltr"] { text-align: right; }
input[type="text"]:focus-visible { outline-offset: 0; border-color: var(--accent); }
.wrong input[type="text"] { border: 2px solid var(--bad); }
.fault { color: var(--bad); font-weight: 600; margin-block-start: 0.35rem; font-size: 0.925rem; }
.hint .known { color: var(--text); font-weight: 700; }
.hint, .note { color: var(--faint); font-size: 0.875rem; margin-block-start: 0.35rem; }
.note { margin-block: 0.75rem; }
.narrow .note { margin: 0; }
.main, .quiet {
  display: flex; align-items: center; justify-content: center; flex-wrap: wrap; gap: 0 0.3rem;
  inline-size: 100%; min-block-size: 3.25rem; padding: 0.6rem 1rem; font: inherit; font-weight: 650; font-size: 1.0625rem;
  border-radius: 0.75rem; cursor: pointer; text-align: center; text-decoration: none;
}
.main { background: var(--accent); color: var(--on-accent); border: 1px solid transparent; overflow-wrap: anywhere; }
.main:hover { background: var(--accent-deep); color: var(--on-accent); }
.quiet { background: none; color: var(--text); border: 1px solid var(--edge); font-weight: 500; margin-block-start: 0.5rem; min-block-size: 3rem; }
.quiet:hover { border-color: var(--accent); color: var(--accent); }
.problems { background: var(--bad-soft); border-inline-start: 4px solid var(--bad); border-radius: 0.5rem; padding: 0.85rem 1rem; margin-block-end: 1.25rem; }
.problems h3 { font-size: 1rem; color: var(--bad); }
.problems a { color: var(--text); }
.problems li { padding-block: 0.15rem; }
.test-cards { margin-block-start: 1.25rem; border-block-start: 1px solid var(--line); padding-block-start: 0.5rem; font-size: 0.925rem; }
.test-cards summary { cursor: pointer; min-block-size: 2.75rem; display: list-item; padding-block: 0.6rem; font-weight: 600; color: var(--accent); }
.test-cards li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: center; padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
.test-cards li a { grid-column: 2; grid-row: 1 / span 2; display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.75rem; }
.test-cards p { color: var(--faint); }
.test-cards > p { padding-block: 0.5rem; }
.test-cards .number { color: var(--text); font-variant-numeric: tabular-nums; }
.framed, .framed body { background: none; }
.framed body { min-block-size: 0; }
.framed main { max-inline-size: none; padding: 0; }
.framed form { padding: 0.25rem 0.25rem 0.5rem; }
.framed input[type="text"] { background: var(--surface); }
.framed .pair { grid-template-columns: 1fr 1fr; grid-template-rows: repeat(4, auto); gap: 0 1rem; }
.framed .pair .field { display: grid; grid-row: span 4; grid-template-rows: subgrid; align-items: end; }
.framed .pair .field > p { align-self: start; }
@media (max-width: 15rem) { .framed .pair { grid-template-columns: minmax(0, 1fr); grid-template-rows: none; } }
.in-frame .top, .in-frame .skip { display: none; }
.in-frame main { padding-block: 1rem; }
.framed .quiet { margin-block-start: 0; min-block-size: 2.75rem; font-size: 0.9375rem; }
.framed .note { margin-block-end: 0; }
.outcome::before { content: ""; display: block; inline-size: 3.5rem; block-size: 3.5rem; border-radius: 50%; margin-inline: auto; background: no-repeat center / 2rem; }
.outcome h1, .outcome > p { text-align: center; }
.good::before { background-color: #176b3a; background-image: url("/assets/good.svg"); }
.bad::before { background-color: #b3261e; background-image: url("/assets/bad.svg"); }
.good h1 { color: var(--good); }
.bad h1 { color: var(--bad); }
@media (forced-colors: active) { .main, .quiet, .panel { border: 1px solid; } .outcome::before { display: none; } }
`;

/** Its address changes with its content, so that browsers may keep it for good. */
export const STYLE_PATH = `/assets/${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`;
