import { glyphs } from './glyphs.ts';
import type { MethodKind } from './pages/facts.ts';

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
