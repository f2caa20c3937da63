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
  for (const [amount, sentence] of amounts)
    it(`the amount ${JSON.stringify(amount)}`, async () => {
      await at.unchanged(paid, async () => {
        const answer = await at.operate({ operation: 'refund', session_id: paid, amount });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), ['amount'], answer.text);
        assert.match(String((answer.body['amount'] as readonly string[])[0]), sentence);
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

  /** One of each is enough: no refusal changes it. */
  const made = new Map<string, string>();
  const prepare = {
    created: () => merchant.sale(),
    paid: async () => paid,
    authorized: async () => held,
    canceled: () => ended('cancel'),
    expired: () => ended('expire'),
    pending,
    'captured in part': () => after('capture', { amount: '1' }),
    'captured whole': () => after('capture'),
    voided: () => after('void'),
    'refunded whole': refunded,
  };
  const wrong: readonly (readonly [string, keyof typeof prepare])[] = [
    ['refund', 'created'],
    ['capture', 'paid'],
    ['void', 'paid'],
    ['cancel', 'paid'],
    ['expire', 'paid'],
    ['refund', 'authorized'],
    ['cancel', 'authorized'],
    ['expire', 'authorized'],
    ['capture', 'canceled'],
    ['cancel', 'canceled'],
    ['expire', 'expired'],
    ['cancel', 'expired'],
    ['refund', 'expired'],
    ['capture', 'created'],
    ['void', 'created'],
    ['refund', 'pending'],
    ['capture', 'pending'],
    ['void', 'pending'],
    ['refund', 'canceled'],
    ['void', 'canceled'],
    ['expire', 'canceled'],
    ['capture', 'expired'],
    ['void', 'expired'],
    ['expire', 'expired'],
    ['void', 'captured in part'],
    ['void', 'captured whole'],
    ['capture', 'captured whole'],
    ['capture', 'voided'],
    ['refund', 'voided'],
    ['void', 'voided'],
    ['refund', 'refunded whole'],
  ];
  for (const [operation, state] of wrong)
    it(`to ${operation} what is ${state}`, async () => {
      const id = await (made.get(state) ?? prepare[state]());
      made.set(state, id);
      await at.unchanged(id, async () => {
        const answer = await at.operate({ operation, session_id: id });
        const { detail, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [400, { operation, result: 'failed', code: 'invalid_state' }],
          answer.text,
        );
        assert.equal(typeof detail, 'string');
      });
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

  it("the session_id of a child, which is nobody's payment", async () => {
    const id = await at.paid();
    const child = childIn(await at.done({ operation: 'refund', session_id: id, amount: '1' }));
    await at.unchanged(id, async () => {
      for (const operation of ['refund', 'void', 'delete', 'cancel']) {
        const answer = await at.operate({ operation, session_id: child });
        const { detail: _detail, ...rest } = answer.body;
        assert.deepEqual(
          [answer.status, rest],
          [400, { operation, result: 'failed', code: 'invalid_state' }],
        );
      }
    });
  });

  it('what the account has switched off', async () => {
    const code = await anAccountLike(system, 'sandbox', 'no-operations', { operations: [] });
    const id = await at.paid({}, code);
    await at.unchanged(id, async () => {
      const answer = await at.operate({ operation: 'refund', session_id: id });
      assert.deepEqual(
        [answer.status, answer.body['code'], answer.body['result'], answer.body['operation']],
        [400, 'operation_not_enabled', 'failed', 'refund'],
      );
    });
  });

  it('what its gateway cannot do', async () => {
    const code = await anAccountLike(system, 'sandbox', 'turned-cash', {});
    const id = await at.paid({}, code);
    await anAccountLike(system, 'cash', code, {});
    await at.unchanged(id, async () => {
      const answer = await at.operate({ operation: 'refund', session_id: id });
      assert.deepEqual([answer.status, answer.body['code']], [400, 'operation_not_supported']);
    });
  });

  it('a payment in another currency than that of its account', async () => {
    const abroad = await at.paid({ currency_code: 'USD', amount: '10.00' }, 'sandbox-abroad');
    const code = await anAccountLike(system, 'sandbox', 'in-dollars', {
      defaultCurrency: currencyCodeOf('USD'),
    });
    const other = await at.paid({}, code);
    for (const id of [abroad, other])
      await at.unchanged(id, async () => {
        const answer = await at.operate({ operation: 'refund', session_id: id });
        assert.deepEqual([answer.status, answer.body['code']], [400, 'currency_mismatch']);
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

  it('an Idempotency-Key that came with another body', async () => {
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

  it('a refund to the wallet of nobody, or at an account without wallets', async () => {
    await at.unchanged(paid, async () => {
      const answer = await at.operate({
        operation: 'refund',
        session_id: paid,
        destination: 'wallet',
      });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['customer_id']]);
    });
    const code = await anAccountLike(system, 'sandbox', 'no-wallets', { paymentServices: [] });
    const id = await at.paid({ customer_id: 'cust-1' }, code);
    await at.unchanged(id, async () => {
      const answer = await at.operate({
        operation: 'refund',
        session_id: id,
        destination: 'wallet',
      });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['destination']]);
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
    const dollars = await anAccountLike(system, 'sandbox', 'in-cents', {
      defaultCurrency: currencyCodeOf('USD'),
      currencies: [currencyCodeOf('USD')],
    });
    const cases = [
      [await at.paid({ currency_code: 'JPY', amount: '500' }, yen), '1.5', '1', '499'],
      [await at.paid({ currency_code: 'USD', amount: '5.00' }, dollars), '1.005', '0.01', '4.99'],
    ] as const;
    for (const [id, wrong, least, rest] of cases) {
      await at.unchanged(id, async () => {
        const answer = await at.operate({ operation: 'refund', session_id: id, amount: wrong });
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['amount']], answer.text);
      });
      await at.done({ operation: 'refund', session_id: id, amount: least });
      await at.unchanged(id, async () => {
        const over = await at.operate({ operation: 'refund', session_id: id, amount: '5000' });
        assert.deepEqual([over.status, over.body['available']], [400, rest], over.text);
      });
    }
  });

  it('the second of two at once, and the books have the first one alone', async () => {
    for (const [make, bodies] of [
      [() => at.paid(), [{ operation: 'refund' }, { operation: 'refund' }]],
      [() => at.held(), [{ operation: 'capture' }, { operation: 'void' }]],
    ] as const) {
      const id = await make();
      const answers = await Promise.all(
        bodies.map((body) => at.operate({ ...body, session_id: id })),
      );
      const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
      assert.ok(won && won.status === 200, won?.text);
      for (const { status, body } of others) {
        const { detail: _detail, operation: _operation, available: _available, ...rest } = body;
        assert.deepEqual([status, rest['result']], [400, 'failed']);
        assert.match(String(rest['code']), /^(?:invalid_state|amount_exceeds_balance)$/);
      }
      assert.equal((await at.network.moved(id)).length, 2);
      await at.unchanged(id, async () => {
        for (const body of bodies)
          assert.equal((await at.operate({ ...body, session_id: id })).status, 400);
      });
    }
  });

  async function pending(): Promise<string> {
    const id = await merchant.sale();
    await goToNetwork(system, id);
    await untilState(system, id, 'pending');
    return id;
  }

  /** A hold of which something was done. */
  async function after(operation: 'capture' | 'void', more: Json = {}): Promise<string> {
    const id = await at.held();
    await at.done({ operation, session_id: id, ...more });
    return id;
  }

  async function refunded(): Promise<string> {
    const id = await at.paid();
    await at.done({ operation: 'refund', session_id: id });
    return id;
  }

  async function ended(operation: 'cancel' | 'expire'): Promise<string> {
    const id = await merchant.sale();
    await at.done({ operation, session_id: id });
    return id;
  }

  it('to remove for good what is at its gateway at this moment', async () => {
    const id = await pending();
    await at.unchanged(id, async () => {
      const answer = await at.operate({ operation: 'delete', session_id: id });
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state']);
    });
  });
});
