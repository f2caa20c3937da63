import assert from 'node:assert/strict';
import { operating } from '../api/support/operating.ts';
import { aShop } from '../api/support/shop.ts';
import { figuresIn } from '../render/read.ts';
import { visit } from '../support/browser.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send } from '../support/http.ts';
import { pdfText } from '../support/pdf.ts';

describe('a customer who has paid', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });
  const shop = () => operating(system, merchantAt(system.run.api, system.run.keys.private));
  const addressOf = (id: string, language = 'en') =>
    `${system.run.api}/b/receipt/${id}/pdf/?lang=${language}`;

  for (const language of ['en', 'ar'] as const)
    it(`gets a receipt from the summary that agrees with it on screen and on paper, in ${language}`, async () => {
      const { paid, done } = shop();
      const id = await paid({ order_no: 'R-17', customer_first_name: 'سارة' }, 'sandbox-fee');
      await done({ session_id: id, operation: 'refund', amount: '2.100' });
      await visit({}, async (page) => {
        await page.goto(`${system.run.api}/b/checkout/result/${id}/?lang=${language}`);
        const shown = figuresIn(await page.innerText('main'));
        assert.ok(shown.includes(language === 'en' ? 'KWD 2.100' : '2.100'), shown.join());
        const [url] = await page
          .locator('.actions a[href*="/receipt/"]')
          .evaluateAll((links) =>
            links.map((link) => (link as unknown as { readonly href: string }).href),
          );
        const receipt = await receiptOf(url ?? '');
        assert.deepEqual(figuresIn(receipt), shown);
        assert.ok(receipt.includes('R-17'), receipt);
        await page.emulateMedia({ media: 'print' });
        assert.deepEqual(figuresIn(await page.innerText('main')), shown);
        assert.equal(await page.locator('.actions').isVisible(), false);
      });
    });

  it('reads of money that is held, collected and let go', async () => {
    const { held, done } = shop();
    const id = await held();
    assert.match(await receiptOf(addressOf(id)), /Status Reserved/);
    const summary = await send(`${system.run.api}/b/checkout/result/${id}/`);
    assert.match(summary.text, /is reserved/);
    await done({ session_id: id, operation: 'capture', amount: '5' });
    assert.match(await receiptOf(addressOf(id)), /Status Partly collected.*Net paid KWD 5\.000/);
    const other = await held();
    await done({ session_id: other, operation: 'void' });
    assert.match(await receiptOf(addressOf(other)), /Status Released.*Net paid KWD 0\.000/);
  });

  it('finds none of what is not paid, and none where the merchant gives none', async () => {
    const { id, client, set } = await aShop(system);
    const sale = await operating(system, client).paid();
    assert.equal((await fetch(addressOf(sale))).status, 200);
    const settings = await system.store.merchants.find(id);
    assert.ok(settings);
    const payment_request = { ...settings.plugins.payment_request, receipts: false };
    await set({ plugins: { ...settings.plugins, payment_request } });
    for (const none of [sale, await client.sale(), 'f'.repeat(40), 'x']) {
      const { status, headers } = await send(addressOf(none));
      assert.equal(status, 404);
      assert.match(headers.get('content-type') ?? '', /text\/html/u);
    }
    const { text: summary } = await send(`${system.run.api}/b/checkout/result/${sale}/`);
    assert.doesNotMatch(summary, /\/b\/receipt\//);
  });

  it('sees the logo of the merchant, or of the unit, on page and paper', async () => {
    const { id, client, set } = await aShop(system);
    const bytes = DOCUMENTS['png'] ?? Buffer.alloc(0);
    const [ofShop, ofUnit] = ['a1', 'b2'].map((part) => `${part.repeat(32)}.png`);
    assert.ok(ofShop && ofUnit);
    for (const name of [ofShop, ofUnit])
      await system.store.logos.put({ merchantId: id, name, bytes });
    await set({ logo: ofShop });
    await system.store.units.put({
      merchantId: id,
      code: 'salmiya',
      name: 'Salmiya',
      logo: ofUnit,
      overrides: {},
    });
    const { paid } = operating(system, client);
    for (const [more, name] of [
      [{}, ofShop],
      [{ unit_code: 'salmiya' }, ofUnit],
    ] as const) {
      const sale = await paid(more);
      const { text: summary } = await send(`${system.run.api}/b/checkout/result/${sale}/`);
      assert.ok(summary.includes(`/media/logos/${name}`));
      const pdf = Buffer.from(await (await fetch(addressOf(sale))).arrayBuffer());
      assert.ok(pdf.includes('/Subtype /Image'));
    }
    const picture = await fetch(`${system.run.api}/media/logos/${ofShop}`);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), bytes);
    for (const none of [`${'c3'.repeat(32)}.png`, 'x.svg', '..%2f..%2fetc%2fpasswd'])
      assert.equal((await fetch(`${system.run.api}/media/logos/${none}`)).status, 404);
  });
});

async function receiptOf(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^inline; filename="receipt-[A-Za-z0-9]+\.pdf"$/u,
  );
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/u);
  return pdfText(Buffer.from(await answer.arrayBuffer()));
}
