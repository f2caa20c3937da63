import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Language } from '../../domain/language.ts';
import { everyPage, LANGUAGES } from '../render/every-page.ts';
import { visit } from '../support/browser.ts';
import { LAYOUTS, stillPage, TWICE } from './support/still-page.ts';

const WIDTHS = [320, 390, 1280] as const;
const LONG: Readonly<Record<Language, string>> = {
  en: 'The Kuwait Flower and Perfume Trading Company',
  ar: 'شركة الكويت لتجارة الزهور والعطور والهدايا',
};

describe('the pages with text of twice its size', function () {
  this.timeout(120_000);
  for (const language of LANGUAGES)
    it(`clip nothing, from 320 to 1280 pixels wide, in ${language}`, async () => {
      const faults: Record<string, unknown> = {};
      const pages = everyPage(language, { merchantName: LONG[language] });
      await visit({}, async (page) => {
        for (const { name, html } of pages.filter((one) => LAYOUTS.test(one.name))) {
          await page.setContent(stillPage(html, TWICE));
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const found = await clipped(page);
            if (found.length > 0) faults[`${name}, ${width}`] = found;
          }
        }
      });
      assert.deepEqual(faults, {});
    });

  it('would be seen to clip something with faults', async () => {
    const [{ html } = { html: '' }] = everyPage('en', { merchantName: LONG.en });
    await visit({ viewport: { width: 320, height: 800 } }, async (page) => {
      for (const fault of [
        '.button { max-block-size: 1rem; overflow: hidden; }',
        '.checkout h1 { white-space: nowrap; }',
        '.method { flex-wrap: nowrap !important; }',
      ]) {
        await page.setContent(
          stillPage(html, TWICE).replace('</head>', `<style>${fault}</style></head>`),
        );
        assert.notDeepEqual(await clipped(page), [], fault);
      }
    });
  });
});

describe('the lines of an invoice on a phone', () => {
  for (const language of LANGUAGES)
    it(`stand below each other, each with its name, in ${language}`, async () => {
      const { html = '' } = everyPage(language).find(({ name }) => name === 'invoice, sent') ?? {};
      await visit({}, async (page) => {
        await page.setContent(stillPage(html));
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await clipped(page), [], `${width} pixels wide`);
          const cells = await page
            .locator('.rows tbody tr:first-child > :is(th, td):not(:empty)')
            .evaluateAll((all) =>
              all.map((cell) => {
                const { top, bottom } = (cell as unknown as Boxed).getBoundingClientRect();
                return [Math.round(top), Math.round(bottom)] as const;
              }),
            );
          assert.ok(cells.length >= 6);
          for (const [at, [top]] of cells.entries())
            assert.ok(
              at === 0 || top >= (cells[at - 1]?.[1] ?? 0),
              `cell ${at} is beside another, ${width} pixels wide`,
            );
          assert.match(await page.evaluate(LABEL), /^"\S/);
          assert.deepEqual(await page.evaluate(CROWDED), [], `${width} pixels wide`);
          assert.equal(await page.locator('.rows td:empty').first().isVisible(), false);
        }
      });
    });
});

interface Boxed {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

/** Cells whose value is not at the end of the line, or has no room between it and its name. */
const CROWDED = `[...document.querySelectorAll('.rows td:not(:empty)')]
  .filter((cell) => {
    const [all, value] = [cell, cell.firstElementChild].map((one) => one.getBoundingClientRect());
    const name = parseFloat(getComputedStyle(cell, '::before').width);
    const end = document.dir === 'rtl' ? value.left - all.left : all.right - value.right;
    return !(all.width - name - value.width >= 16 && Math.abs(end) < 1);
  })
  .map(({ textContent }) => textContent)`;

const LABEL = `getComputedStyle(document.querySelectorAll('.rows td')[1], '::before').content`;

function clipped(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(CLIPPED);
}

/**
 * Runs in the page: every text that is not inside of a box that cuts off what is larger, or not inside of the window from side to
 * side, and that has the room to be read: more than two letters a line. What is hidden on purpose for eyes alone is left out.
 */
const CLIPPED = `(() => {
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) continue;
    const boxes = [];
    let isForEars = false;
    let canScroll = false;
    for (let box = text.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(box);
      if (clipPath !== 'none') isForEars = true;
      // Where a box can be scrolled, nothing is lost.
      if (['auto', 'scroll'].includes(overflowX)) canScroll = true;
      if (box !== document.body && box !== document.documentElement && [overflowX, overflowY].includes('hidden'))
        boxes.push(box.getBoundingClientRect());
    }
    if (isForEars || canScroll) continue;
    const isCut = rects.some(({ left, right, top, bottom }) =>
      left < -1 || right > innerWidth + 1 ||
      boxes.some((box) => left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1));
    const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
    const isInSlivers = lines > 2 && text.data.trim().length < lines * 2.5;
    if (isCut || isInSlivers) faults.push(text.data.trim().slice(0, 40));
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('The page scrolls sideways.');
  return faults;
})()`;
