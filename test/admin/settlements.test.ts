import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PgCode } from '../../domain/ids.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { entriesOf } from '../../domain/ledger/post.ts';
import { subtract } from '../../domain/money.ts';
import { createStripe } from '../../drills/networks/stripe/server.ts';
import { isoUtc } from '../../domain/duration.ts';
import { foreignNames } from '../../store/operations.ts';
import {
  anOperationRequest,
  chosen,
  operated,
  succeeded,
} from '../domain/ledger/support/operations.ts';
import {
  anAccount,
  anAttempt,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useAdmin } from './support/command-line.ts';

const HOUR_MS = 60 * 60_000;
const HEADING =
  'line,settled_at,type,payment_id,merchant_reference,operation_id,operation_reference,amount,currency';
const PAID = [
  '1,2026-01-15T09:00:00Z,capture,pay_1,demo-0001,,,102.000,KWD',
  '2,2026-01-15T09:05:00Z,refund,pay_1,demo-0001,op_1,demoOPc0001,30.000,KWD',
  '3,2026-01-15T09:10:00Z,capture,pay_2,demo-0002,,,102.000,KWD',
  '4,2026-01-15T09:15:00Z,refund,pay_2,demo-0002,op_2,demoOPc0002,30.000,KWD',
] as const;

const ACCOUNT = {
  code: 'card',
  name: 'Card',
  gateway: 'sandbox',
  is_sandbox: true,
  default_currency: 'KWD',
  accepted_currencies: ['KWD'],
  settings: {
    url: 'https://network.example.test',
    account: 'card',
    secret_key: 'sk_very_secret',
    callback_secret: 'cs_very_secret',
  },
};

