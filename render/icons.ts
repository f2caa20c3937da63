import type { MethodKind } from './pages/facts.ts';

/** Outlines on a 24 by 24 grid, drawn with a stroke: the one source of every icon we show. */
export const glyphs = {
  card: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 10h18M6.5 15h4',
  cash: 'M2.5 6.5h19v11h-19ZM12 9.25a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5ZM5.75 10.5v3M18.25 10.5v3',
  other: 'M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  warning: 'M12 4 21 19.5H3ZM12 10v4M12 16.6v.4',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
  file: 'M13.5 3.5h-7v17h11v-13ZM13.5 3.5v4h4M12 11v6M9.5 14.5 12 17l2.5-2.5',
  lock: 'M6.5 10.5h11v9h-11ZM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  pause: 'M9 7v10M15 7v10',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.25 10.5v5.5M13.75 10.5v5.5',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM15 15l4.5 4.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  'arrow-back': 'M19 12H5M11 6l-6 6 6 6',
  list: 'M4 6.5h16M4 12h16M4 17.5h10',
  plus: 'M12 5v14M5 12h14',
  layers: 'M12 3.5 20.5 8 12 12.5 3.5 8ZM3.5 12l8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5',
  tray: 'M3.5 13.5h5l1.5 2.5h4l1.5-2.5h5M6.5 5.5h11l3 8v5h-17v-5Z',
  flask: 'M9.5 3.5h5M10.5 3.5v6L5.5 19a1 1 0 0 0 .9 1.5h11.2a1 1 0 0 0 .9-1.5l-5-9.5v-6M8 15h8',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.6-3.9 3.7-6 7.5-6s6.9 2.1 7.5 6',
  back: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  filter: 'M4 5.5h16l-6.5 7.5v6l-3-1.5V13Z',
  chevron: 'm9 6 6 6-6 6',
  exit: 'M14 4.5H6v15h8M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
} as const;

export type Glyph = keyof typeof glyphs;

/** SVG documents of their own, one for each kind of method. They stand on a filled tile, so that
 *  they read on light and dark pages alike. */
export const methodIcons: Readonly<Record<MethodKind, string>> = {
  card: tile(glyphs.card, '#0d4f4a'),
  cash: tile(glyphs.cash, '#2f6b34'),
  other: tile(glyphs.other, '#4a5568'),
};

function tile(outline: string, fill: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">' +
    `<rect width="40" height="40" rx="10" fill="${fill}"/>` +
    `<path transform="translate(8 8)" d="${outline}" fill="none" stroke="#ffffff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>` +
    '</svg>\n'
  );
}
