import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { FOLLOWED_METHODS } from '../../../render/pages/choices.ts';
import { officeStylesheet } from '../../../render/office/stylesheet.ts';
import { stylesheet, stylesheetHash } from '../../../render/pages/stylesheet.ts';
import { accentStyles } from '../../../render/pages/styles/accent.ts';
import { tokenStyles } from '../../../render/pages/styles/tokens.ts';

/** Text on its ground. */
const PAIRS = [
  ['ink', 'paper'],
  ['muted', 'paper'],
  ['brand', 'paper'],
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['brand', 'surface'],
  ['ink', 'brand-soft'],
  ['muted', 'brand-soft'],
  ['brand', 'brand-soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-panel', 'panel'],
  ['on-panel-muted', 'panel'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
  ['warn', 'warn-soft'],
  ['ink', 'bad-soft'],
  ['muted', 'bad-soft'],
  ['ink', 'warn-soft'],
] as const;

/** What must be seen, but not read. */
const SIGNS = [
  ['control', 'surface'],
  ['focus', 'surface'],
  ['focus', 'paper'],
] as const;

const [light = '', darkOnly = ''] = tokenStyles.split('@media (prefers-color-scheme: dark)');

describe('the stylesheet', () => {
  for (const [mode, css] of [
    ['light', light],
    ['dark', light + darkOnly],
  ] as const) {
    for (const [text, ground] of PAIRS)
      it(`keeps ${text} readable on ${ground} in ${mode} mode (4.5:1)`, () => {
        assert.ok(contrast(colour(css, text), colour(css, ground)) >= 4.5);
      });
    for (const [sign, ground] of SIGNS)
      it(`keeps ${sign} visible on ${ground} in ${mode} mode (3:1)`, () => {
        assert.ok(contrast(colour(css, sign), colour(css, ground)) >= 3);
      });
  }

  it('follows the choice of as many methods as the page does', () => {
    assert.ok(stylesheet.includes(`#method-${FOLLOWED_METHODS - 1}:checked`));
    assert.ok(!stylesheet.includes(`#method-${FOLLOWED_METHODS}:checked`));
  });

  it('is named by its content, and by what is made of a colour of a merchant', () => {
    const whole = stylesheet + accentStyles('#808080');
    const digest = createHash('sha256').update(whole).digest('hex');
    assert.equal(stylesheetHash.length, 16);
    assert.ok(digest.startsWith(stylesheetHash));
  });
});

for (const [whose, css] of [
  ['payers', stylesheet],
  ['people of merchants', officeStylesheet],
] as const)
  describe(`the stylesheet of ${whose}`, () => {
    it('asks nothing of other places', () => {
      assert.doesNotMatch(css, /@import|url\(|https?:/);
    });

    it('lays out by the direction of reading, not by left and right', () => {
      assert.doesNotMatch(
        css,
        /(?:margin|padding|border)-(?:left|right)|float|text-align: (?:left|right)/,
      );
    });

    it('aligns by the text around it also where that has a prefix, as in Chromium', () => {
      const ways = css.match(/text-align: (?:-webkit-)?match-parent/g) ?? [];
      assert.ok(ways.length > 0);
      assert.equal(ways.filter((way) => way.includes('-webkit-')).length * 2, ways.length);
    });

    it('closes every brace that it opens', () => {
      assert.equal(css.split('{').length, css.split('}').length);
    });
  });

/** The last value given to a token, as the cascade has it. */
function colour(css: string, token: string): string {
  const found = [...css.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, 'g'))].at(-1)?.[1];
  if (found === undefined) throw new Error(`There is no colour --${token}: look at the tokens.`);
  return found;
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
