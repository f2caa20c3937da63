import assert from 'node:assert/strict';
import { officeStylesheet } from '../../render/office/stylesheet.ts';
import { LANGUAGES } from '../render/every-page.ts';
import { everyOfficePage, requiredFactorPages } from '../render/office/every-office-page.ts';
import { fits, isAccessible, isThorough, visit } from '../support/browser.ts';
import { stillPage } from './support/still-page.ts';

/** What is left of a window of 1280 × 1024 at 400 % (WCAG 2.2, 1.4.10). */
const ENLARGED = { width: 320, height: 256 };
const PHONE = { width: 390, height: 844 };
/** One of each layout; the others differ in words. */
const LAYOUTS =
  /^(?:payments|payments, (?:none that fits|faults|to be saved|every column)|several payments, told|breaking glass, asked|payment|question, (?:approval and faults|a saved card without consent)|code of a payment|new payment, faults|approval, (?:to decide|step-up wrong)|inbox, full|account, second factor|required second factor, wrong code|recovery codes)$/;
/** Whose buttons stay at the lower edge. */
const WITH_BAR =
  /^(?:question, (?:approval and faults|a saved card without consent)|new payment, faults|approval, step-up wrong|breaking glass, not right|several payments, to expire)$/;

describe('the pages of the office on little room', function () {
  this.timeout(120_000);
  for (const language of LANGUAGES) {
    const all = [...everyOfficePage(language), ...requiredFactorPages(language)];
    const pages = all.map(({ name, html }) => ({
      name,
      html: stillPage(html, '100%', officeStylesheet),
    }));

    // What axe knows of a page does not depend on its language (isAccessibleIn).
    const isRight = isThorough || language === 'en' ? isAccessible : fits;
    const faults = isRight === isAccessible ? ' and have no fault' : '';
    it(`scroll one way${faults} at 400 %, in ${language}`, async () => {
      await visit({ viewport: ENLARGED }, async (page) => {
        for (const { name, html } of pages.filter((one) => LAYOUTS.test(one.name))) {
          await page.setContent(html);
          await isRight(page).catch((cause: unknown) => {
            throw new Error(name, { cause });
          });
        }
      });
    });

    it(`never hide where the keyboard is, in ${language}`, async () => {
      const hidden: string[] = [];
      await visit({}, async (page) => {
        for (const viewport of [ENLARGED, PHONE]) {
          await page.setViewportSize(viewport);
          for (const { name, html } of pages.filter((one) => WITH_BAR.test(one.name))) {
            await page.setContent(html);
            const places = await page.evaluate<readonly Place[]>(PLACES);
            assert.ok(places.length > 3, name);
            for (const one of places)
              if (one.isHidden) hidden.push(`${name}, ${viewport.height} px high: ${one.name}`);
          }
        }
      });
      assert.deepEqual(hidden, []);
    });
  }
});

interface Place {
  readonly name: string;
  /** Nothing of it is seen: something else lies above it, or it is outside of the window. */
  readonly isHidden: boolean;
}

/** Runs in the page: gives the focus, which scrolls as the Tab key does, to all that this key leads to, one after the other. */
const PLACES = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
  .filter((one) => one.tabIndex >= 0)
  .flatMap((one) => {
    one.focus();
    if (document.activeElement !== one) return [];
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isSeen = [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
      const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
      return at !== null && (one.contains(at) || at.closest('label')?.contains(one));
    }));
    return [{ name: one.id || one.getAttribute('name') || one.textContent.trim().slice(0, 40), isHidden: !isSeen }];
  })`;
