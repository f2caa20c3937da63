import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { Cycle } from '../../domain/agreement/autopay.ts';

const ROW = 6;
const LEFT = 24;
const TOP = 84;
const WIDTH = 960;
/** More rows are no picture any more. */
const MOST_ROWS = 200;

const COLOURS = {
  first: '#1d7a4b',
  retried: '#d9a521',
  failed: '#b3362b',
  other: '#8a8f8e',
} as const;

/** A year in a picture: a row an agreement, a mark a cycle, from left to right. */
export function pictureOf(
  agreements: readonly Agreement[],
  { from, until }: { readonly from: number; readonly until: number },
): string {
  const shown = agreements.slice(0, MOST_ROWS);
  const place = (at: number) => LEFT + ((at - from) / (until - from)) * (WIDTH - 2 * LEFT);
  const marks = shown.flatMap(({ autopay }, row) =>
    (autopay?.history ?? []).map(
      (cycle) =>
        `<rect x="${place(cycle.dueAt).toFixed(1)}" y="${TOP + row * ROW}" width="5" height="${ROW - 1}" fill="${colourOf(cycle)}"/>`,
    ),
  );
  const height = TOP + shown.length * ROW + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">`,
    '<title id="title">A simulated time of agreements</title>',
    `<desc id="description">Each row is one of ${shown.length} agreements, each mark a cycle: paid at once, paid by a further try, given up and ended, or left out.</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="16"/>`,
    `<text x="${LEFT}" y="36">${shown.length} agreements, a row each; a mark is a cycle</text>`,
    ...legend().map(
      ([name, colour], index) =>
        `<rect x="${LEFT + index * 220}" y="52" width="12" height="12" fill="${colour}"/>` +
        `<text class="small" x="${LEFT + 18 + index * 220}" y="63">${name}</text>`,
    ),
    ...marks,
    '</svg>',
    '',
  ].join('\n');
}

/** Readable by day and by night, with no font from elsewhere. */
const STYLE = `
text{font:500 15px system-ui,sans-serif;fill:#12211f}
.small{font-size:13.5px;font-weight:400;fill:#3d4d4a}
.ground{fill:#eef2f1}
@media (prefers-color-scheme:dark){
text{fill:#e9f0ee}
.small{fill:#b9c7c4}
.ground{fill:#0c1312}
}
`;

function legend(): readonly (readonly [string, string])[] {
  return [
    ['paid at once', COLOURS.first],
    ['paid by a further try', COLOURS.retried],
    ['given up: the end', COLOURS.failed],
    ['under way, or left out', COLOURS.other],
  ];
}

function colourOf({ state, tries }: Cycle): string {
  if (state === 'paid') return tries.length === 1 ? COLOURS.first : COLOURS.retried;
  return state === 'failed' ? COLOURS.failed : COLOURS.other;
}
