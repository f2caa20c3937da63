import assert from 'node:assert/strict';
import { isAccessible, visit } from '../support/browser.ts';
import { theSystem, type System } from '../support/system.ts';

describe('a visit in these tests', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });
  /** A page of ours with something wrong put into it. */
  const spoiled = (html: string) =>
    visit({}, async (page) => {
      await page.goto(`${system.run.api}/checkout/unknown`);
      const told = page.waitForEvent('console');
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`);
      await told;
    });

  it('fails when a page breaks its own policy', async () => {
    await assert.rejects(spoiled('<img src="https://127.0.0.2/x.png" alt="">'), /Security Policy/);
    await assert.rejects(spoiled('<p onclick="1">x</p>'), /Security Policy/);
  });

  it('fails when a part of a page is missing', async () => {
    await assert.rejects(spoiled('<img src="/static/missing.svg" alt="">'), /status of 404/);
  });

  it('fails when a request leaves for another machine', async () => {
    await assert.rejects(
      visit({}, async (page) => {
        await page.goto('http://127.0.0.2:9/').catch(() => undefined);
      }),
      /left this machine/,
    );
  });

  it('fails when axe finds a fault', async () => {
    await visit({}, async (page) => {
      await page.goto(`${system.run.api}/checkout/unknown`);
      await isAccessible(page);
      await page.evaluate(`document.documentElement.removeAttribute('lang')`);
      await assert.rejects(isAccessible(page), /html-has-lang/);
    });
  });
});
