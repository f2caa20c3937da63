import assert from 'node:assert/strict';
import type { Connection } from 'mongoose';
import { connectStore } from '../../store/connection.ts';
import { NO_URLS } from '../support/hostile-urls.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, SALE, send, TRANSACTIONS, type MerchantClient } from '../support/http.ts';
import { aBillBody, INVOICES } from './support/invoices.ts';
import { operating } from './support/operating.ts';
import { returnAddress } from './support/payer.ts';

const SAID = /Enter a valid http or https URL/;

describe('an address that nobody can go to', () => {
  let system: System;
  let database: Connection;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    database = await connectStore(system.run.mongodb);
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });
  after(() => database.close());

  it('is refused by every field that takes an address', async () => {
    const id = await merchant.sale();
    const entries: readonly (readonly [string, string, (url: string) => object])[] = [
      ['POST', TRANSACTIONS, (url) => ({ ...SALE, redirect_url: url })],
      ['POST', TRANSACTIONS, (url) => ({ ...SALE, webhook_url: url })],
      ['PATCH', `${TRANSACTIONS}${id}/`, (url) => ({ redirect_url: url })],
      ['PUT', `${TRANSACTIONS}${id}/`, (url) => ({ ...SALE, webhook_url: url })],
      ['POST', INVOICES, (url) => aBillBody({ redirect_url: url })],
      ['POST', '/b/webhooks/v1/endpoints/', (url) => ({ url })],
      ['POST', '/b/webhooks/v1/test-events/', (url) => ({ url })],
      [
        'POST',
        '/b/pbl/v2/send-notification/',
        (url) => ({
          channel: 'email',
          template_id: 'x',
          to: 'a@shop.example.test',
          attachments: [{ url, filename: 'a.pdf' }],
        }),
      ],
    ];
    for (const [method, path, body] of entries)
      for (const url of NO_URLS) {
        const answer = await merchant.call(method, path, body(url));
        assert.equal(answer.status, 400, `${method} ${path} ${url}: ${answer.text}`);
        assert.match(answer.text, SAID, `${method} ${path} ${url}`);
      }
    assert.equal('redirect_url' in (await merchant.read(id)).body, false);
  });

  it('shows the result where one was kept before it was refused', async () => {
    const at = operating(system, merchant);
    const id = await at.paid({ redirect_url: 'https://shop.example.test/' });
    const address = await returnAddress(system, id);
    for (const url of NO_URLS.slice(0, 3)) {
      const { modifiedCount } = await database
        .collection('transactions')
        .updateOne({ sessionId: id }, { $set: { redirectUrl: url } });
      assert.equal(modifiedCount, 1);
      const back = await send(address);
      assert.ok([200, 303].includes(back.status), back.text);
      const page = await send(`${system.run.api}/b/checkout/result/${id}/`);
      assert.equal(page.status, 200, page.text);
      assert.ok(!page.text.includes(url));
    }
  });

  it('is the issuer of a token only where it is a text', async () => {
    for (const iss of [['https://a.example.test'], {}, 1, null, true]) {
      const token = [{ alg: 'none' }, { iss }, 'x']
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const answer = await send(`${system.run.api}${TRANSACTIONS}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      assert.equal(answer.status, 401, answer.text);
    }
  });
});
