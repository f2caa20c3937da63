import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../domain/json.ts';
import type { Attempt, Transaction } from '../../domain/transaction/transaction.ts';
import {
  amountOf,
  aMethod,
  anAgreement,
  anAttempt,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  inDinars,
  kwd,
  aMerchantId,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

const CHARGED = {
  token: 'tok_1',
  lastFour: '1111',
  expiry: { month: 12, year: 2030 },
  cvvRequired: false,
  autoDebit: true,
  by: 'merchant',
  agreements: [],
} as const;

/** Everything that a transaction can hold. */
const { sessionId: _sessionId, ...FULL } = aTransaction({
  state: 'paid',
  version: 3,
  methods: [
    aMethod({ fee: kwd('0.250'), feeDescription: 'Card fee', feeDescriptionAr: 'رسوم' }),
    aMethod({ pgCode: codeOf('abroad'), ...inDinars() }),
  ],
  customer: { id: 'cust-1', firstName: 'سارة', phone2: '+96550000002' },
  orderNo: 'ORD-1',
  billingAddress: { line1: 'Block 4', city: 'Hawally', country: 'KW' },
  shippingAddress: {
    line1: 'Block 4',
    city: 'Hawally',
    country: 'KW',
    firstName: 'Sara',
    lastName: 'Al-Ali',
    email: 'sara@example.test',
    phone: '+96550000001',
  },
  notifications: { email: ['paid'], sms: [] },
  emailRecipients: [],
  dueDatetime: '2026-02-01T00:00:00Z',
  extra: { branch: 'salmiya' },
  redirectUrl: 'https://shop.example.test/thanks',
  productType: 'pearls',
  vendorName: 'Pearl Shop',
  cardAcceptanceCriteria: { min_expiry_time: 30 },
  brandingOptions: { payment_methods: { card: { text: 'Pay', color: '#fff' } } },
  loyalty: { enabled: true, metadata: { $ref: 'x', $id: '1', 'a.b': {} } },
  seenAt: CREATED_AT + 1,
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  paidAmount: kwd('12.750'),
  sequence: 2,
  notice: { sequence: 2, referenceNumber: referenceOf('demoFULL2222'), status: 'delivered' },
  alerts: [
    {
      kind: 'late-money',
      referenceNumber: referenceOf('demoFULL2222'),
      at: CREATED_AT,
      detail: 'x',
    },
  ],
});

describe('the store of transactions', () => {
  const database = useDatabase();
  let count = 0;

  const transactions = () => database().store.transactions;
  /** A transaction that no other test has. */
  const fresh = (given: Partial<Transaction> = {}) => {
    count += 1;
    return aTransaction({ sessionId: sessionOf(count.toString(16)), ...given });
  };
  /** Transactions of one order, so many milliseconds old. */
  const created = (orderNo: string, ages: readonly number[]) =>
    ages.map((age) => fresh({ orderNo, createdAt: CREATED_AT + age }));
  const expiring = (expiresAt: number, given: Partial<Transaction> = {}) =>
    fresh({ state: 'pending', createdAt: 0, expiresAt, expiresByTimer: true, ...given });
  const page = (orderNo: string, limit: number, offset: number) =>
    transactions().listByOrder(SHOP, orderNo, { limit, offset });
  const kept = async (transaction: Transaction) => {
    await transactions().insert(transaction);
    return transactions().find(transaction);
  };

  it('gives back exactly what it was given, and nothing more', async () => {
    for (const transaction of [
      fresh(),
      fresh({
        ...FULL,
        attempts: [
          anAttempt({
            referenceNumber: referenceOf('demoFULL2222'),
            state: 'success',
            fee: kwd('0.250'),
            concludedAt: CREATED_AT + 2,
            pageUrl: 'https://network.example.test/pay/1',
            gatewayReference: 'pay_1',
            message: 'Approved',
            pgParams: { auth_code: 'A83921' },
            threeDs: { challenge: true, version: '2.2.0', eci: '05', outcome: 'authenticated' },
            gatewayResponse: { status: 'CAPTURED', card: { last4: '4242' } },
          }),
          anAttempt({ referenceNumber: referenceOf('demoBARE2222'), processing: true }),
          anAttempt({ referenceNumber: referenceOf('demoRATE2222'), ...inDinars() }),
        ],
      }),
    ])
      assert.deepEqual(await kept(transaction), transaction);
  });

  it('gives back the same after a save', async () => {
    const transaction = fresh();
    await transactions().insert(transaction);
    const attempts = [anAttempt({ referenceNumber: referenceOf('demoSAVED222') })];
    const changed = { ...FULL, sessionId: transaction.sessionId, attempts };
    await transactions().save(changed);
    assert.deepEqual(await transactions().find(transaction), changed);
  });

  it('is created once: created again, it is what it has become meanwhile', async () => {
    const transaction = fresh();
    assert.deepEqual(await transactions().insert(transaction), transaction);
    const paid = { ...transaction, version: 2, state: 'paid' } as const;
    await transactions().save(paid);
    assert.deepEqual(await transactions().insert(transaction), paid);
    assert.deepEqual(await transactions().find(transaction), paid);
  });

  describe('the methods that a customer has paid with', () => {
    const merchantId = aMerchantId('payers');
    const paid = (code: string, given: Partial<Transaction> = {}) =>
      fresh({ merchantId, customer: { id: 'c-1' }, settledPgCode: codeOf(code), ...given });
    before(async () => {
      const { settledPgCode: _none, ...unpaid } = paid('unpaid');
      for (const transaction of [
        paid('card', { state: 'paid' }),
        paid('card', { state: 'paid' }),
        paid('cash', { state: 'cod' }),
        paid('debit', { customer: { id: 'c-2' } }),
        paid('stranger', { customer: {} }),
        paid('other', { merchantId: aMerchantId('neighbours') }),
        unpaid,
      ])
        await transactions().insert(transaction);
    });

    it("are each there once, and nobody else's", async () => {
      const codes = await transactions().paidWith(merchantId, 'c-1');
      assert.deepEqual(codes.toSorted(), ['card', 'cash']);
    });

    it('are none for somebody who never paid', async () => {
      assert.deepEqual(await transactions().paidWith(merchantId, 'c-3'), []);
    });

    it('are read from an index, without a look at any transaction', async () => {
      const plan = await database().connection.db?.command({
        explain: {
          distinct: 'transactions',
          key: 'settledPgCode',
          query: { merchantId, 'customer.id': 'c-1', settledPgCode: { $gt: '' } },
        },
        verbosity: 'executionStats',
      });
      assert.equal(plan?.['executionStats'].totalDocsExamined, 0, JSON.stringify(plan));
    });
  });

  describe('the payments by which an agreement stands where it is', () => {
    const merchantId = aMerchantId('agreeing');
    const given = { merchantId, sandbox: true, customerId: 'c-1' };
    const { terms, uuid } = anAgreement();
    const mine = (more: Partial<Transaction> = {}) =>
      fresh({ merchantId, customer: { id: 'c-1' }, agreement: terms, ...more });
    const paidAt = (concludedAt: number, more: Partial<Attempt> = {}, rest = {}) =>
      mine({
        state: 'paid',
        settledPgCode: CARD,
        settledAmount: kwd('12.500'),
        attempts: [
          anAttempt({
            referenceNumber: referenceOf(`demo${concludedAt}`),
            state: 'success',
            sandbox: true,
            concludedAt,
            ...more,
          }),
        ],
        ...rest,
      });
    const charges = { ...CHARGED, agreementUuid: uuid };
    const [first, settled, open] = [paidAt(11), paidAt(12, { charges }), mine()];
    const later = paidAt(13);
    const agreement = anAgreement({
      ...given,
      firstSessionId: first.sessionId,
      charges: [settled.sessionId, open.sessionId, sessionOf('ee')],
      paid: [settled.sessionId],
    });
    const found = async () =>
      (await transactions().byAgreement(agreement)).map(({ sessionId }) => sessionId).toSorted();

    before(async () => {
      for (const one of [
        first,
        settled,
        open,
        mine(),
        paidAt(21, {}, { merchantId: aMerchantId('neighbours') }),
        paidAt(22, {}, { customer: { id: 'c-2' } }),
        paidAt(23, {}, { agreement: { ...terms, id: 'A-2' } }),
        paidAt(24, { sandbox: false }),
        paidAt(25, { charges: { ...charges, agreementUuid: 'earlier' } }),
      ])
        await transactions().insert(one);
    });

    it('are the first one, those without an end and the latest that was paid', async () => {
      const sessions = [first, open, settled].map(({ sessionId }) => sessionId);
      assert.deepEqual(await found(), sessions.toSorted());
      await transactions().insert(later);
      const now = [first, open, later].map(({ sessionId }) => sessionId);
      assert.deepEqual(await found(), now.toSorted());
    });
  });

  it('lists for the sweeper what was created in a span and never touched since, oldest first', async () => {
    const start = CREATED_AT + 500_000;
    const [late, early, touched, before] = created('SWEEP', [500_020, 500_010, 500_015, 500_000]);
    assert.ok(late && early && touched && before);
    for (const one of [late, early, touched, before]) await transactions().insert(one);
    await transactions().save({ ...touched, version: 2 });
    assert.deepEqual(await transactions().createdBetween(start, start + 20), [early, late]);
  });

  it('knows what gateways call payments that were made, and takes no name of a page for one', async () => {
    const named = [
      anAttempt({
        state: 'success',
        referenceNumber: referenceOf('demoNAMED1'),
        gatewayReference: 'pay_1',
      }),
      anAttempt({
        state: 'failed',
        referenceNumber: referenceOf('demoNAMED2'),
        gatewayPayment: 'pi_2',
      }),
      anAttempt({
        state: 'pending',
        referenceNumber: referenceOf('demoNAMED3'),
        gatewayReference: 'cs_3',
      }),
    ];
    const transaction = aTransaction({ sessionId: sessionOf('9a9e'), attempts: named });
    await transactions().insert(transaction);
    const references = named.map(({ referenceNumber }) => referenceNumber);
    const found = await transactions().gatewayPayments(transaction.merchantId, references);
    assert.deepEqual([...found.values()], ['pay_1', 'pi_2']);
  });

  it('keeps money of every size to the unit', async () => {
    const amount = amountOf('9007199254740991', 'JPY');
    assert.deepEqual((await kept(fresh({ amount })))?.amount, amount);
  });

  describe('saving', () => {
    it('goes forward', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      for (const version of [2, 3, 7]) {
        const changed = { ...transaction, version, state: 'pending' } as const;
        await transactions().save(changed);
        assert.deepEqual(await transactions().find(transaction), changed);
      }
    });

    for (const [what, late] of [
      ['an older version', 2],
      ['the same version', 3],
    ] as const)
      it(`changes nothing when ${what} comes late`, async () => {
        const transaction = fresh();
        await transactions().insert(transaction);
        const newest = { ...transaction, version: 3, state: 'paid' } as const;
        await transactions().save(newest);
        await transactions().save({ ...transaction, version: late, state: 'canceled' });
        assert.deepEqual(await transactions().find(transaction), newest);
      });

    it('ends with the newest version, in whatever order saves arrive', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      const versions = [4, 9, 2, 7, 9, 3, 8, 5, 6];
      await Promise.all(
        versions.map((version) =>
          transactions().save({ ...transaction, version, orderNo: `v${version}` }),
        ),
      );
      const found = await transactions().find(transaction);
      assert.deepEqual([found?.version, found?.orderNo], [9, 'v9']);
    });

    it('tells whom it changed something for what was there before, and nobody else', async () => {
      const alerts = [
        {
          kind: 'late-money',
          referenceNumber: referenceOf('demoLATE2222'),
          at: CREATED_AT,
          detail: 'x',
        },
      ] as const;
      const attempt = anAttempt({ referenceNumber: referenceOf('demoTOLD2222') });
      const transaction = { ...fresh(), attempts: [attempt] };
      await transactions().insert(transaction);
      const paid = { ...transaction, version: 3, state: 'paid', alerts } as const;
      const told = await Promise.all([1, 2, 3, 4].map(() => transactions().save(paid)));
      const attempts = [{ referenceNumber: attempt.referenceNumber }];
      const before = { state: transaction.state, alerts: [], attempts };
      assert.deepEqual(
        told.filter((one) => one !== undefined),
        [before],
      );
      assert.equal(await transactions().save({ ...paid, version: 2 }), undefined);
      assert.deepEqual(await transactions().save({ ...paid, version: 4 }), {
        state: 'paid',
        alerts: [{ kind: 'late-money' }],
        attempts,
      });
    });

    it('is overtaken by another text of the same version and by a later one, not by itself', async () => {
      const transaction = fresh({ ...FULL, version: 4 });
      await transactions().insert(transaction);
      const standing = (given: Partial<Transaction>) =>
        transactions().standingOf({ ...transaction, ...given });
      assert.equal(await standing({}), 'kept');
      assert.equal(await standing({ version: 5 }), 'missing');
      assert.equal(await standing({ orderNo: 'another' }), 'overtaken');
      assert.equal(await standing({ version: 3 }), 'overtaken');
      assert.equal(await transactions().standingOf(fresh()), 'missing');
    });

    it('has what a command promises until the command is closed, and never afterwards', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      const first = { ...transaction, version: 2, state: 'pending' } as const;
      assert.ok(await transactions().saveUntil(2000, first));
      assert.deepEqual(await transactions().closeCommands(transaction, 3000), first);
      const second = { ...first, version: 3, state: 'paid' } as const;
      for (const moment of [2999, 3000])
        assert.equal(await transactions().saveUntil(moment, second), undefined);
      assert.equal(await transactions().standingOf(second), 'missing');
      // An earlier moment opens nothing again, and is not seen from outside.
      assert.deepEqual(await transactions().closeCommands(transaction, 1000), first);
      assert.equal(await transactions().saveUntil(3000, second), undefined);
      assert.ok(await transactions().saveUntil(3001, second));
      assert.equal(await transactions().standingOf(second), 'kept');
      assert.deepEqual(await transactions().find(transaction), second);
    });

    it('stays closed to a command, whoever saves meanwhile', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      await transactions().closeCommands(transaction, 3000);
      const other = { ...transaction, version: 2, state: 'pending' } as const;
      assert.ok(await transactions().save(other));
      assert.ok(await transactions().saveUntil(3001, { ...other, version: 3 }));
      const late = { ...other, version: 4, state: 'paid' } as const;
      assert.equal(await transactions().saveUntil(3000, late), undefined);
      assert.equal(await transactions().standingOf(late), 'missing');
    });

    it('is saved by everybody else, however often it is closed meanwhile', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      const versions = Array.from({ length: 20 }, (_, nth) => ({
        ...transaction,
        version: nth + 2,
      }));
      const closing = (async () => {
        for (const { version } of versions)
          await transactions().closeCommands(transaction, 1000 + version);
      })();
      for (const one of versions) assert.ok(await transactions().save(one));
      await closing;
      assert.equal((await transactions().find(transaction))?.version, 21);
      const late = { ...transaction, version: 22 };
      assert.equal(await transactions().saveUntil(1021, late), undefined);
    });

    it('is saved or closed, never both, when the two come at once', async () => {
      for (let round = 0; round < 40; round += 1) {
        const transaction = fresh();
        await transactions().insert(transaction);
        const paid = { ...transaction, version: 2, state: 'paid' } as const;
        const [saved, seen] = await Promise.all([
          transactions().saveUntil(1000, paid),
          transactions().closeCommands(transaction, 1000),
        ]);
        assert.equal(saved !== undefined, seen?.version === 2);
        assert.equal((await transactions().find(transaction))?.version, seen?.version);
      }
    });

    it('makes no document where none was created', async () => {
      const transaction = fresh({ version: 5 });
      await transactions().save(transaction);
      assert.equal(await transactions().find(transaction), undefined);
    });

    it('does not reach the document of another merchant', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      await transactions().save({ ...transaction, merchantId: aMerchantId('other'), version: 9 });
      assert.deepEqual(await transactions().find(transaction), transaction);
    });

    it('leaves nothing of what the new version does not have', async () => {
      const transaction = fresh({ orderNo: 'ORD-1', extra: { a: 1 } });
      await transactions().insert(transaction);
      const { orderNo: _orderNo, extra: _extra, ...rest } = transaction;
      const changed = { ...rest, version: 2 };
      await transactions().save(changed);
      assert.deepEqual(await transactions().find(transaction), changed);
    });
  });

  describe('what the schema does not know', () => {
    const wrong: readonly (readonly [string, (transaction: Transaction) => object])[] = [
      ['a key at the top', (transaction) => ({ ...transaction, cvv: '123' })],
      [
        'a key in a method',
        (transaction) => ({ ...transaction, methods: [{ ...aMethod(), secret: 'x' }] }),
      ],
      [
        'a key in an attempt',
        (transaction) => ({
          ...transaction,
          attempts: [{ ...anAttempt({ referenceNumber: referenceOf('demoKEY22222') }), pan: 'x' }],
        }),
      ],
      ['a state', (transaction) => ({ ...transaction, state: 'refunded' })],
      [
        'half a fils',
        (transaction) => ({ ...transaction, amount: { minor: 0.5, currency: 'KWD' } }),
      ],
      ['a word for an attempt', (transaction) => ({ ...transaction, attempts: ['x'] })],
      [
        'a list for the amount',
        (transaction) => ({ ...transaction, amount: [transaction.amount] }),
      ],
      ['nothing where something is due', (transaction) => ({ ...transaction, amount: undefined })],
    ];
    for (const [what, spoil] of wrong) {
      it(`(${what}) is not created`, async () => {
        const transaction = fresh();
        await assert.rejects(transactions().insert(untyped(spoil(transaction))));
        assert.equal(await transactions().find(transaction), undefined);
      });

      it(`(${what}) is not saved, and is not dropped in silence`, async () => {
        const transaction = fresh();
        await transactions().insert(transaction);
        const spoilt = untyped({ ...spoil(transaction), version: 2 });
        await assert.rejects(transactions().save(spoilt));
        assert.deepEqual(await transactions().find(transaction), transaction);
      });
    }
  });

  describe('extra', () => {
    const odd: readonly (readonly [string, JsonObject])[] = [
      ['nothing in it', {}],
      ['empty objects and lists', { a: {}, b: [], c: [{}], d: { e: { f: {} } } }],
      ['dots', { 'a.b': 1, '.': { '..': 'x', 'c.d.e': [] }, 'end.': 1 }],
      ['dollars', { $a: 1, $set: { $inc: { x: 1 } }, a$: '$b', deep: [{ $gt: '' }] }],
      ['words of the database', { $id: '1', $ref: 'x', $db: 'y', $oid: 'z', _id: 7, id: 8 }],
      ['a reference of the database', { a: { $ref: 'x', $id: '1' } }],
      ['words of the language', { constructor: { name: 'x' }, toString: 'x', hasOwnProperty: 1 }],
      [
        'words of the driver',
        { toObject: 1, $__: 2, isMongooseArray: true, _bsontype: 'ObjectId' },
      ],
      ['nulls and falsehoods', { a: null, b: false, c: 0, d: '', e: [null, ''] }],
      ['large and broken numbers', { a: 2 ** 53, b: 1e300, c: -0.1, d: 4_294_967_296 }],
      ['dates that are text', { at: '2026-01-15T09:00:07Z' }],
      ['other scripts', { اسم: 'سارة', '🦪': '🦪' }],
    ];
    for (const [what, extra] of odd)
      it(`comes back as it was, with ${what}`, async () => {
        const transaction = fresh({ extra });
        assert.deepEqual((await kept(transaction))?.extra, extra);
        await transactions().save({ ...transaction, version: 2, extra: { again: extra } });
        assert.deepEqual((await transactions().find(transaction))?.extra, { again: extra });
      });

    it('comes back as it was, whatever a merchant may send', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
          async (raw) => {
            const extra: JsonObject = JSON.parse(JSON.stringify(raw));
            assert.deepEqual((await kept(fresh({ extra })))?.extra, extra);
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  describe('uniqueness', () => {
    it('holds for session ids, across merchants', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      await assert.rejects(
        transactions().insert({ ...transaction, merchantId: aMerchantId('other') }),
        { code: 11000 },
      );
    });

    it('holds for references, across transactions', async () => {
      const attempts = [anAttempt({ referenceNumber: referenceOf('demoUNIQUE22') })];
      await transactions().insert(fresh({ attempts }));
      const other = fresh();
      await transactions().insert(other);
      await assert.rejects(transactions().save({ ...other, version: 2, attempts }), {
        code: 11000,
      });
      assert.deepEqual(await transactions().find(other), other);
    });

    it('does not hold for what has no attempt yet', async () => {
      await transactions().insert(fresh());
      await transactions().insert(fresh());
    });
  });

  describe('finding', () => {
    it('gives a merchant nothing of another', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      const other = { ...transaction, merchantId: aMerchantId('other') };
      assert.equal(await transactions().find(other), undefined);
    });

    it('needs no merchant for a payer', async () => {
      const transaction = fresh();
      await transactions().insert(transaction);
      assert.deepEqual(await transactions().findForPayer(transaction.sessionId), transaction);
      assert.equal(await transactions().findForPayer(sessionOf('ffffff')), undefined);
    });

    it('goes by the reference of any attempt', async () => {
      const references = ['demoFIRST222', 'demoSECOND22'].map(referenceOf);
      const attempts = references.map((referenceNumber) => anAttempt({ referenceNumber }));
      const transaction = fresh({ attempts });
      await transactions().insert(transaction);
      for (const reference of references)
        assert.deepEqual(await transactions().findByReference(reference), transaction);
      assert.equal(await transactions().findByReference(referenceOf('demoNEVER222')), undefined);
    });

    it('goes by the reference that a shop was told, apart from those of attempts', async () => {
      const told = referenceOf('demoTELL2222');
      const transaction = fresh({ legacy: { referenceNumber: told } });
      await transactions().insert(transaction);
      assert.deepEqual(await transactions().findByToldReference(told), transaction);
      assert.equal(await transactions().findByReference(told), undefined);
    });
  });

  describe('the count of attempts without a result', () => {
    it('has those that are pending and were begun in a span, but not those whose page is merely open', async () => {
      const [from, until] = [CREATED_AT - 20_000, CREATED_AT - 10_000];
      const before = await transactions().countUnknown(from, until);
      for (const attempts of [
        [counted('pending', until - 1, { nth: 1 })],
        [
          counted('failed', until - 1, { nth: 2 }),
          counted('pending', from, { nth: 3, heard: 'silence' }),
        ],
        [counted('pending', until, { nth: 4 })],
        [counted('pending', from - 1, { nth: 5 })],
        [counted('failed', until - 1, { nth: 6 }), counted('pending', until + 1, { nth: 7 })],
        [counted('failed', until - 1, { nth: 8 })],
        [counted('pending', until - 1, { nth: 9, heard: 'open' })],
        [],
      ])
        await transactions().insert(fresh({ attempts }));
      assert.equal((await transactions().countUnknown(from, until)) - before, 2);
    });

    it('is read from an index that holds nothing else', async () => {
      const plan = await database()
        .connection.collection('transactions')
        .find({ 'attempts.state': 'pending', attempts: { $elemMatch: { state: 'pending' } } })
        .explain('queryPlanner');
      assert.match(JSON.stringify(plan), /"indexName":"attempts\.state_1"/);
    });
  });

  describe('what is overdue', () => {
    it('comes in the order in which it was due, page by page, and not what is over or due later', async () => {
      const due = [3, 1, 2, 2, 2].map((at) => expiring(at));
      const others = [expiring(4), expiring(1, { expiresByTimer: false })];
      const over = expiring(1);
      for (const one of [...due, ...others, over]) await transactions().insert(one);
      await transactions().save({ ...over, version: 2, state: 'canceled' });
      const seen: Transaction[] = [];
      for (;;) {
        const last = seen.at(-1);
        const after = last && { at: last.expiresAt, id: last.sessionId };
        const page = await transactions().overdue({ until: 3, after, limit: 2 });
        for (const { transaction, dueAt } of page) assert.equal(dueAt, transaction.expiresAt);
        seen.push(...page.map(({ transaction }) => transaction));
        if (page.length < 2) break;
      }
      const inTurn = due.toSorted(
        (one, other) =>
          one.expiresAt - other.expiresAt || (one.sessionId < other.sessionId ? -1 : 1),
      );
      assert.deepEqual(seen, inTurn);
    });

    it('is read from an index that holds nothing else', async () => {
      const plan = await database()
        .connection.collection('transactions')
        .find({ dueAt: { $lte: 3 } })
        .sort({ dueAt: 1, sessionId: 1 })
        .explain('queryPlanner');
      assert.match(JSON.stringify(plan), /"indexName":"dueAt_1_sessionId_1"/);
      assert.doesNotMatch(JSON.stringify(plan), /"stage":"SORT"/);
    });
  });

  describe('the list of an order', () => {
    it('is newest first, page by page, and counts them all', async () => {
      const all = created('LIST-1', [10, 30, 20, 50, 40]);
      for (const one of all) await transactions().insert(one);
      const byAge = all.toSorted((a, b) => b.createdAt - a.createdAt);
      assert.deepEqual(await page('LIST-1', 2, 0), { count: 5, results: byAge.slice(0, 2) });
      assert.deepEqual(await page('LIST-1', 2, 2), { count: 5, results: byAge.slice(2, 4) });
      assert.deepEqual(await page('LIST-1', 2, 4), { count: 5, results: byAge.slice(4) });
      assert.deepEqual(await page('LIST-1', 2, 6), { count: 5, results: [] });
    });

    it('shows each once, also when they were created in the same millisecond', async () => {
      const all = created('LIST-2', [5, 5, 5, 5, 5, 5, 5]);
      for (const one of all) await transactions().insert(one);
      const seen: string[] = [];
      for (let offset = 0; offset < 7; offset += 1)
        for (const { sessionId } of (await page('LIST-2', 1, offset)).results) seen.push(sessionId);
      assert.deepEqual(seen.toSorted(), all.map(({ sessionId }) => sessionId).toSorted());
    });

    it('has nothing of another merchant or another order', async () => {
      for (const one of created('LIST-3', [1, 2])) await transactions().insert(one);
      await transactions().insert(fresh({ orderNo: 'LIST-3', merchantId: aMerchantId('other') }));
      await transactions().insert(fresh({ orderNo: 'LIST-33' }));
      assert.equal((await page('LIST-3', 10, 0)).count, 2);
      assert.equal((await page('LIST-3', 10, 0)).results.length, 2);
    });
  });
});

/** For the tests of what the compiler forbids and a bug may still send. */
function untyped(value: object): Transaction {
  return value as Transaction;
}

/** An attempt for the count of those without a result. */
function counted(
  state: 'pending' | 'failed',
  createdAt: number,
  { nth, heard }: { readonly nth: number; readonly heard?: 'open' | 'silence' },
) {
  return anAttempt({
    state,
    createdAt,
    referenceNumber: referenceOf(`demoCOUNT22${nth}`),
    ...(heard && { inquired: { calls: 1, heard, at: CREATED_AT } }),
  });
}
