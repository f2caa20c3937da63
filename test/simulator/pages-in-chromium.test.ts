import assert from 'node:assert/strict';
import { DESKTOP, isAccessible, PHONE, visit, waysOf } from '../support/browser.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { aNetwork, type TestNetwork } from './support.ts';

describe('the hosted page in Chromium', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(() => network.close());

  for (const [language, colorScheme, viewport] of waysOf<
    readonly ['ar' | 'en', 'dark' | 'light', typeof PHONE]
  >(['ar', 'dark', PHONE], ['en', 'light', DESKTOP]))
    it(`is clean for axe in ${language}, ${colorScheme}, ${viewport.width} pixels wide`, async () => {
      const id = await network.open({ language });
      await visit({ colorScheme, viewport }, async (page) => {
        await page.goto(`${network.url}/pay/${id}`);
        await page.click('summary');
        await isAccessible(page);
        await page.click('button.main');
        await page.waitForSelector('[aria-invalid]');
        await page.waitForSelector('#name:focus');
        await isAccessible(page);
        await page.goto(`${network.url}/pay/${id}?lang=${language}&use=challenge`);
        await page.click('button.main');
        await page.waitForURL(/\/challenge/u);
        await isAccessible(page);
        await page.fill('#code', '111111');
        await page.click('button.main');
        await page.waitForURL(/wrong/u);
        await isAccessible(page);
        await page.fill('#code', '١٢٣٤٥٦');
        await page.click('button.main');
        await page.waitForURL(/\/return\?/u);
        await page.goto(`${network.url}/pay/${id}`);
        await isAccessible(page);
      });
      assert.equal((await network.payment(id))['status'], 'CAPTURED');
    });

  it('groups what is typed, marks the brand, and clears nothing but the security code for a typo', async () => {
    const id = await network.open();
    await visit({ viewport: PHONE }, async (page) => {
      await page.goto(`${network.url}/pay/${id}`);
      await page.focus('#name');
      for (const typed of ['Sara Al-Ali', '4242424242424241', EXPIRY.replace('/', ''), '123']) {
        await page.keyboard.type(typed);
        await page.keyboard.press('Tab');
      }
      const values = () =>
        page.$$eval('#card input[type="text"]', (inputs) =>
          inputs.map((input) => ('value' in input ? input.value : '')),
        );
      const typed = ['Sara Al-Ali', '4242 4242 4242 4241', EXPIRY];
      assert.deepEqual(await values(), [...typed, '123']);
      assert.equal(await page.innerText('.known'), 'Visa');
      const asked = page.url();
      await page.keyboard.press('Enter');
      await page.waitForSelector('#number:focus');
      assert.match(await page.innerText('#number-fault'), /Check the card number/u);
      assert.deepEqual(await values(), [...typed, '']);
      assert.equal(page.url(), asked);
      await isAccessible(page);
      await page.fill('#number', '3782 822463 10005');
      assert.equal(await page.innerText('.known'), 'American Express');
      await page.fill('#number', '٥٥٥٥٥٥٥٥٥٥٥٥٤٤٤٤');
      assert.equal(await page.inputValue('#number'), '5555 5555 5555 4444');
      assert.ok(await page.isHidden('#number-fault'));
      await page.fill('#cvv', '123');
      // An answer that says nothing: the form is sent all the same.
      await page.route('**/check', (route) => route.fulfill({ body: 'Try again later.' }));
      await page.click('button.main');
      await page.waitForURL(/\/return\?/u);
    });
    assert.equal((await network.payment(id))['status'], 'CAPTURED');
  });

  it('is paid with the keyboard alone and without script', async () => {
    const id = await network.open();
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${network.url}/pay/${id}`);
      await page.focus('#name');
      for (const value of ['Sara Al-Ali', '4000 0000 0000 3220', EXPIRY, '123']) {
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
