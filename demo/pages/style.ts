/** The whole look: light and dark, left-to-right and right-to-left, phone to desktop. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #faf5ec; --surface: #fffdf9; --ink: #26221c; --quiet: #635b4f; --edge: #e6dccb;
  --accent: #0f5c5c; --on-accent: #ffffff; --good: #1a6b3c; --bad: #a3271f; --wait: #8a5a00;
  --main: #c8743c; --deep: #8f4a22; --light: #f3dfbf; --sky: #f1e6d3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171512; --surface: #211e1a; --ink: #f2ece1; --quiet: #b5ab9b; --edge: #3a352d;
    --accent: #6fcac2; --on-accent: #08302f; --good: #7fd39c; --bad: #ff9d93; --wait: #f0bf66;
    --main: #cf8350; --deep: #94532d; --light: #ecd6b3; --sky: #2c2721;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
}
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }

.top, main, footer { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: 1rem; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 700; font-size: 1.15rem; color: inherit;
  text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin-inline-end: auto; }
nav a, .switch { padding-block: .4rem; text-decoration: none; }
nav a { color: var(--quiet); }
nav a:hover, .switch:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
@media (max-width: 34rem) { .top nav { order: 1; width: 100%; justify-content: space-between; } .switch { margin-inline-start: auto; } }
main { flex: 1; padding-block: 1rem 3rem; }
footer { max-width: calc(68rem - 4rem); padding: 1.25rem 0; width: calc(100% - 2 * clamp(1rem, 4vw, 2rem)); border-top: 1px solid var(--edge); color: var(--quiet); font-size: .9rem; }

h1 { margin: .5rem 0 0; font-size: clamp(1.8rem, 5vw, 2.6rem); line-height: 1.25; }
h2 { margin: 0; font-size: 1.2rem; }
main > h2 { margin-block: 2rem .75rem; }
.lead { margin: .25rem 0 1.5rem; color: var(--quiet); font-size: 1.1rem; }
.card { background: var(--surface); border: 1px solid var(--edge); border-radius: 1rem; padding: 1.25rem; }
h1 + .card { margin-top: 1.25rem; }
small { font-size: .75em; color: var(--quiet); }
code { font-family: ui-monospace, 'Noto Sans Mono', monospace; font-size: .9em; overflow-wrap: anywhere; }

.shelf { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; gap: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr)); }
.shelf .card { display: flex; flex-direction: column; overflow: hidden; }
.shelf p { margin: .25rem 0 1rem; color: var(--quiet); }
.till { margin-top: auto; display: flex; align-items: center; justify-content: space-between; gap: .75rem; }
.price { font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.till .price { font-size: 1.2rem; }
.drawing { display: block; width: calc(100% + 2.5rem); max-width: none; height: 9rem; margin: -1.25rem -1.25rem 1rem;
  padding: .75rem; background: var(--sky); }
.drawing .main { fill: var(--main); } .drawing .deep { fill: var(--deep); } .drawing .light { fill: var(--light); }
.drawing .line { fill: none; stroke: var(--deep); stroke-width: 2; stroke-linecap: round; }
.drawing .deep + .line, .drawing .line + .deep { opacity: .9; }
.drawing .steam { fill: none; stroke: var(--deep); stroke-width: 3; stroke-linecap: round; opacity: .7; }
.drawing.cup { --main: #2f8783; --deep: #1b5a58; } .drawing.bag { --main: #b7a27f; --deep: #7a6545; }
.drawing.dates { --main: #7a4526; --deep: #5b301a; } .drawing.dates .line { stroke: var(--light); opacity: .6; }

button { font: inherit; font-weight: 600; padding: .6rem 1.4rem; min-height: 2.75rem; border: 0; border-radius: .7rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { margin-top: .75rem; background: none; color: var(--accent); border: 1px solid var(--accent); }
button:hover { filter: brightness(1.1); }
summary { cursor: pointer; padding-block: .25rem; }
details.card > summary { font-weight: 600; }
.fields { display: grid; gap: 1rem; margin-top: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
label { display: block; font-size: .95rem; }
input:not([type=radio]), select { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .7rem;
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .6rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend { padding: 0; font-weight: 700; font-size: 1.1rem; }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; }
.choice input { width: 1.2rem; height: 1.2rem; accent-color: var(--accent); flex: none; }

.standing { border-inline-start: .5rem solid var(--tone); }
.standing h2 { color: var(--tone); font-size: 1.6rem; }
.standing p { margin: .25rem 0 0; }
.paid, .authorized, .cod { --tone: var(--good); }
.waiting, .unpaid, .part { --tone: var(--wait); }
.problem { --tone: var(--bad); }
.standing .actions { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .9rem; }
.standing ul { padding-inline-start: 1.25rem; text-align: start; }
.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .6rem 1.5rem; margin-block: 1.25rem 0; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; min-width: 0; }
@media (max-width: 34rem) { .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .75rem; } }

.webhooks { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.webhooks .card { min-width: 0; }
.line { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: 0 0 .5rem; }
.line time, .line span { color: var(--quiet); font-variant-numeric: tabular-nums; }
.line .times { color: var(--wait); }
.good { color: var(--good); } .bad { color: var(--bad); }
pre { margin: .5rem 0; padding: 1rem; background: var(--ground); border-radius: .6rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .85rem/1.5 ui-monospace, 'Noto Sans Mono', monospace; text-align: left; }
.empty { color: var(--quiet); margin: 0; }
`;
