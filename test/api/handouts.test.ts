import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mintShortCode, shortCode } from '../../domain/ids.ts';
import { qrPng, qrSvg } from '../../render/qr.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, SALE, send, textIn, type MerchantClient } from '../support/http.ts';
import { DEMO, sessionIdOf, transactionOf, untilState } from './support/records.ts';

describe('what a merchant hands out', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const FLAGS = { generate_qr_code: true, shortify_checkout_url: true };
  const FIELDS = ['qr_code_url', 'checkout_short_url', 'attachment_short_url', 'attachment'];

  it('is nothing unless it is asked for', async () => {
    const { body } = await merchant.create(SALE);
    for (const field of FIELDS) assert.equal(field in body, false, field);
  });

  it('is the same in every later answer', async () => {
    const { body, status } = await merchant.create({ ...SALE, ...FLAGS });
    assert.equal(status, 201);
    const id = textIn(body, 'session_id');
    assert.match(textIn(body, 'checkout_short_url'), /\/b\/[0-9A-Za-z]{8}$/);
    const read = await merchant.read(id);
    const patched = await merchant.patch(id, { order_no: 'later' });
    for (const field of ['qr_code_url', 'checkout_short_url'])
      for (const { body: later } of [read, patched]) assert.equal(later[field], body[field]);
  });

  it('can be asked for later, and taken back', async () => {
    const id = await merchant.sale();
    const { body } = await merchant.patch(id, FLAGS);
    assert.ok(textIn(body, 'qr_code_url') && textIn(body, 'checkout_short_url'));
    const without = await merchant.patch(id, { generate_qr_code: false });
    assert.equal('qr_code_url' in without.body, false);
    assert.equal(without.body['checkout_short_url'], body['checkout_short_url']);
    const put = await merchant.put(id, { ...SALE, shortify_checkout_url: true });
    assert.equal(put.body['checkout_short_url'], body['checkout_short_url']);
    // Whoever was given it can pay as long as anybody.
    const longer = await merchant.put(id, { ...SALE, expiration_time: '20 00:00:00' });
    assert.equal('checkout_short_url' in longer.body, false);
    const code = shortCode(textIn(body, 'checkout_short_url').slice(-8));
    const link = code && (await system.store.shortLinks.find(code));
    const { expiresAt } = await transactionOf(system, id);
    assert.equal(link && link.expiresAt.getTime() - expiresAt, 90 * 24 * 60 * 60 * 1000);
  });

  for (const flag of ['generate_qr_code', 'shortify_checkout_url', 'include_sdk_setup_preload'])
    it(`is refused when ${flag} is neither true nor false`, async () => {
      const { status, body } = await merchant.create({ ...SALE, [flag]: 'yes' });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), [flag]);
    });

  it('takes preload_checkout_page, which changes nothing', async () => {
    const { status, body } = await merchant.create({ ...SALE, preload_checkout_page: true });
    assert.equal(status, 201);
    assert.equal('preload_checkout_page' in body, false);
  });

  it('is JSON to a program that has missed a path, and a page to anybody else', async () => {
    const headers = { Authorization: `Api-Key ${system.run.keys.private}` };
    const program = await send(`${system.run.api}/b/foo`, { headers });
    assert.deepEqual([program.status, program.body['code']], [404, 'not_found']);
    const person = await send(`${system.run.api}/b/foo`);
    assert.equal(person.status, 404);
    assert.match(person.headers.get('Content-Type') ?? '', /^text\/html/);
  });

  it('is a short link that leads to the checkout, in both forms', async () => {
    const { body } = await merchant.create({ ...SALE, ...FLAGS });
    const link = textIn(body, 'checkout_short_url');
    for (const url of [link, `${link}/`, link.replace('/b/', '/c/')]) {
      const { status, headers } = await send(url);
      assert.deepEqual([status, headers.get('location')], [302, body['checkout_url']]);
    }
  });

  it('is a short link that shows how it ended', async () => {
    const id = await merchant.sale(FLAGS);
    const link = textIn((await merchant.read(id)).body, 'checkout_short_url');
    await send(`${system.run.api}/checkout/${id}/cancel/`, { method: 'POST' });
    await untilState(system, id, 'canceled');
    const { url, status } = await fetch(link);
    assert.ok(url.includes(id));
    assert.equal(status, 410);
  });

  for (const path of ['/b/00000000', '/b/short', '/b/..%2f..%2fx', '/c/%00%00%00%00%00%00%00%00'])
    it(`is nothing at ${path}`, async () => {
      const { status, headers } = await send(`${system.run.api}${path}`);
      assert.equal(status, 404);
      assert.equal(headers.get('location'), null);
    });

  it('is a short link to the receipt, in the language of the payment', async () => {
    const id = await merchant.sale({ language: 'ar' });
    const link = { merchantId: DEMO, sessionId: sessionIdOf(id), kind: 'receipt' } as const;
    const expiresAt = new Date(Date.now() + 60_000);
    const code = await system.store.shortLinks.ensure({ ...link, expiresAt }, () =>
      mintShortCode(randomBytes(8)),
    );
    const { status, headers } = await send(`${system.run.api}/b/${code}`);
    assert.deepEqual(
      [status, headers.get('location')],
      [302, `${system.run.api}/b/receipt/${id}/pdf/?lang=ar`],
    );
  });

  it('is a short link that ends when its time is over', async () => {
    const id = await merchant.sale();
    const { shortLinks } = system.store;
    const ref = { merchantId: DEMO, sessionId: sessionIdOf(id), kind: 'checkout' } as const;
    const code = await shortLinks.ensure({ ...ref, expiresAt: new Date(Date.now() - 1000) }, () =>
      mintShortCode(randomBytes(8)),
    );
    assert.equal((await send(`${system.run.api}/b/${code}`)).status, 404);
  });

  it('is a code to scan, as a picture in two forms, that says the checkout address', async () => {
    const { body } = await merchant.create({ ...SALE, ...FLAGS });
    const png = textIn(body, 'qr_code_url');
    const svg = png.replace(/png$/, 'svg');
    const expected = {
      png: await qrPng(textIn(body, 'checkout_url')),
      svg: await qrSvg(textIn(body, 'checkout_url')),
    };
    for (const [url, type, picture] of [
      [png, 'image/png', expected.png],
      [svg, 'image/svg+xml', Buffer.from(expected.svg)],
    ] as const) {
      const answer = await fetch(url);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type]);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture);
      assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
    }
  });

  for (const name of ['0'.repeat(40) + '.png', 'x.png', 'x', `${'0'.repeat(40)}.gif`])
    it(`is no picture at ${name.slice(-8)}`, async () => {
      const { status } = await send(`${system.run.api}/b/checkout/qr/${name}`);
      assert.equal(status, 404);
    });

  it('is shown on the checkout page, with the address in letters', async () => {
    const { body } = await merchant.create({ ...SALE, ...FLAGS });
    const page = textIn(body, 'checkout_page_url');
    const { text: html } = await send(page);
    assert.match(html, /<img src="[^"]+\.svg" alt="QR code with the address of this page"/);
    assert.ok(html.includes(textIn(body, 'checkout_short_url')));
    const { text: other } = await send(`${page}?lang=ar`);
    assert.match(other, /الدفع من هاتفك/);
    const plain = await send(`${system.run.api}/checkout/${await merchant.sale()}`);
    assert.ok(!plain.text.includes('other-device'));
  });
});
