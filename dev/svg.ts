/** A place on the picture, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** The same in words, for people who do not see it. */
  readonly description: string;
  readonly content: readonly string[];
}

/** A whole SVG file on a ground of its own, readable by day and by night, with no font or script from elsewhere. */
export function svg({ width, height, title, description, content }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}" rx="16"/>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');
}

const STYLE = `
text{font:500 15px system-ui,sans-serif;fill:#12211f}
.small{font-size:13.5px;font-weight:400;fill:#3d4d4a}
.ground{fill:#eef2f1}
.box{fill:#fff;stroke:#d3dcda}
.line{fill:none;stroke:#4c5d5a;stroke-width:1.5}
.head{fill:#4c5d5a}
.open{fill:#e4f0ed;stroke:#0c5049}
.success{fill:#e1f3e8;stroke:#14663c}
.over{fill:#f4f1ee;stroke:#6f6258}
@media (prefers-color-scheme:dark){
text{fill:#e9f0ee}
.small{fill:#b9c7c4}
.ground{fill:#0c1312}
.box{fill:#151e1c;stroke:#2c3936}
.line{stroke:#a5b5b1}
.head{fill:#a5b5b1}
.open{fill:#17302c;stroke:#6fcdbd}
.success{fill:#12301f;stroke:#7fd9a5}
.over{fill:#26211d;stroke:#b5a79b}
}
`;

/** A rounded box around several things, with its title inside at the top. */
export function box({
  x,
  y,
  width,
  height,
  title,
}: Point & {
  readonly width: number;
  readonly height: number;
  readonly title: string;
}): string {
  const rect = `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="12"/>`;
  return `${rect}${words({ x: x + width / 2, y: y + height - 14 }, title, { small: true })}`;
}

/** A named pill in the middle of a point. */
export function node({ x, y }: Point, name: string, look: string): string {
  const rect = `<rect class="${look}" x="${x - 62}" y="${y - 22}" width="124" height="44" rx="22" stroke-width="1.5"/>`;
  return `${rect}${words({ x, y: y + 5 }, name, {})}`;
}

/** A line through the points that ends in a head. `arrow` says in the file what it stands for. */
export function line({
  points,
  arrow,
}: {
  readonly points: readonly Point[];
  readonly arrow: string;
}): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return `<path class="line" d="${path}" marker-end="url(#head)" data-arrow="${escape(arrow)}"/>`;
}

/** Small words beside a line. */
export function label(at: Point, text: string, anchor: Anchor = 'middle'): string {
  return words(at, text, { small: true, anchor });
}

type Anchor = 'start' | 'middle' | 'end';

function words(
  { x, y }: Point,
  text: string,
  { small = false, anchor = 'middle' }: { readonly small?: boolean; readonly anchor?: Anchor },
): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${small ? ' class="small"' : ''}>${escape(text)}</text>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
