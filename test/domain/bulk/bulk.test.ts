import assert from 'node:assert/strict';
import {
  BULK_STATES,
  commandsFor,
  movesOf,
  refusedCommand,
  type BulkCommand,
  type BulkState,
} from '../../../domain/bulk/bulk.ts';
import { columnNames, fieldsOf, isColumn } from '../../../domain/bulk/columns.ts';
import { paceOf } from '../../../domain/bulk/pace.ts';
import { reporter, TOLD_ERRORS } from '../../../domain/bulk/report.ts';
import { legacyFaults } from '../../../domain/legacy.ts';
import { rowFieldFaults } from '../../../domain/bulk/row-faults.ts';
import { isHeldUp, openRow } from '../../../domain/bulk/row.ts';
import { templateLines } from '../../../domain/bulk/template.ts';
import { money } from '../../../domain/money.ts';
import {
  aMerchant,
  amountOf,
  anAccount,
  anAttempt,
  CREATED_AT,
  CARD,
  kwd,
  sessionOf,
  someTraits,
} from '../../support/builders.ts';

describe('a bulk', () => {
  /** Where each command leads, from each state; what is not here is refused. */
  const leads: Readonly<Record<BulkCommand, Partial<Record<BulkState, BulkState>>>> = {
    pause: { scheduling: 'paused', dispatching: 'paused', paused: 'paused' },
    resume: { scheduling: 'dispatching', dispatching: 'dispatching', paused: 'dispatching' },
    cancel: {
      scheduling: 'canceled',
      dispatching: 'canceled',
      paused: 'canceled',
      canceled: 'canceled',
    },
  };
  for (const command of ['pause', 'resume', 'cancel'] as const)
    for (const state of BULK_STATES)
      it(`${leads[command][state] ? 'can' : 'cannot'} be told to ${command} when it is ${state}`, () => {
        const { from, to } = movesOf(command);
        assert.equal(from.includes(state) ? to : undefined, leads[command][state]);
        const { code, message } = refusedCommand(command, { state });
        assert.deepEqual([code, message.includes(state)], ['invalid_state', true]);
      });

  it('offers what would change something', () => {
    const offered = BULK_STATES.map((state) => [state, commandsFor({ state }).join(' ')]);
    assert.deepEqual(Object.fromEntries(offered), {
      uploading: '',
      unconfirmed: '',
      scheduling: 'pause cancel',
      dispatching: 'pause cancel',
      paused: 'resume cancel',
      done: '',
      canceled: '',
    });
  });

  it('waits while merchant or plugin is closed', () => {
    const merchant = aMerchant();
    const open = { ...merchant, plugins: { ...merchant.plugins, bulk: { enabled: true } } };
    assert.equal(isHeldUp(open, {}), false);
    assert.equal(isHeldUp(merchant, {}), true);
    assert.equal(isHeldUp({ ...open, paused: true }, {}), true);
    const payment_request = { enabled: false };
    assert.equal(isHeldUp({ ...open, plugins: { ...open.plugins, payment_request } }, {}), true);
    const both = { ...open, plugins: { ...open.plugins, legacy: { enabled: true } } };
    assert.deepEqual(
      [open, both].map((one) => isHeldUp(one, { legacy: true })),
      [true, false],
    );
  });
});

describe('the template of a file', () => {
  for (const language of ['en', 'ar'] as const)
    it(`says of each column what it is for, and has those first that are needed (${language})`, () => {
      const [required, hints] = templateLines(language, 'required');
      assert.deepEqual(required, ['amount', 'currency_code', 'pg_codes']);
      assert.equal(hints.length, 3);
      const [all, words] = templateLines(language, 'all');
      assert.deepEqual(all.slice(0, 3), required);
      assert.deepEqual(all.toSorted(), columnNames().toSorted());
      assert.ok(all.every(isColumn));
      assert.equal(words.length, all.length);
      for (const hint of words)
        assert.match(hint, language === 'ar' ? /[\u0600-\u06ff]/ : /^[ -~]+$/);
    });
});

