import assert from 'node:assert/strict';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, type Answer, type Json, type MerchantClient } from '../support/http.ts';
import { DEMO, transactionOf } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';

const PHONE = '+96555550000';
const CARD = '4242 4242 4242 4242';

describe('a payer who leaves the form', () => {
  let system: System;
  let shop: Shop;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    shop = await aShop(system, {
      payment_request: {
        enabled: true,
        amountEditable: true,
        terms: { text: { en: 'our rules', ar: 'قواعدنا' } },
      },
    });
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    await system.store.gatewayAccounts.put(
      { ...opened.account, tokenizable: true, merchantId: shop.id, code: codeOf('vault') },
      { ...opened.settings },
    );
  });

  const at = (id: string, path = '') => `${system.run.api}/checkout/${id}/${path}`;
  const sale = (more: Json = {}) =>
    shop.client.sale({ pg_codes: ['cash', 'sandbox'], customer_phone_2: PHONE, ...more });

  describe('for the other language', () => {
    it('finds what they have chosen and typed, without the terms, which they read there first', async () => {
      const id = await sale();
      const arabic = await leave(`${at(id)}?lang=ar`, {
        pg_code: 'sandbox',
        amount: '٤٫٥',
        customer_phone_2: '+96566660000',
        save_card: 'yes',
        terms: 'yes',
        form_id: 'f',
      });
      assert.equal(arabic.status, 200);
      assert.match(arabic.text, /<html lang="ar"/);
      assert.ok(isChecked(arabic.text, 'sandbox'));
      assert.match(arabic.text, /name="amount"[^>]* value="٤٫٥"/);
      assert.match(arabic.text, /name="shown" value="4\.500"/);
      assert.match(arabic.text, /value="\+96566660000"/);
      assert.doesNotMatch(arabic.text, /name="terms"[^>]*checked/);
      assert.equal((await transactionOf(system, id)).attempts.length, 0);
    });

    it('finds no box ticked under which a card is kept, whatever an address says', async () => {
      const id = await sale({ customer_id: 'cust-leaving', pg_codes: ['vault'] });
      const left = await leave(`${at(id)}?lang=ar`, { pg_code: 'vault', save_card: 'yes' });
      const passedOn = await send(`${at(id)}?lang=ar&pg_code=vault&save_card=yes`);
      for (const { text } of [left, passedOn]) {
        assert.match(text, /name="save_card"/);
        assert.doesNotMatch(text, /name="save_card"[^>]* checked/);
      }
    });

    it('finds where it shall be delivered, before and after it was said', async () => {
      const id = await merchant.sale({
        capture_delivery_address: true,
        capture_delivery_location: true,
      });
      const typed = { line1: 'Street "5"', city: 'حولي', country: 'KW', location: '' };
      for (const before of [true, false]) {
        const arabic = await leave(`${at(id, 'delivery/kept/')}?lang=ar`, typed);
        assert.match(arabic.text, /<html lang="ar"/);
        assert.match(arabic.text, /name="street"[^>]* value="Street &quot;5&quot;"/);
        assert.match(arabic.text, /value="حولي"/);
        assert.match(arabic.text, /<option value="KW" selected/);
        assert.doesNotMatch(arabic.text, /role="alert"/);
        if (!before) continue;
        const body = new URLSearchParams({ ...typed, location: '29.3, 47.9' });
        assert.equal((await send(at(id, 'delivery/'), { method: 'POST', body })).status, 303);
      }
      assert.equal((await send(`${at(id, 'delivery/kept/')}?lang=ar`)).status, 303);
    });

    it('finds nothing that could be a card number, nor what is too long for an address', async () => {
      const id = await sale();
      for (const customer_phone_2 of [CARD, 'x'.repeat(5000)]) {
        const body = new URLSearchParams({ pg_code: 'cash', customer_phone_2 });
        const { headers, status } = await send(`${at(id)}?lang=ar`, { method: 'POST', body });
        assert.equal(status, 303);
        const kept = new URL(headers.get('location') ?? '').searchParams;
        assert.deepEqual(Object.fromEntries(kept), { lang: 'ar', pg_code: 'cash' });
      }
    });

    it('shows as text whatever stands in the address', async () => {
      const id = await sale();
      const evil = encodeURIComponent('"><script>alert(1)</script>');
      const { text, status } = await send(
        `${at(id)}?pg_code=${evil}&amount=${evil}&customer_phone_2=${evil}&amount=${evil}`,
      );
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script>/);
    });
  });

  describe('by Cancel', () => {
    it('is asked first, and finds the form again as they left it', async () => {
      const id = await sale({ redirect_url: 'https://shop.example/back', order_no: 'O-7' });
      const asked = await leave(`${at(id, 'cancel/ask/')}?lang=ar`, {
        pg_code: 'sandbox',
        amount: '3',
      });
      assert.equal(asked.status, 200);
      assert.match(asked.text, /هل تريد إلغاء عملية الدفع؟/);
      assert.equal((await transactionOf(system, id)).state, 'created');
      const back =
        hrefs(asked.text).find((one) => new URL(one, at(id)).pathname === `/checkout/${id}`) ?? '';
      const again = await send(back);
      assert.match(again.text, /<html lang="ar"/);
      assert.ok(isChecked(again.text, 'sandbox'));
      assert.match(again.text, /name="shown" value="3\.000"/);
      const english = hrefs(asked.text).find((one) => one.includes('lang=en')) ?? '';
      const { text } = await send(english);
      assert.match(text, /Cancel this payment\?/);
      assert.match(text, /pg_code=sandbox/);
    });

    it('goes back to the delivery form where they come from there', async () => {
      const id = await merchant.sale({ capture_delivery_location: true });
      const { text } = await leave(at(id, 'cancel/ask/'), { from: 'delivery', location: 'here' });
      const [back = ''] = hrefs(text).filter((one) => one.includes('/delivery/'));
      assert.match((await send(back)).text, /name="location"/);
      assert.match((await send(back)).text, /value="here"/);
    });

    it('is asked nothing where there is nothing to cancel', async () => {
      const id = await merchant.sale();
      const cancel = await send(at(id, 'cancel/'), { method: 'POST' });
      assert.equal(cancel.status, 303);
      assert.equal((await send(at(id, 'cancel/ask/'))).status, 410);
    });
  });
});

function hrefs(html: string): readonly string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
}

/** Sends the form to another page than that of Pay, and goes where that leads. */
async function leave(url: string, typed: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await send(url, { method: 'POST', body: new URLSearchParams(typed) });
  assert.equal(answer.status, 303, answer.text);
  return send(answer.headers.get('location') ?? '');
}
function isChecked(html: string, value: string): boolean {
  return new RegExp(`value="${value}" checked`).test(html);
}
