import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, send, type Json, type MerchantClient } from '../../support/http.ts';
import { anotherMerchant } from '../support/another-merchant.ts';
import {
  anAccountLike,
  childIn,
  currencyCodeOf,
  operating,
  OPERATION,
  type Operating,
} from '../support/operating.ts';
import { goToNetwork } from '../support/payer.ts';
import { untilState } from '../support/records.ts';

const REQUIRED = ['This field is required.'];

describe('POST /b/pbl/v2/operation/ refuses', () => {
  let system: System;
  let merchant: MerchantClient;
  let at: Operating;
  let paid: string;
  let held: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    at = operating(system, merchant);
    paid = await at.paid();
    held = await at.held();
  });

  it('a body without an operation, or with one that there is none of', async () => {
    await at.unchanged(paid, async () => {
      const none = await at.operate({ session_id: paid });
      assert.deepEqual([none.status, none.body], [400, { operation: REQUIRED }]);
      for (const operation of ['chargeback', '', 'REFUND', 7, null]) {
        const answer = await at.operate({ session_id: paid, operation });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), ['operation'], answer.text);
      }
    });
  });

  it('a body that names no payment, with both names at fault', async () => {
    for (const more of [{}, { session_id: '', order_no: null }]) {
      const answer = await at.operate({ operation: 'refund', ...more });
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, {
        session_id: ['Send session_id or order_no.'],
        order_no: ['Send session_id or order_no.'],
      });
    }
  });

  it('a name that nobody has, and one of another merchant, as a fault of the field', async () => {
    const other = await anotherMerchant(system);
    const theirs = await other.client.sale();
    for (const operation of ['refund', 'capture', 'void', 'cancel', 'expire', 'delete'])
      for (const session of ['0'.repeat(40), 'nonsense', theirs]) {
        const answer = await at.operate({ operation, session_id: session });
        assert.deepEqual(
          [answer.status, answer.body],
          [400, { session_id: ['There is no transaction with this session_id.'] }],
        );
      }
    const byOrder = await at.operate({ operation: 'refund', order_no: randomUUID() });
    assert.deepEqual(
      [byOrder.status, byOrder.body],
      [400, { order_no: ['There is no transaction with this order_no.'] }],
    );
    assert.equal((await other.client.read(theirs)).body['state'], 'created');
  });

  it('an order_no that is of another payment than the session_id, or of several', async () => {
    const orderNo = randomUUID();
    const one = await merchant.sale({ order_no: orderNo });
    await at.unchanged(paid, async () => {
      const mismatched = await at.operate({
        operation: 'refund',
        session_id: paid,
        order_no: orderNo,
      });
      assert.deepEqual(
        [mismatched.status, mismatched.body],
        [400, { order_no: ['The transaction of this session_id has another order_no.'] }],
      );
    });
    await merchant.sale({ order_no: orderNo });
    const several = await at.operate({ operation: 'cancel', order_no: orderNo });
    assert.deepEqual(
      [several.status, several.body],
      [400, { order_no: ['2 transactions have this order_no; send the session_id of one.'] }],
    );
    assert.equal((await merchant.read(one)).body['state'], 'created');
  });

  const amounts: readonly (readonly [unknown, RegExp])[] = [
    ['0', /greater than 0/],
    ['0.000', /greater than 0/],
    ['1.2345', /no more than 3 decimal places/],
    ['-1', /valid amount/],
    ['1e3', /valid amount/],
    ['', /may not be blank/],
    ['.', /valid amount/],
    ['5.', /valid amount/],
    ['.5', /valid amount/],
    ['12345678901234', /valid amount/],
    ['١٢', /valid amount/],
    [{}, /Expected a decimal number as a string/],
    [null, /may not be null/],
    [1e21, /valid amount/],
  ];
  it(`an amount that is none: ${amounts.length} of them`, async () => {
    await at.unchanged(paid, async () => {
      for (const [amount, sentence] of amounts) {
        const answer = await at.operate({ operation: 'refund', session_id: paid, amount });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), ['amount'], answer.text);
        assert.match(String((answer.body['amount'] as readonly string[])[0]), sentence);
      }
    });
  });

  it('every fault of the fields at once', async () => {
    const answer = await at.operate({
      operation: 'refund',
      session_id: paid,
      order_no: 'not this one',
      amount: 'x',
      extra: [],
      destination: 'bank',
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body).toSorted(), [
      'amount',
      'destination',
      'extra',
      'order_no',
    ]);
  });

  /** In each state one that is asked for all that it cannot have: no refusal changes it. */
  const refusesAll = (id: string, ...operations: readonly string[]) =>
    at.unchanged(id, async () => {
      for (const operation of operations) {
        const answer = await at.operate({ operation, session_id: id });
        const { detail, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [400, { operation, result: 'failed', code: 'invalid_state' }],
          answer.text,
        );
        assert.equal(typeof detail, 'string');
      }
    });

  it('what nobody has paid: to give anything back, or to take it', async () => {
    await refusesAll(await merchant.sale(), 'refund', 'capture', 'void');
    const atNetwork = await pending();
    // And to remove for good what is at its gateway at this moment.
    await refusesAll(atNetwork, 'refund', 'capture', 'void', 'delete');
  });

  for (const [state, operation] of [
    ['canceled', 'cancel'],
    ['expired', 'expire'],
  ] as const)
    it(`what is ${state}: everything`, async () => {
      const id = await merchant.sale();
      await at.done({ operation, session_id: id });
      await refusesAll(id, 'refund', 'capture', 'void', 'cancel', 'expire');
    });

  // What is left of one that was operated on is in money.test.ts.
  it('what is paid or held: what is for the other, and to end it', async () => {
    await refusesAll(paid, 'capture', 'void', 'cancel', 'expire');
    await refusesAll(held, 'refund', 'cancel', 'expire');
  });

  it('more than there is, and says how much that is', async () => {
    for (const [operation, id] of [
      ['refund', paid],
      ['capture', held],
    ] as const)
      await at.unchanged(id, async () => {
        const answer = await at.operate({ operation, session_id: id, amount: '12.341' });
        const { detail: _detail, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [
            400,
            { operation, result: 'failed', code: 'amount_exceeds_balance', available: '12.340' },
          ],
          answer.text,
        );
      });
  });

  it('what the account has switched off by now, cannot do any more, or did in another currency', async () => {
    const code = 'made-otherwise';
    const given = (original: string, more: Parameters<typeof anAccountLike>[3]) =>
      anAccountLike(system, original, code, more);
    await given('sandbox', {});
    const id = await at.paid({ customer_id: 'cust-1' }, code);
    const refused = async (more: Json = {}) => {
      const answer = await at.operate({ operation: 'refund', session_id: id, ...more });
      assert.equal(answer.status, 400, answer.text);
      return answer.body;
    };
    await at.unchanged(id, async () => {
      await given('sandbox', { paymentServices: [] });
      assert.deepEqual(Object.keys(await refused({ destination: 'wallet' })), ['destination']);
      await given('sandbox', { operations: [] });
      const off = await refused();
      assert.deepEqual(
        [off['code'], off['result'], off['operation']],
        ['operation_not_enabled', 'failed', 'refund'],
      );
      await given('cash', {});
      assert.equal((await refused())['code'], 'operation_not_supported');
      await given('sandbox', { defaultCurrency: currencyCodeOf('USD') });
      assert.equal((await refused())['code'], 'currency_mismatch');
    });
  });

  it('a Tracking-Key that is none', async () => {
    await at.unchanged(paid, async () => {
      const answer = await at.operate(
        { operation: 'refund', session_id: paid },
        { 'Tracking-Key': 'x'.repeat(129) },
      );
      const { detail: _detail, ...rest } = answer.body;
      assert.deepEqual(
        [answer.status, rest],
        [400, { operation: 'refund', result: 'failed', code: 'validation_error' }],
      );
    });
  });

  it("an Idempotency-Key that came with another body, and the session_id of a child, which is nobody's payment", async () => {
    const id = await at.paid();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { operation: 'refund', session_id: id, amount: '1' };
    const first = await at.done(body, key);
    const again = await at.operate(body, key);
    assert.deepEqual([again.status, again.body], [200, first]);
    await at.unchanged(id, async () => {
      const other = await at.operate({ ...body, amount: '2' }, key);
      const { detail: _detail, ...rest } = other.body;
      assert.deepEqual(
        [other.status, rest],
        [409, { operation: 'refund', result: 'failed', code: 'idempotency_conflict' }],
      );
      for (const operation of ['refund', 'void', 'delete', 'cancel']) {
        const answer = await at.operate({ operation, session_id: childIn(first) });
        const { detail: _detail, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [400, { operation, result: 'failed', code: 'invalid_state' }],
        );
      }
    });
  });

  const wallet: readonly (readonly [string, Json, string])[] = [
    ['a bad amount', { amount: 'x' }, 'amount'],
    ['too many decimals', { amount: '0.0001' }, 'amount'],
    ['a wrong type', { extra: 'x' }, 'extra'],
  ];
  for (const [name, more, field] of wallet)
    it(`a refund to the wallet with ${name} as 422, and the same without a wallet as 400`, async () => {
      await at.unchanged(paid, async () => {
        const body = { operation: 'refund', session_id: paid, ...more };
        const answer = await at.operate({ ...body, destination: 'wallet' });
        const { detail: _detail, errors, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [422, { operation: 'refund', result: 'failed', code: 'validation_error' }],
          answer.text,
        );
        assert.deepEqual(Object.keys(errors as Json), [field]);
        const plain = await at.operate(body);
        assert.deepEqual([plain.status, plain.body], [400, errors]);
      });
    });

  it('a refund to the wallet of nobody', async () => {
    await at.unchanged(paid, async () => {
      const answer = await at.operate({
        operation: 'refund',
        session_id: paid,
        destination: 'wallet',
      });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['customer_id']]);
    });
  });

  it('who has no key, and a body that is no JSON, as every route does', async () => {
    await at.unchanged(paid, async () => {
      const stranger = await send(`${system.run.api}${OPERATION}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ operation: 'refund', session_id: paid }),
      });
      assert.deepEqual([stranger.status, stranger.body['code']], [401, 'not_authenticated']);
    });
    const text = await send(`${system.run.api}${OPERATION}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${system.run.keys.private}`,
        'Content-Type': 'application/json',
      },
      body: '{"operation":',
    });
    assert.deepEqual([text.status, text.body['code']], [400, 'parse_error']);
  });

  it('more decimals than the currency of the payment has', async () => {
    const yen = await anAccountLike(system, 'sandbox', 'in-yen', {
      defaultCurrency: currencyCodeOf('JPY'),
      currencies: [currencyCodeOf('JPY')],
    });
    const id = await at.paid({ currency_code: 'JPY', amount: '500' }, yen);
    await at.unchanged(id, async () => {
      const answer = await at.operate({ operation: 'refund', session_id: id, amount: '1.5' });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['amount']], answer.text);
    });
    await at.done({ operation: 'refund', session_id: id, amount: '1' });
    await at.unchanged(id, async () => {
      const over = await at.operate({ operation: 'refund', session_id: id, amount: '5000' });
      assert.deepEqual([over.status, over.body['available']], [400, '499'], over.text);
    });
  });

  it('the second of two at once, and the books have the first one alone', async () => {
    const id = await at.held();
    const both = ['capture', 'void'].map((operation) => ({ operation, session_id: id }));
    const answers = await Promise.all(both.map((body) => at.operate(body)));
    const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
    assert.ok(won && won.status === 200, won?.text);
    for (const { status, body } of others) {
      const { detail: _detail, operation: _operation, available: _available, ...rest } = body;
      assert.deepEqual([status, rest['result']], [400, 'failed']);
      assert.match(String(rest['code']), /^(?:invalid_state|amount_exceeds_balance)$/);
    }
    assert.equal((await at.network.moved(id)).length, 2);
    await at.unchanged(id, async () => {
      for (const body of both) assert.equal((await at.operate(body)).status, 400);
    });
  });

  async function pending(): Promise<string> {
    const id = await merchant.sale();
    await goToNetwork(system, id);
    await untilState(system, id, 'pending');
    return id;
  }
});
