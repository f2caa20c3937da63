import { catalogue, type CatalogueEntry } from './document.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 52rem; padding: 1.5rem; }
h2 { font-family: ui-monospace, monospace; font-size: 1.1rem; margin: 2rem 0 0.25rem; }
pre { background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 6px; overflow-x: auto; padding: 0.75rem; }
nav ul { columns: 14rem; list-style: none; padding: 0; }
p { margin: 0.25rem 0 0.75rem; }
`;

/** The catalogue of events for people: what each tells, with an example. No script runs in it. */
export function cataloguePage(): string {
  const all = catalogue();
  const links = all.map(({ type }) => `<li><a href="#${type}">${type}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sarraf events</title>
<link rel="icon" href="/favicon.ico">
<style>${STYLE}</style>
</head>
<body>
<h1>Events that are sent to you</h1>
<p>Each is one POST of JSON, signed in its body and in its headers. It can come twice, late and out of order: know it by <code>X-Event-Id</code>. The type stands in
lists and filters, and in the body of alerts alone. The same for programs, with all fields: <a href="/asyncapi.json">asyncapi.json</a>. The API: <a href="/docs/">/docs</a>.</p>
<nav aria-label="Events"><ul>
${links.join('\n')}
</ul></nav>
<main>
${all.map(sectionOf).join('\n')}
</main>
</body>
</html>
`;
}

function sectionOf({ type, words, example }: CatalogueEntry): string {
  return `<section><h2 id="${type}">${type}</h2>
<p>${escaped(words)}</p>
<details><summary>Example</summary><pre tabindex="0">${escaped(JSON.stringify(example, undefined, 2))}</pre></details></section>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