describe('columns of a file', () => {
  it('are fields of a request, with dots for what is inside and bars in lists', () => {
    assert.deepEqual(
      fieldsOf([
        ['amount', ' 12.340 '],
        ['pg_codes', 'card | cash|'],
        ['billing_address.city', 'الكويت'],
        ['billing_address.country', 'KW'],
        ['notifications.email', 'created'],
        ['notifications.whatsapp', 'created|paid'],
        ['extra.branch', '=1+1'],
        ['capture_delivery_location', 'TRUE'],
        ['order_no', ''],
        ['customer_id', 'e\u0301 '],
        ['color', 'red'],
      ]),
      {
        amount: '12.340',
        pg_codes: ['card', 'cash'],
        billing_address: { city: 'الكويت', country: 'KW' },
        notifications: { email: ['created'], whatsapp: ['created', 'paid'] },
        extra: { branch: '=1+1' },
        customer_id: '\u00e9',
        capture_delivery_location: true,
      },
    );
  });

  it('leave what is neither yes nor no to the check', () => {
    assert.deepEqual(fieldsOf([['capture_delivery_address', 'perhaps']]), {
      capture_delivery_address: 'perhaps',
    });
  });

  it('have no other names', () => {
    for (const name of ['amount', 'shipping_address.email', 'extra.a_1'])
      assert.ok(isColumn(name), name);
    for (const name of [
      '',
      'type',
      'Amount',
      'extra',
      'extra.',
      'extra.a b',
      'billing_address',
      '__proto__',
      'extra.__proto__.x',
      'agreement.id',
      'payment_instrument',
    ])
      assert.ok(!isColumn(name), name);
  });
});

describe('the report of a file', () => {
  it('tells the first faults by row, and counts the others by field', () => {
    const { right, wrong, unknownColumn, report } = reporter();
    right(kwd('5.250'));
    for (let row = 2; row <= 100_001; row += 1)
      wrong({ row, errors: row % 2 ? { amount: ['x'] } : { amount: ['x'], pg_codes: ['y'] } });
    for (let name = 0; name < 1000; name += 1) unknownColumn(`c${name % 200}`);
    const { errors, unknownColumns, ...counts } = report();
    assert.deepEqual(counts, {
      rows: 100_001,
      valid: 1,
      invalid: 100_000,
      errorCounts: { amount: 100_000, pg_codes: 50_000 },
      sums: [['KWD', '5.250']],
    });
    assert.deepEqual([errors.length, errors.at(-1)?.row], [TOLD_ERRORS, TOLD_ERRORS + 1]);
    assert.equal(unknownColumns.length, 100);
  });

  it('adds up the rows that are right, each currency for itself, also beyond what an amount can be', () => {
    const { right, wrong, report } = reporter();
    assert.deepEqual(report().sums, []);
    const most = money(Number.MAX_SAFE_INTEGER, kwd('1').currency);
    for (const amount of [
      kwd('0.001'),
      amountOf('2.50', 'USD'),
      most,
      most,
      amountOf('0.05', 'USD'),
    ])
      right(amount);
    wrong({ row: 6, errors: { amount: ['x'] } });
    assert.deepEqual(report().sums, [
      ['KWD', '18014398509481.983'],
      ['USD', '2.55'],
    ]);
  });
});

describe('the pace of a bulk', () => {
  const now = 1_000_000_000;
  const ends = (count: number, apartMs: number, agoMs = 0) =>
    Array.from({ length: count }, (_, nth) => now - agoMs - nth * apartMs);

  it('is that of the last minute, and says when the last row will have come', () => {
    // 25 in a second: 250 rows in not quite ten seconds.
    assert.deepEqual(paceOf(ends(250, 40), { left: 3000, now }), {
      perMinute: 1500,
      expectedEnd: now + 120_000,
    });
    assert.deepEqual(paceOf(ends(3, 20_000), { left: 0, now }), { perMinute: 3, expectedEnd: now });
  });

  it('sinks while nothing is made, and is nobody’s after a minute, or at the first row', () => {
    const standing = paceOf(ends(25, 40, 30_000), { left: 100, now });
    assert.equal(standing?.perMinute, 47);
    for (const few of [[], ends(1, 0), ends(2, 0), ends(25, 40, 60_000), ends(5, 10, -1000)])
      assert.equal(paceOf(few, { left: 100, now }), undefined);
  });
});

