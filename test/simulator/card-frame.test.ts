import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CARD_SCRIPT_PATH } from '../../simulator/pages/card-frame-script.ts';
import { aNetwork, dig, GOOD_CARD, idOf, until, type Json, type TestNetwork } from './support.ts';

const SHOP = 'http://shop.example.test';
const CHALLENGED = '4000000000003220';

describe('the frame for a card', () => {
  let network: TestNetwork;
  let now = new Date();
  before(async () => {
    network = await aNetwork({ now: () => now });
  });
  after(() => network.close());

  const type = (over: Json = {}) =>
    network.http('POST', '/card', {
      form: { account: 'shop', origin: SHOP, lang: 'en', ...GOOD_CARD, ...over },
    });
  const typed = async (over: Json = {}) => String((await type(over)).json['reference']);
  const frame = (over: Readonly<Record<string, string>> = {}) =>
    network.http('GET', `/card?${new URLSearchParams({ account: 'shop', origin: SHOP, ...over })}`);
  const pay = (card_reference: string, over: Json = {}, key = randomUUID()) =>
    network.create({ merchant_reference: `ref-${randomUUID()}`, card_reference, ...over }, key);

  it('gives a word with which a payment is charged at once, and the merchant is told afterwards', async () => {
    const told = network.merchant.received.length;
    const answer = await pay(await typed());
    assert.equal(answer.status, 201);
    assert.equal(answer.json['status'], 'CAPTURED');
    assert.equal(dig(answer.json, 'card', 'last4'), GOOD_CARD.number.slice(-4));
    await until(() => network.merchant.received.length > told);
    const entries = (await network.ledger()).filter(
      (entry) => entry['payment_id'] === idOf(answer),
    );
    assert.equal(entries.length, 1);
  });

  it('gives one that is good once, and again only for the same request', async () => {
    const reference = await typed();
    const key = randomUUID();
    const body = { merchant_reference: 'same' };
    const first = await pay(reference, body, key);
    assert.equal(idOf(await pay(reference, body, key)), idOf(first));
    const second = await pay(reference);
    assert.deepEqual(
      [second.status, dig(second.json, 'error', 'code')],
      [400, 'card_reference_invalid'],
    );
  });

  it('gives one that is good for 15 minutes', async () => {
    const reference = await typed();
    now = new Date(now.getTime() + 15 * 60_000 + 1);
    assert.equal((await pay(reference)).status, 400);
  });

  it('leads to the bank where that asks, and lets its page stand in a frame', async () => {
    const { json } = await pay(await typed({ number: CHALLENGED }));
    assert.equal(json['status'], 'OPEN');
    const page = await network.http(
      'GET',
      `${new URL(String(json['page_url'])).pathname}/challenge`,
    );
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors \*/u);
  });

  it('says which field is wrong, in the language of the page, and gives no word', async () => {
    const { json } = await type({ number: '4242424242424241', cvv: '', lang: 'ar' });
    assert.deepEqual(Object.keys(Object(json['faults'])), ['number', 'cvv']);
    assert.match(String(dig(json, 'faults', 'number')), /رقم البطاقة/u);
    assert.equal(json['reference'], undefined);
  });

  it('opens to the page of that origin alone, and runs its own script', async () => {
    const { headers, text } = await frame();
    const policy = headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`frame-ancestors ${SHOP}`), policy);
    assert.ok(policy.includes("script-src 'self'; connect-src 'self'"), policy);
    assert.equal(headers.get('x-frame-options'), null);
    assert.ok(text.includes(CARD_SCRIPT_PATH));
    assert.equal((await network.http('GET', CARD_SCRIPT_PATH)).status, 200);
    for (const origin of ['', '*', `${SHOP}/path`, 'javascript:1'])
      assert.equal((await frame({ origin })).status, 400, origin);
    assert.equal((await frame({ account: 'nobody' })).status, 404);
  });

  it('keeps no card anywhere', async () => {
    const before = network.log.length;
    await type({ cvv: '876' });
    const said = JSON.stringify(network.log.slice(before));
    assert.ok(said.length > 2);
    assert.doesNotMatch(said, new RegExp(`${GOOD_CARD.number}|\\b876\\b|crd_`, 'u'));
  });
});
