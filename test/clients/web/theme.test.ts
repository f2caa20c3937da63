import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { plain } from '../../../clients/web/src/plain.ts';
import { declarationsOf, layersOf } from '../../../clients/web/src/theme.ts';

const all = () => true;
const knows = (property: string, value: string) => property === 'color' && value === 'red';
const look = (styles: object) => Object.fromEntries(declarationsOf(styles, all));
const WEB = new URL('../../../clients/web/', import.meta.url);

describe('a theme of the web SDK', () => {
  it('sets properties as CSS or as scripts write them', () => {
    const given = { borderTopColor: '#123456', 'line-height': 1.5, padding: '4px 8px' };
    assert.deepEqual(declarationsOf(given, all), [
      ['border-top-color', '#123456'],
      ['line-height', '1.5'],
      ['padding', '4px 8px'],
    ]);
  });

  it('has words of Apple and Google for their buttons, which Safari knows, too', () => {
    assert.deepEqual(look({ buttonType: 'buy', buttonColor: 'black', buttonSizeMode: 'fill' }), {
      '-apple-pay-button-type': 'buy',
      '-apple-pay-button-style': 'black',
      width: '100%',
    });
    const white = { background: '#fff', color: '#000', border: '1px solid #747775' };
    for (const buttonColor of ['white', 'white-outline'])
      assert.deepEqual(look({ buttonColor, buttonSizeMode: 'static' }), {
        '-apple-pay-button-style': buttonColor,
        ...white,
        width: 'auto',
      });
    // What the page says itself comes later, and counts.
    assert.equal(look({ buttonColor: 'white', color: 'navy' })['color'], 'navy');
    assert.deepEqual(
      declarationsOf({ buttonColor: 'url(x)' }, (name) => name !== 'border'),
      [
        ['background', '#fff'],
        ['color', '#000'],
      ],
    );
  });

  it('asks the browser whether it knows the property with the value', () => {
    assert.deepEqual(declarationsOf({ color: 'red', colour: 'red', width: 'red' }, knows), [
      ['color', 'red'],
    ]);
  });

  for (const value of [
    'url(https://evil.example/x)',
    'URL("x")',
    'image-set("x" 1x)',
    'cross-fade(url(x), red)',
    'u\\72l(x)',
    'red; position: fixed',
    'red} body {display: none',
    'red/**/',
    'expression(alert(1))',
    'var(--theirs)',
    '</style>',
    'x'.repeat(201),
  ])
    it(`leaves out ${value.slice(0, 40)}`, () => {
      assert.deepEqual(declarationsOf({ background: value }, all), []);
    });

  it('leaves out what is no property, no text and no object', () => {
    const given = { '--own': 'red', 'color;': 'red', '': 'red', color: { a: 1 }, width: null };
    assert.deepEqual(declarationsOf(given, all), []);
    for (const nothing of ['color: red', null, undefined, ['red']])
      assert.deepEqual(declarationsOf(nothing, all), []);
  });

  it('has the styles of narrow windows last, the narrowest at the very end', () => {
    const [wide, middle, narrow] = [{ main: 1 }, { main: 2 }, { main: 3 }];
    const theme = { ...wide, responsive: { '320': narrow, '600': middle, x: {}, '900': 'none' } };
    assert.deepEqual(layersOf(theme, (pixels) => pixels >= 320).slice(1), [middle, narrow]);
    assert.deepEqual(layersOf(theme, (pixels) => pixels >= 400).slice(1), [middle]);
    assert.deepEqual(layersOf(wide, all), [wide]);
  });

  it('has in the README exactly parts that something is', () => {
    const readme = readFileSync(new URL('README.md', WEB), 'utf8');
    const sources = readdirSync(new URL('src/', WEB)).map((file) =>
      readFileSync(new URL(`src/${file}`, WEB), 'utf8'),
    );
    const [, table = ''] = readme.split('| | Parts |');
    const parts = [...(table.split('\n\n')[0]?.matchAll(/`([a-z-]+)`/g) ?? [])].map(
      ([, one]) => one,
    );
    assert.ok(parts.length > 30, `${parts.length} parts`);
    const words = sources.join('\n');
    const missing = parts.filter(
      (part) => !new RegExp(`['\` ]${part}['\` ]`).test(words) && !hasVariant(words, String(part)),
    );
    assert.deepEqual(missing, []);
  });
});

describe('a text in the web SDK', () => {
  it('loses what turns its direction or cannot be seen, and nothing else', () => {
    assert.equal(plain('INV\u202e123\u2066\u200f\u0000\u0007'), 'INV123');
    assert.equal(plain('بطاقة <b>1</b> 💳 e\u0301'), 'بطاقة <b>1</b> 💳 e\u0301');
  });
});

/** Some names are put together: `${isKind}-popup-heading`, `${name}-label`. */
function hasVariant(words: string, part: string): boolean {
  const [first, ...rest] = part.split('-');
  return words.includes(`}-${rest.join('-')}`) && words.includes(`'${first}'`);
}