describe('settlements import', function () {
  this.timeout(120_000);
  const { database, run, refused } = useAdmin();
  const directory = mkdtempSync(join(tmpdir(), 'settlements-'));
  after(() => rmSync(directory, { recursive: true }));
  before(async () => {
    const file = join(directory, 'account.json');
    writeFileSync(file, JSON.stringify(ACCOUNT));
    await run(['merchants', 'create', SHOP, '--name', 'Pearl']);
    const put = await run(['accounts', 'put', '--merchant', SHOP, '--file', file]);
    assert.equal(put.code, 0, put.err);
    for (const name of ['0001', '0002']) {
      const reference = referenceOf(`demo-${name}`);
      const open = chosen('purchase', {
        sessionId: sessionOf(name),
        attempts: [anAttempt({ amount: kwd('100'), fee: kwd('2'), referenceNumber: reference })],
      });
      const request = anOperationRequest('refund', `c${name}`, { amount: kwd('30') });
      await database().store.ledger.post(
        entriesOf(operated(succeeded(open), request), Date.parse('2026-01-15T09:07:00Z')),
      );
    }
  });
  afterEach(async () => {
    for (const name of ['settlement_rows', 'settlement_imports'])
      await database().connection.collection(name).deleteMany({});
  });

  async function imported(
    lines: readonly string[],
    { name = 'settlement.csv', account = 'card' } = {},
  ) {
    const file = join(directory, name);
    writeFileSync(file, lines.join('\r\n'));
    const args = [
      'settlements',
      'import',
      file,
      '--merchant',
      SHOP,
      '--account',
      account,
      '--json',
    ];
    const { code, out, err } = await run(args);
    const [, named = '', summary = '{}'] = /^((?:\{"result.*\n)*)(\{\n[\s\S]*)?$/.exec(out) ?? [];
    return {
      code,
      err,
      named: named
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
      summary: JSON.parse(summary),
    };
  }

  const kept = () => database().connection.collection('settlement_rows').countDocuments();

  it('matches what both have, and is harmless when it comes twice', async () => {
    const first = await imported([HEADING, ...PAID]);
    assert.equal(first.code, 0, first.err);
    const expected = {
      rows: 4,
      matched: 4,
      'missing-here': 0,
      'missing-there': 0,
      'amount-differs': 0,
      'payment-differs': 0,
      duplicate: 0,
      aside: 0,
    };
    assert.deepEqual(first.summary, { ...expected, 'imported before': false });
    const second = await imported([HEADING, ...PAID]);
    assert.deepEqual([second.code, second.named], [0, []]);
    assert.deepEqual(second.summary, { ...expected, 'imported before': true });
    assert.equal(await kept(), 4);
    const { out } = await run(['settlements', 'list', '--merchant', SHOP]);
    assert.match(out, /card +settlement\.csv .* layla +4 +4 /);
  });

  const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'what the ledger lacks',
      [...PAID, '5,2026-01-15T09:20:00Z,capture,pay_3,demo-0003,,,5.000,KWD'],
      ['missing-here line 6 demo-0003 KWD 5.000 nothing'],
    ],
    ['what the file lacks', [PAID[0], PAID[1], PAID[3]], ['missing-there  demo-0002  KWD 102.000']],
    [
      'what the file lacks of its last moment',
      [PAID[0], PAID[2].replace('09:10', '09:01'), PAID[1].replace('09:05', '09:07')],
      ['missing-there  demoOPc0002  KWD 30.000'],
    ],
    [
      'another amount',
      [...PAID.slice(0, 3), PAID[3].replace('30.000', '29.000')],
      ['amount-differs line 5 demoOPc0002 KWD 29.000 KWD 30.000'],
    ],
    [
      'a line that comes twice',
      [...PAID, PAID[1]],
      ['duplicate line 6 demoOPc0001 KWD 30.000 KWD 30.000'],
    ],
    [
      'a refund that the gateway has made twice under our name',
      [...PAID, PAID[1].replace('op_1', 'op_5')],
      ['duplicate line 6 demoOPc0001 KWD 30.000 KWD 30.000'],
    ],
  ];
  for (const [what, lines, expected] of CASES)
    it(`names ${what}`, async () => {
      const { code, named } = await imported([HEADING, ...lines]);
      assert.equal(code, 1);
      assert.deepEqual(
        named.map(({ result, line = '', reference, file = '', ledger }) =>
          [result, line, reference, file, ledger].join(' '),
        ),
        expected,
      );
      const again = await imported([HEADING, ...lines]);
      assert.deepEqual(again.named, named);
    });

  it('names apart what no rule compares, and imports the rest', async () => {
    const { store } = database();
    const stripe = anAccount({ merchantId: SHOP, code: codeOf('stripe'), gateway: 'stripe' });
    await store.gatewayAccounts.put(stripe, {});
    const cells = ['2026-01-15 09:00:00', 'ch_1', '102.000', 'kwd', 'pi_1', 'demo-0009', '', ''];
    const line = (id: string, category: string) => [id, category, ...cells].join(',');
    const { code, named, summary } = await imported(
      [
        STRIPE_HEADING,
        line('txn_1', 'charge'),
        line('txn_2', 'dispute'),
        line('txn_3', 'tomorrow'),
      ],
      { account: 'stripe' },
    );
    assert.equal(code, 1);
    assert.deepEqual(
      named.filter(({ result }) => result === 'aside').map(({ line: at, what }) => [at, what]),
      [
        ['line 3', 'txn_2 is a dispute of demo-0009: compare it by hand.'],
        ['line 4', 'txn_3 is a tomorrow of demo-0009: compare it by hand.'],
      ],
    );
    assert.deepEqual([summary.rows, summary.aside, await kept()], [1, 2, 1]);
  });

  it('matches what Adyen has captured anew, whose line has the name of the capture that had failed', async () => {
    const { store } = database();
    const code = codeOf('adyen-hold');
    await store.gatewayAccounts.put(anAccount({ merchantId: SHOP, code, gateway: 'adyen' }), {});
    const at = Date.parse('2026-01-20T09:00:00Z');
    const referenceNumber = referenceOf('demo-cap2');
    const asked = chargeOf('0301', code).map((one): LedgerEntry => ({
      ...one,
      id: `${one.sessionId}/capture/${referenceNumber}`,
      referenceNumber,
      at,
    }));
    const undone = asked.map((one): LedgerEntry => ({
      ...one,
      id: `${one.id}/reversed`,
      event: 'capture-reversed',
    }));
    const anew = capturedThere('0301', code, 'PSP2/recaptured').map((one) => ({ ...one, at }));
    await store.ledger.post([...asked, ...undone, ...anew]);
    const line = anAdyenLine('demo-0301.demo-cap2').replace('demo-0201', 'demo-0301.hold');
    const found = await imported([ADYEN_HEADING, line], { account: code });
    assert.deepEqual([found.named, found.code, found.summary.matched], [[], 0, 1]);
  });

  it('matches a charge of Adyen, whose capture has a name of its own and none of ours, and that once', async () => {
    const { store } = database();
    const code = codeOf('adyen');
    await store.gatewayAccounts.put(anAccount({ merchantId: SHOP, code, gateway: 'adyen' }), {});
    const at = Date.parse('2026-01-20T09:00:00Z');
    await store.ledger.post(chargeOf('0201', code).map((one) => ({ ...one, at })));
    for (const named of ['<auto>', '']) {
      const {
        code: rc,
        named: told,
        summary,
      } = await imported([ADYEN_HEADING, anAdyenLine(named)], {
        account: code,
      });
      assert.deepEqual([rc, told, summary.matched], [0, [], 1], named);
      await database().connection.collection('settlement_rows').deleteMany({});
    }
    for (const second of ['PSP2', 'PSP3']) {
      const twice = await imported(
        [ADYEN_HEADING, anAdyenLine('<auto>'), anAdyenLine('<auto>', second)],
        {
          account: code,
        },
      );
      assert.deepEqual(
        twice.named.map(({ result, line: of }) => [result, of]),
        [['duplicate', 'line 3']],
      );
      assert.equal(twice.summary.matched, 1);
      await database().connection.collection('settlement_rows').deleteMany({});
    }
  });

  it('matches what was captured in the dashboard of Stripe, and a charge', async () => {
    const { store } = database();
    const pgCode = codeOf('stripe-file');
    await store.gatewayAccounts.put(
      anAccount({ merchantId: SHOP, code: pgCode, gateway: 'stripe' }),
      {},
    );
    const at = Date.parse('2026-01-21T09:00:00Z');
    await store.ledger.post(
      [...capturedThere('0301', pgCode, 'txn_9'), ...chargeOf('0302', pgCode)].map((one) => ({
        ...one,
        at,
      })),
    );
    const lines = [aStripeLine('txn_9', 'demo-0301'), aStripeLine('txn_8', 'demo-0302')];
    const { code, named, summary } = await imported([STRIPE_HEADING, ...lines], {
      account: pgCode,
    });
    assert.deepEqual([code, named, summary.matched], [0, [], 2]);
  });

  it('matches what was done at the gateway itself, by the name that the gateway has for it', async () => {
    const account = { merchantId: SHOP, pgCode: codeOf('card') };
    const payment = referenceOf('demo-0001');
    const names = foreignNames(account, { gatewayReference: 'op_9', paymentReference: payment });
    const { store } = database();
    const [capture] = await store.ledger.listOf(SHOP, sessionOf('0001'));
    assert.ok(capture);
    const refund: LedgerEntry = {
      ...capture,
      id: `${capture.sessionId}/refund/${names.referenceNumber}`,
      event: 'refund',
      referenceNumber: names.referenceNumber,
      lines: [
        { account: 'sales', amount: kwd('7') },
        { account: 'gateway', amount: subtract(kwd('0'), kwd('7')) },
      ],
    };
    const line = '5,2026-01-15T09:06:00Z,refund,pay_1,demo-0001,op_9,at-the-network,7.000,KWD';
    const before = await imported([HEADING, ...PAID, line]);
    assert.deepEqual(
      before.named.map(({ result, gatewayReference }) => [result, gatewayReference]),
      [['missing-here', 'op_9']],
    );
    await store.ledger.post([refund]);
    try {
      // The same file again, and one that has no line of it at all.
      for (const lines of [[...PAID, line], PAID]) {
        const { code, named } = await imported([HEADING, ...lines], { name: 'again.csv' });
        assert.deepEqual(
          named.filter(({ result }) => result !== 'duplicate'),
          [],
        );
        assert.equal(code, named.length === 0 ? 0 : 1);
      }
    } finally {
      const ledger = database().connection.collection('ledger');
      await ledger.deleteOne({ _id: refund.id as never });
    }
  });

  it('names what falls between the last line of an earlier file and its first one', async () => {
    const { store } = database();
    const [capture] = await store.ledger.listOf(SHOP, sessionOf('0001'));
    assert.ok(capture);
    const unsettled = {
      ...capture,
      id: 'between',
      at: Date.parse('2026-01-16T00:00:00Z'),
      referenceNumber: referenceOf('demo-0005'),
    };
    await store.ledger.post([unsettled]);
    try {
      const first = await imported([HEADING, ...PAID], { name: 'one.csv' });
      assert.equal(first.code, 0, first.err);
      // Of what was before the first file of all nobody has a file.
      const lines = PAID.map((line) => line.replace('01-15', '01-17').replaceAll('_', '_2'));
      const next = [HEADING, ...lines];
      for (const isNew of [true, false]) {
        const { named, summary } = await imported(next, { name: 'two.csv' });
        assert.deepEqual(
          named
            .filter(({ result }) => result === 'missing-there')
            .map(({ reference }) => reference),
          ['demo-0005'],
        );
        assert.equal(summary['imported before'], !isNew);
      }
      const again = await imported([HEADING, ...PAID], { name: 'one.csv' });
      assert.equal(again.code, 0, again.err);
      const all = [...(await imported(next, { name: 'two.csv' })).named, ...again.named];
      for (const name of ['settlement_rows', 'settlement_imports'])
        await database().connection.collection(name).deleteMany({});
      const newer = await imported(next, { name: 'two.csv' });
      assert.ok(newer.named.every(({ result }) => result !== 'missing-there'));
      for (const isNew of [true, false]) {
        const older = await imported([HEADING, ...PAID], { name: 'one.csv' });
        assert.deepEqual([older.code, older.summary['imported before']], [1, !isNew]);
        assert.deepEqual(ofThem([...newer.named, ...older.named]), ofThem(all));
      }
    } finally {
      const ledger = database().connection.collection('ledger');
      await ledger.deleteOne({ _id: unsettled.id as never });
    }
  });

  it('names as a duplicate what another file has settled', async () => {
    await imported([HEADING, ...PAID.slice(0, 2)], { name: 'one.csv' });
    const { named } = await imported([HEADING, ...PAID], { name: 'two.csv' });
    assert.deepEqual(
      named.map(({ result, line }) => [result, line]),
      [
        ['duplicate', 'line 2'],
        ['duplicate', 'line 3'],
      ],
    );
  });

  const good = PAID[0];
  const BAD: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      'an amount that is none',
      [good.replace('102.000', '102.0001')],
      /line 3: amount is "102\.0001"/,
    ],
    ['nothing', [good.replace('102.000', '0.000')], /line 3: amount/],
    ['a currency that is none', [good.replace('KWD', 'XXX')], /line 3: currency is "XXX"/],
    ['another type', [good.replace('capture', 'chargeback')], /line 3: type is "chargeback"/],
    ['a time that is none', [good.replace('2026-01-15T09:00:00Z', 'soon')], /line 3: settled_at/],
    ['a reference that is none', [good.replace('demo-0001', '=1+1')], /line 3: merchant_reference/],
    ['a line that is too short', ['5,2026-01-15T09:00:00Z,capture'], /line 3: .*Record Length/i],
    ['a quote that does not end', ['5,"2026'], /line \d: It is no CSV/],
  ];
  for (const [what, lines, fault] of BAD)
    it(`imports nothing of a file with ${what}, and names the line`, async () => {
      const { code, err, named } = await imported([HEADING, PAID[1], ...lines]);
      assert.deepEqual([code, named], [2, []], err);
      assert.match(err, fault);
      assert.match(err, /nothing was imported/);
      assert.equal(await kept(), 0);
    });

  it('and ledger reconcile names what the book of a network and the ledger do not both have of a time', async () => {
    const { store } = database();
    const stripe = createStripe('sk_test_pearl');
    const url = await stripe.listen();
    try {
      const code = codeOf('stripe-book');
      const account = anAccount({ merchantId: SHOP, code, gateway: 'stripe' });
      const keys = { secret_key: 'sk_test_pearl', webhook_secrets: ['whsec_pearl'] };
      await store.gatewayAccounts.put(account, { url, ...keys, timeout_ms: 9000 });
      for (const [reference, fils] of [
        ['demo-0101', 102_000],
        ['demo-0102', 101_000],
        ['demo-0104', 5000],
      ] as const)
        stripe.book.pay(
          stripe.book.createSession(aStripePage(reference, fils))['id'],
          '4242424242424242',
        );
      for (const name of ['0101', '0102', '0103']) {
        const at = Date.now();
        await store.ledger.post(chargeOf(name, code).map((one) => ({ ...one, at })));
      }
      const held = aStripePage('demo-0105', 102_000);
      const page = stripe.book.createSession({
        ...held,
        payment_intent_data: { ...held.payment_intent_data, capture_method: 'manual' },
      });
      const { payment_intent: intent } = stripe.book.pay(page['id'], '4242424242424242');
      const { latest_charge: charge } = stripe.book.capture(intent, {});
      const { balance_transaction: line } = stripe.book.get(charge, 'charge');
      await store.ledger.post(
        capturedThere('0105', code, line).map((one) => ({ ...one, at: Date.now() })),
      );
      const reconciled = (account: string, from: number, until: number) =>
        run(
          `ledger reconcile --merchant ${SHOP} --account ${account} --from ${isoUtc(from)} --until ${isoUtc(until)}`.split(
            ' ',
          ),
        );
      const now = Date.now();
      const { code: rc, out } = await reconciled(code, now - HOUR_MS, now + HOUR_MS);
      assert.equal(rc, 1, out);
      for (const expected of [
        /^amount-differs capture \S+ demo-0102 txn_\S+ KWD 101\.000 KWD 102\.000$/m,
        /^missing-here capture demo-0104 txn_\S+ KWD 5\.000 nothing$/m,
        /^missing-there capture \S+ demo-0103 KWD 102\.000$/m,
        /^lines +4$/m,
        /^matched +2$/m,
      ])
        assert.match(out, expected);
      const before = await reconciled(code, 0, now - 24 * HOUR_MS);
      assert.equal(before.code, 0, before.out);
      const none = await reconciled('card', 0, now);
      assert.equal(none.code, 2);
      assert.match(none.err, /gives no book by its API: import its settlement files/);
    } finally {
      await stripe.close();
    }
  });

  for (const until of ['2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z'])
    it(`and ledger reconcile looks at nothing from 2026-11-08 until ${until}, and says so`, async () => {
      const named = `ledger reconcile --merchant ${SHOP} --account nobody`;
      const { code, err } = await refused(
        `${named} --from 2026-11-08T00:00:00Z --until ${until}`.split(' '),
      );
      // Not even whether there is such an account.
      assert.equal(code, 2, err);
      assert.match(err, /Give --until a later time than --from/);
    });

  it('imports no file that is empty or has other columns', async () => {
    assert.match((await imported([])).err, /The file is empty/);
    assert.match(
      (await imported(['date,amount', '1,2'])).err,
      /line 1: The heading lacks settled_at/,
    );
    const nobody = ['settlements', 'import', 'none.csv', '--merchant', SHOP, '--account'];
    assert.equal((await run([...nobody, 'other'])).code, 3);
    assert.equal((await run([...nobody, 'card'])).code, 2);
  });
});

