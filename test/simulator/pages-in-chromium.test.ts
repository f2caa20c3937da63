import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { aNetwork, type TestNetwork } from './support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Runs in the page, after AXE; answers one line for each violation.
const FAULTS = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1200, height: 800 };

describe('the hosted page in Chromium', () => {
  let network: TestNetwork;
  let browser: Browser;
  before(async () => {
    network = await aNetwork();
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  });
  after(async () => {
    await browser.close();
    await network.close();
  });

  const visit = async (options: BrowserContextOptions, look: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/u.test(message.text())) complaints.push(message.text());
    });
    await look(page);
    await context.close();
    assert.deepEqual(complaints, []);
  };
  for (const language of ['en', 'ar'] as const)
    for (const [colorScheme, viewport] of [
      ['light', DESKTOP],
      ['dark', PHONE],
    ] as const)
      it(`is clean for axe in ${language}, ${colorScheme}, ${viewport.width} pixels wide`, async () => {
        const id = await network.open({ language });
        await visit({ colorScheme, viewport }, async (page) => {
          await page.goto(`${network.url}/pay/${id}`);
          await page.click('summary');
          await isClean(page);
          await page.click('button.main');
          await page.waitForSelector('[aria-invalid]');
          await page.waitForSelector('#name:focus');
          await isClean(page);
          await page.goto(`${network.url}/pay/${id}?lang=${language}&use=challenge`);
          await page.click('button.main');
          await page.waitForURL(/\/challenge/u);
          await isClean(page);
          await page.fill('#code', '111111');
          await page.click('button.main');
          await page.waitForURL(/wrong/u);
          await isClean(page);
          await page.fill('#code', '١٢٣٤٥٦');
          await page.click('button.main');
          await page.waitForURL(/\/return\?/u);
          await page.goto(`${network.url}/pay/${id}`);
          await isClean(page);
        });
        assert.equal((await network.payment(id))['status'], 'CAPTURED');
      });

  it('is paid with the keyboard alone and without script', async () => {
    const id = await network.open();
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${network.url}/pay/${id}`);
      await page.focus('#name');
      for (const value of ['Sara Al-Ali', '4000 0000 0000 3220', '12/31', '123']) {
        await page.keyboard.type(value);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/challenge/u);
      await page.waitForSelector('#code:focus');
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/return\?/u);
    });
    assert.equal((await network.payment(id))['status'], 'CAPTURED');
    assert.equal((await network.ledger()).filter((entry) => entry['payment_id'] === id).length, 1);
  });
});

async function isClean(page: Page): Promise<void> {
  await page.evaluate(AXE);
  assert.deepEqual(await page.evaluate(FAULTS), [], `axe finds faults on ${page.url()}`);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0, `${page.url()} scrolls sideways`);
}
