import assert from 'node:assert/strict';
import { everyPage, LANGUAGES } from '../render/every-page.ts';
import { isAccessibleIn, isThorough, visit } from '../support/browser.ts';
import { LAYOUTS, stillPage, TWICE } from './support/still-page.ts';

const LARGE = { width: 390, textSize: TWICE };
const FORMS = isThorough
  ? [{ width: 390, textSize: '100%' }, { width: 1280, textSize: '100%' }, LARGE]
  : [LARGE];

describe('every page of a payer', function () {
  this.timeout(600_000);
  for (const language of LANGUAGES)
    it(`has no fault that axe finds, and does not scroll sideways, in ${language}`, () =>
      visit({}, async (page) => {
        for (const { name, html } of everyPage(language))
          if (isThorough || LAYOUTS.test(name))
            for (const { width, textSize } of FORMS) {
              await page.setViewportSize({ width, height: 800 });
              await page.setContent(stillPage(html, textSize));
              await isAccessibleIn(page, language).catch((cause: unknown) => {
                throw new Error(`${name}, ${width} px, text of ${textSize}`, { cause });
              });
            }
      }));

  it('would be seen to have one', () =>
    visit({ viewport: { width: LARGE.width, height: 800 } }, async (page) => {
      const [{ html } = { html: '' }] = everyPage('en');
      for (const fault of ['* { color: #ccc !important; }', 'main { min-inline-size: 60rem; }']) {
        await page.setContent(
          stillPage(html, TWICE).replace('</head>', `<style>${fault}</style></head>`),
        );
        await assert.rejects(isAccessibleIn(page, 'en'), fault);
      }
    }));
});