describe('the faults of a row', () => {
  it('are each by itself, with dots for what is inside an object or a list', () => {
    const errors = {
      amount: ['No.', 'Too much.'],
      billing_address: { city: ['Too long.'] },
      items: [{}, { price: ['Say it.'] }],
    };
    assert.deepEqual(rowFieldFaults(errors), [
      { field: 'amount', sentence: 'No.' },
      { field: 'amount', sentence: 'Too much.' },
      { field: 'billing_address.city', sentence: 'Too long.' },
      { field: 'items.1.price', sentence: 'Say it.' },
    ]);
  });
});

describe('a row', () => {
  const request = {
    proposal: { type: 'payment_request', amount: '5.000', currencyCode: 'KWD', pgCodes: [CARD] },
    terms: { amount: kwd('5'), pgCodes: [CARD], customer: {}, language: 'ar' },
  } as const;
  const context = {
    merchant: aMerchant(),
    accounts: [anAccount()],
    traitsOf: () => someTraits(),
    now: CREATED_AT,
  };
  const sessionId = sessionOf('b1');

  it('becomes a request for payment that knows its bulk', () => {
    const made = openRow(request, { id: 'b'.repeat(32) }, { sessionId, context });
    assert.ok('transaction' in made);
    const { type, state, bulkId, createdAt, methods, language } = made.transaction;
    assert.deepEqual(
      [made.transaction.sessionId, type, state, bulkId, createdAt, methods.length, language],
      [sessionId, 'payment_request', 'created', 'b'.repeat(32), CREATED_AT, 1, 'ar'],
    );
  });

  it('has a single attempt and the old settings when its result is told by a disclosure', () => {
    const { referenceNumber } = anAttempt();
    const told = 'https://shop.example/told';
    const settings = { enabled: true, webhookUrl: told, redirectUrl: `${told}/back` };
    const merchant = { ...aMerchant(), plugins: { ...aMerchant().plugins, legacy: settings } };
    const made = openRow(
      request,
      { id: 'b'.repeat(32) },
      { sessionId, referenceNumber, context: { ...context, merchant } },
    );
    assert.ok('transaction' in made);
    const { legacy, webhookUrl, bulkId } = made.transaction;
    assert.deepEqual([legacy, webhookUrl, bulkId], [{ referenceNumber }, told, 'b'.repeat(32)]);
  });

  it('needs addresses for a disclosure, and something that is not cash', () => {
    const { referenceNumber } = anAttempt();
    const made = openRow(
      request,
      { id: 'b'.repeat(32) },
      {
        sessionId,
        referenceNumber,
        context: { ...context, traitsOf: () => someTraits({ offline: true }) },
      },
    );
    assert.ok('errors' in made);
    assert.deepEqual(Object.keys(made.errors).toSorted(), [
      'pg_codes',
      'redirect_url',
      'webhook_url',
    ]);
    const others = { webhookUrl: 'https://a.example', redirectUrl: 'https://b.example' };
    assert.deepEqual(legacyFaults({ pgCodes: [CARD], ...others }, context), {});
    for (const extra of [{ a: { b: 1 } }, { a: null }, { a: 'x'.repeat(2048) }])
      assert.deepEqual(Object.keys(legacyFaults({ pgCodes: [CARD], ...others, extra }, context)), [
        'extra',
      ]);
  });

  it('is refused when its account was closed since the file was taken', () => {
    const closed = { ...context, accounts: [anAccount({ active: false })] };
    const made = openRow(request, { id: 'b'.repeat(32) }, { sessionId, context: closed });
    assert.ok('errors' in made && 'pg_codes' in made.errors);
  });
});