const STRIPE_HEADING =
  'balance_transaction_id,reporting_category,created_utc,source_id,customer_facing_amount,customer_facing_currency,' +
  'payment_intent_id,payment_metadata[reference],payment_metadata[capture],refund_metadata[reference]';

/** A charge, or a hold that was captured without a name of ours. */
function aStripeLine(id: string, reference: string): string {
  return `${id},charge,2026-01-21 09:00:00,ch_1,102.000,kwd,pi_1,${reference},,`;
}

/** The entry of a hold `demo-<name>` of 102.000, all of which somebody has captured there. */
function capturedThere(name: string, pgCode: PgCode, gatewayReference: string) {
  const paymentReference = referenceOf(`demo-${name}`);
  const account = { merchantId: SHOP, pgCode };
  const { referenceNumber } = foreignNames(account, { gatewayReference, paymentReference });
  return chargeOf(name, pgCode).map((one): LedgerEntry => ({
    ...one,
    id: `${one.sessionId}/capture/${referenceNumber}`,
    referenceNumber,
  }));
}

/** The entries of a charge of 102.000 that is `demo-<name>`. */
function chargeOf(name: string, pgCode: PgCode): readonly LedgerEntry[] {
  const referenceNumber = referenceOf(`demo-${name}`);
  const attempt = anAttempt({ amount: kwd('100'), fee: kwd('2'), pgCode, referenceNumber });
  const open = chosen('purchase', { sessionId: sessionOf(name), attempts: [attempt] });
  return entriesOf(succeeded(open), 0);
}

const ADYEN_HEADING =
  'Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,' +
  'Gross Debit (GC),Gross Credit (GC),Modification Merchant Reference';

/** The capture of a charge, with what Adyen says that we call it. */
function anAdyenLine(named: string, modification = 'PSP2'): string {
  return `PSP1,demo-0201,2026-01-20 09:00:00,UTC,Settled,${modification},KWD,,102.000,${named}`;
}

/** A page of Checkout, as the connector opens one. */
function aStripePage(reference: string, fils: number) {
  const product = { currency: 'kwd', unit_amount: fils, product_data: { name: reference } };
  return {
    mode: 'payment',
    success_url: 'https://shop.example.test/',
    cancel_url: 'https://shop.example.test/',
    client_reference_id: reference,
    metadata: { reference },
    payment_intent_data: { metadata: { reference } },
    line_items: [{ quantity: 1, price_data: product }],
  };
}

/** What was found, in an order of its own. */
function ofThem(
  named: readonly { readonly result: string; readonly line?: string; readonly reference: string }[],
): readonly string[] {
  return named
    .map(({ result, line = '', reference }) => `${result} ${line} ${reference}`)
    .toSorted();
}
