import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import {
  aNetwork,
  dig,
  GOOD_CARD,
  idOf,
  SECRET_KEY,
  until,
  type Json,
  type TestNetwork,
} from './support.ts';

const headers = { authorization: `Bearer ${SECRET_KEY}` };
const SAVED = '4012888888881881';
const SHOP = 'http://shop.example.test';

describe('saved cards', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  afterEach(() => order());
  after(() => network.close());

  const order = (...faults: readonly Json[]) =>
    network.http('PUT', '/control/accounts/shop/faults', { json: { faults } });

  /** The token of a card that was saved with a payment. */
  async function save(over: Json = {}, card_number = SAVED): Promise<string> {
    const id = await network.open({ save_card: true, ...over });
    const json = { card_number };
    const paid = await network.http('POST', `/control/payments/${id}/pay`, { json });
    return String(paid.json['token']);
  }

  const charge = (body: Json, key: string = randomUUID()) =>
    network.http('POST', '/v1/charges', {
      headers: { ...headers, 'idempotency-key': key },
      json: {
        merchant_reference: `ref-${randomUUID()}`,
        amount: '5.000',
        currency: 'KWD',
        capture: true,
        notify_url: `${network.merchant.url}/callback`,
        ...body,
      },
    });

  async function moved(id: string): Promise<readonly string[]> {
    return (await network.ledger())
      .filter((entry) => entry['payment_id'] === id)
      .map(({ entry, amount }) => [entry, amount].join(' '));
  }

  /** What the frame answers when this code is typed in it. */
  const typed = (cvv: string) =>
    network.http('POST', '/cvv', { form: { account: 'shop', origin: SHOP, cvv } });

  it('are saved with a payment, and told with it', async () => {
    const id = await network.open({ save_card: true });
    const page = await network.http('GET', `/pay/${id}`);
    assert.match(page.text, /kept for later payments/u);
    await network.http('POST', `/pay/${id}`, { form: GOOD_CARD });
    const token = String((await network.payment(id))['token']);
    assert.match(token, /^tok_\w{32}$/u);
    const told: unknown = JSON.parse(network.merchant.received.at(-1)?.body ?? '{}');
    assert.equal(dig(told, 'payment', 'token'), token);
    const { json } = await network.http('GET', `/v1/tokens/${token}`, { headers });
    assert.deepEqual([json['token'], dig(json, 'card', 'last4')], [token, '4242']);
  });

  it('are saved for nothing, and then no money moves', async () => {
    const id = await network.open({ save_card: true, amount: '0.000' });
    const json = { card_number: SAVED };
    const paid = await network.http('POST', `/control/payments/${id}/pay`, { json });
    assert.deepEqual([paid.json['status'], typeof paid.json['token']], ['CAPTURED', 'string']);
    assert.deepEqual(await moved(id), []);
    assert.equal((await network.create({ amount: '0.000' })).status, 400);
  });

  it('are not saved unless asked for, nor when the card is declined', async () => {
    assert.equal(await save({ save_card: false }), 'undefined');
    assert.equal(await save({}, '4000000000000002'), 'undefined');
  });

  it('are charged by their token, at once, with a callback after the answer', async () => {
    const token = await save();
    const before = network.merchant.received.length;
    const charged = await charge({ token });
    assert.deepEqual([charged.status, charged.json['status']], [201, 'CAPTURED']);
    assert.equal(dig(charged.json, 'card', 'last4'), '1881');
    assert.deepEqual(await moved(idOf(charged)), ['capture 5.000']);
    await until(() => network.merchant.received.length > before);
    const held = await charge({ token, capture: false });
    assert.equal(held.json['status'], 'AUTHORIZED');
  });

  it('are declined by the amount as on the page, and never challenged', async () => {
    const token = await save();
    for (const [amount, status, code] of [
      ['9001.000', 'DECLINED', 'issuer_decline'],
      ['9002.000', 'DECLINED', 'insufficient_funds'],
      ['9005.000', 'ERROR', 'processing_error'],
      ['9006.000', 'CAPTURED', undefined],
    ] as const) {
      const { json } = await charge({ token, amount });
      assert.deepEqual([json['status'], json['code'], json['three_ds']], [status, code, 'none']);
    }
    const challenged = await save({}, '4000000000003220');
    assert.equal((await charge({ token: challenged })).json['status'], 'CAPTURED');
  });

  it('are declined once saved, where that is what the card is for, and say what to do', async () => {
    for (const [number, code, advice] of [
      ['4000000000000341', 'insufficient_funds', 'retry_later'],
      ['4000000000000358', 'expired_card', 'new_card'],
      ['4000000000000366', 'stolen_card', 'never_retry'],
    ] as const) {
      const { json } = await charge({ token: await save({}, number) });
      assert.deepEqual([json['status'], json['code'], json['advice']], ['DECLINED', code, advice]);
    }
  });

  it('ask their holder for the code of a challenge, and for the security code, on a page', async () => {
    const by = { initiated_by: 'customer', return_url: 'https://shop.example.test/back' };
    const challenged = await charge({ ...by, token: await save({}, '4000000000003220') });
    assert.deepEqual(
      [challenged.json['status'], challenged.json['three_ds']],
      ['OPEN', 'challenge'],
    );
    const token = await save();
    const waiting = await charge({ ...by, token, ask_cvv: true });
    assert.equal(waiting.json['status'], 'OPEN');
    assert.deepEqual(await moved(idOf(waiting)), []);
    const path = `/pay/${idOf(waiting)}`;
    const page = await network.http('GET', `${path}?lang=ar`);
    assert.match(page.text, /name="cvv"/u);
    assert.doesNotMatch(page.text, /name="number"/u);
    const wrong = await network.http('POST', path, { form: { cvv: '1234' } });
    assert.equal(wrong.status, 422, 'a Visa card has three digits');
    const paid = await network.http('POST', path, { form: { cvv: '123' } });
    assert.equal(paid.status, 303);
    assert.deepEqual(await moved(idOf(waiting)), ['capture 5.000']);
    assert.equal((await charge({ ...by, return_url: '', token })).status, 400);
    assert.equal((await charge({ token, initiated_by: 'nobody' })).status, 400);
  });

  it('are charged once under one key, also when the answer was lost', async () => {
    const token = await save();
    await order({ fault: 'answer-lost', on: ['charge'] });
    const [key, body] = [randomUUID(), { token, merchant_reference: 'charge-lost' }];
    await assert.rejects(charge(body, key));
    const path = '/v1/payments?merchant_reference=charge-lost';
    const found = await network.http('GET', path, { headers });
    assert.equal(found.json['status'], 'CAPTURED');
    const again = await charge(body, key);
    assert.deepEqual([again.status, idOf(again)], [200, idOf(found)]);
    assert.equal((await charge({ ...body, amount: '6.000' }, key)).status, 409);
    assert.deepEqual(await moved(idOf(found)), ['capture 5.000']);
  });

  it('are queued and declined by faults', async () => {
    const token = await save();
    await order({ fault: 'queued', on: ['charge'] }, { fault: 'declined', on: ['charge'] });
    const queued = await charge({ token });
    assert.equal(queued.json['status'], 'PENDING');
    assert.equal((await charge({ token })).json['status'], 'DECLINED');
    const path = `/control/payments/${idOf(queued)}/decide`;
    assert.equal((await network.http('POST', path)).json['status'], 'CAPTURED');
  });

  it('belong to one account, and are gone when they are deleted', async () => {
    const token = await save();
    const json = { secret_key: 'sk_thief', callback_secret: 'cs' };
    await network.http('PUT', '/control/accounts/thief', { json });
    const thief = { authorization: 'Bearer sk_thief' };
    assert.equal(
      (await network.http('GET', `/v1/tokens/${token}`, { headers: thief })).status,
      404,
    );
    const gone = await network.http('DELETE', `/v1/tokens/${token}`, { headers });
    assert.equal(gone.status, 204);
    assert.equal((await charge({ token })).status, 404);
    assert.equal((await charge({ token: 'tok_none' })).status, 404);
  });

  it('survive a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
    const first = await aNetwork({ dataDir });
    const id = idOf(await first.create({ save_card: true }));
    const json = { card_number: SAVED };
    const paid = await first.http('POST', `/control/payments/${id}/pay`, { json });
    await first.close();
    const second = await aNetwork({ dataDir });
    const path = `/v1/tokens/${String(paid.json['token'])}`;
    assert.equal((await second.http('GET', path, { headers })).status, 200);
    await second.http('DELETE', path, { headers });
    await second.close();
    const third = await aNetwork({ dataDir });
    assert.equal((await third.http('GET', path, { headers })).status, 404);
    await third.close();
    rmSync(dataDir, { recursive: true });
  });

  describe('with a security code', () => {
    it('are charged with the one-time reference of the frame, once', async () => {
      const token = await save();
      const { text } = await typed('١٢٣');
      const [, cvv_reference = ''] = /data-reference="(cvv_\w+)"/u.exec(text) ?? [];
      const key = randomUUID();
      const body = { token, cvv_reference, merchant_reference: 'with-cvv' };
      assert.equal((await charge(body, key)).status, 201);
      assert.equal((await charge(body, key)).status, 200, 'the same request again');
      const other = await charge({ ...body, merchant_reference: 'again' });
      assert.equal(other.status, 400);
    });

    it('are not charged with the reference of another account, or an invented one', async () => {
      const token = await save();
      const json = { account: 'other' };
      const { reference } = (await network.http('POST', '/control/cvv', { json })).json;
      for (const cvv_reference of [reference, 'cvv_invented'])
        assert.equal((await charge({ token, cvv_reference })).status, 400);
    });

    it('are not charged with a reference of a quarter of an hour ago', async () => {
      let now = new Date();
      const slow = await aNetwork({ now: () => now });
      try {
        const id = idOf(await slow.create({ save_card: true }));
        const pay = { card_number: SAVED };
        const paid = await slow.http('POST', `/control/payments/${id}/pay`, { json: pay });
        const made = await slow.http('POST', '/control/cvv', { json: { account: 'shop' } });
        now = new Date(now.getTime() + 15 * 60_000 + 1);
        const late = await slow.http('POST', '/v1/charges', {
          headers: { ...headers, 'idempotency-key': 'late' },
          json: {
            token: paid.json['token'],
            cvv_reference: made.json['reference'],
            merchant_reference: 'late',
            amount: '1.000',
            currency: 'KWD',
            capture: true,
            notify_url: slow.merchant.url,
          },
        });
        assert.equal(late.status, 400);
      } finally {
        await slow.close();
      }
    });

    it('that is none is asked for again', async () => {
      for (const cvv of ['', '12', '12a', '12345']) {
        const answer = await typed(cvv);
        assert.equal(answer.status, 422);
        assert.match(answer.text, /aria-invalid="true"/u);
      }
    });

    it('come from a frame that only the named origin may have', async () => {
      const answer = await network.http('GET', `/cvv?${frame()}`);
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /frame-ancestors http:\/\/shop\.example\.test$/u);
      assert.equal(answer.headers.get('x-frame-options'), null);
      for (const origin of ['', 'shop', `${SHOP}/path`, '*', `${SHOP}; script-src *`, 'data:x'])
        assert.equal((await network.http('GET', `/cvv?${frame({ origin })}`)).status, 400, origin);
      assert.equal((await network.http('GET', `/cvv?${frame({ account: 'nobody' })}`)).status, 404);
    });

    it('leave it in no journal, log or answer', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
      const quiet = await aNetwork({ dataDir });
      const form = { account: 'shop', origin: SHOP, cvv: '8761' };
      const { text } = await quiet.http('POST', '/cvv', { form });
      await quiet.close();
      const journal = readFileSync(join(dataDir, 'journal.jsonl'), 'utf8');
      rmSync(dataDir, { recursive: true });
      for (const place of [text, journal, JSON.stringify(quiet.log)])
        assert.doesNotMatch(place, /(?<![\w-])8761(?![\w-])/u);
    });

    it('tell the page around the frame ready, valid and done', async function () {
      this.timeout(120_000);
      const browser = await chromium.launch({
        executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
        args: ['--disable-gpu'],
      });
      try {
        const shop = network.merchant;
        const body = `<!doctype html><script>window.told = [];
          addEventListener('message', ({ data }) => told.push(data.type + ' ' + (data.valid ?? '')))
          </script><iframe src="${network.url}/cvv?${frame({ origin: shop.url })}"></iframe>`;
        shop.answer = (response) => response.setHeader('content-type', 'text/html').end(body);
        const page = await browser.newPage();
        await page.goto(shop.url);
        const inside = page.frameLocator('iframe');
        await inside.locator('#cvv').pressSequentially('123');
        await inside.locator('button').click();
        await page.waitForFunction("told.includes('done ')");
        assert.deepEqual(await page.evaluate('told'), [
          'ready ',
          'valid false',
          'valid false',
          'valid true',
          'done ',
        ]);
      } finally {
        await browser.close();
      }
    });
  });
});

/** The query of the frame's address. */
function frame(over: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({ account: 'shop', origin: SHOP, ...over }).toString();
}
