import assert from 'node:assert/strict';
import { brandOf, colour, contrast, paletteOf, type Colour } from '../../domain/theme.ts';
import { tokenStyles } from '../../render/pages/styles/tokens.ts';
import { aMerchant } from '../support/builders.ts';

const [dayTokens = '', nightTokens = ''] = tokenStyles.split('@media (prefers-color-scheme: dark)');

/** A colour of the stylesheet that no merchant changes. */
function token(name: string, tokens: string): Colour {
  const read = colour(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '');
  assert.ok(read, name);
  return read;
}

/** Every sixth step of red, green and blue. */
const STEPS = ['00', '33', '66', '99', 'cc', 'ff'];
const COLOURS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.flatMap((blue) => colour(`#${red}${green}${blue}`) ?? [])),
);

describe('the colour of a merchant', () => {
  for (const text of ['#0c5049', '#FFD400'])
    it(`can be ${text}`, () => {
      assert.equal(colour(text), text.toLowerCase());
    });

  for (const text of [
    '',
    '0c5049',
    '#0c5',
    '#0c50490',
    '#0c504g',
    'red',
    'rgb(0,0,0)',
    'var(--ink)',
    '#000000;}body{display:none',
    'url(https://evil.example/x)',
    '#000000\n',
    ' #000000',
    '#٠٠٠٠٠٠',
  ])
    it(`cannot be ${JSON.stringify(text)}`, () => {
      assert.equal(colour(text), undefined);
    });

  it('stays as it is where it can be read', () => {
    assert.equal(paletteOf('#0c5049').light.brand, '#0c5049');
    assert.equal(paletteOf('#ffd400').dark.brand, '#ffd400');
  });

  it('is made darker by day and lighter by night until it can be read', () => {
    const { light } = paletteOf('#ffd400');
    assert.ok(contrast(light.brand, '#ffffff') < 5.5, 'no darker than it has to be');
    assert.notEqual(paletteOf('#000080').dark.brand, '#000080');
  });

  for (const [mode, tokens] of [
    ['light', dayTokens],
    ['dark', nightTokens],
  ] as const)
    it(`can be read with all that stands on and under it, whatever it is (${mode})`, () => {
      const [surface, paper, ink, muted] = ['surface', 'paper', 'ink', 'muted'].map((name) =>
        token(name, tokens),
      );
      assert.ok(surface && paper && ink && muted);
      const faults = COLOURS.flatMap((accent) => {
        const shades = paletteOf(accent)[mode];
        const pairs: readonly (readonly [string, Colour, Colour, number])[] = [
          ['a link on the page', shades.brand, paper, 4.5],
          ['a link on a sheet', shades.brand, surface, 4.5],
          ['a link on a chosen row', shades.brand, shades.soft, 4.5],
          ['a button', shades.onBrand, shades.brand, 4.5],
          ['a button under the mouse', shades.onBrand, shades.hover, 4.5],
          ['text on a chosen row', ink, shades.soft, 4.5],
          ['small text on a chosen row', muted, shades.soft, 4.5],
          ['the amount', shades.onPanel, shades.panel, 4.5],
          ['small text beside the amount', shades.onPanelMuted, shades.panel, 4.5],
          ['the focus beside the amount', '#ffd58a', shades.panel, 3],
        ];
        return pairs
          .filter(([, text, ground, least]) => contrast(text, ground) < least)
          .map(([what]) => `${accent}: ${what}`);
      });
      assert.deepEqual(faults, []);
    });

  it('is that of mails and papers as it can be read on white, with the logo', () => {
    assert.deepEqual(brandOf(aMerchant(), 'https://pay.example'), {});
    const { accent = '#000000', logoUrl } = brandOf(
      { ...aMerchant(), accent: '#ffd400', logo: 'a.png' },
      'https://pay.example',
    );
    assert.ok(contrast(accent, '#ffffff') >= 4.5);
    assert.equal(logoUrl, 'https://pay.example/media/logos/a.png');
  });
});
