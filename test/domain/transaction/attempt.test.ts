import assert from 'node:assert/strict';
import {
  beginAttempt,
  changeAttempt,
  leadsOn,
  pageOpened,
  replaceAttempt,
} from '../../../domain/transaction/attempt.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import {
  pendingAttempt,
  type AttemptState,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  aMethod,
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  DAY_MS,
  inDinars,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';

const OTHER = codeOf('debit');
const METHODS = [aMethod({ fee: kwd('0.250') }), aMethod({ pgCode: OTHER })];
const now = CREATED_AT + 1000;
const byCard = { pgCode: CARD, referenceNumber: referenceOf('demoNEW234'), now };
const byOther = { ...byCard, pgCode: OTHER };
const done: readonly AttemptState[] = ['success', 'failed', 'canceled', 'error', 'cod'];

describe('a press of Pay', () => {
  const begin = (amountEditable: boolean) => {
    const made = beginAttempt(aTransaction({ methods: METHODS, amountEditable }), byCard);
    assert.ok(made.step === 'new');
    return made.transaction;
  };
  const again = { ...byCard, referenceNumber: referenceOf('demoAGAIN2') };
  const open = begin(true);
  const givesWay = open.attempts.map((attempt) => ({ ...attempt, givesWay: true as const }));
  const [attempt] = open.attempts;
  assert.ok(attempt);
  const back = aTransaction({
    ...open,
    alerts: [
      {
        kind: 'amount-mismatch',
        referenceNumber: attempt.referenceNumber,
        at: CREATED_AT,
        detail: 'Other money.',
        charged: kwd('3'),
      },
    ],
    operations: [
      anEntry({
        kind: 'refund',
        state: 'done',
        paymentReference: attempt.referenceNumber,
        amount: kwd('3'),
      }),
    ],
  });
  for (const [what, transaction, command, isSo] of [
    ['that was made before', open, byCard, true],
    ['at the method of the attempt under way', open, again, true],
    ['of its amount, said', open, { ...again, amount: open.amount }, true],
    ['of another amount', open, { ...again, amount: kwd('1') }, false],
    ['at another method', open, { ...again, pgCode: OTHER }, false],
    ['where nothing has begun', aTransaction({ methods: METHODS }), again, false],
    ['where the page may be closed', { ...open, attempts: givesWay }, again, false],
    ['where all of the other money has gone back', back, again, false],
  ] as const)
    it(`${what} ${isSo ? 'leads on to what has begun' : 'begins something, or asks first'}`, () => {
      assert.equal(leadsOn(transaction, command), isSo);
      assert.equal(beginAttempt(transaction, command).step === 'same', isSo);
    });
});

describe('begin', () => {
  for (const state of ['created', 'pending', 'attempted'] as const)
    it(`makes a new attempt when the transaction is ${state}`, () => {
      const beginning = beginAttempt(aTransaction({ state, methods: METHODS }), byCard);
      assert.ok(beginning.step === 'new');
      assert.equal(beginning.transaction.state, 'pending');
      assert.deepEqual(beginning.transaction.attempts, [beginning.attempt]);
    });

  for (const state of ['pending', 'failed', 'canceled', 'error'] as const)
    it(`gives the attempt that the same press has made before, also when that is ${state}`, () => {
      const made = beginAttempt(aTransaction({ methods: METHODS }), byCard);
      assert.ok(made.step === 'new');
      const attempts = [{ ...made.attempt, state }];
      const again = beginAttempt({ ...made.transaction, attempts }, byCard);
      assert.deepEqual(again, { step: 'same', attempt: attempts[0] });
    });

  it('begins nothing while money has come that does not pay it and has not gone back', () => {
    const paid = anAttempt({ state: 'success' });
    const open = aTransaction({ state: 'attempted', methods: METHODS, attempts: [paid] });
    const back = anEntry({
      kind: 'refund',
      state: 'done',
      paymentReference: paid.referenceNumber,
      amount: paid.total,
    });
    const part = { ...back, amount: kwd('0.001') };
    assert.throws(() => beginAttempt(open, byCard), { code: 'locked' });
    const rest = { ...back, kind: 'void' as const, amount: kwd('5') };
    for (const operations of [
      [{ ...back, state: 'promised' as const }],
      [part],
      [{ ...back, kind: 'capture' as const, amount: kwd('7.75') }, rest],
    ])
      assert.throws(() => beginAttempt({ ...open, operations }, byCard), { code: 'locked' });
    assert.equal(beginAttempt({ ...open, operations: [rest] }, byCard).step, 'new');
    assert.equal(beginAttempt({ ...open, operations: [back] }, byCard).step, 'new');
  });

  it('begins nothing while other money than was asked for has come and not gone back, and then another attempt', () => {
    for (const state of ['pending', 'failed', 'canceled'] as const) {
      const first = anAttempt({
        state,
        ...(state === 'pending' && { processing: true, pageUrl: 'https://network.example' }),
      });
      const { referenceNumber } = first;
      const alert = { kind: 'amount-mismatch', referenceNumber, at: now, detail: 'x' } as const;
      const charged = amountOf('5.00', 'USD');
      const wrong = aTransaction({
        state: state === 'pending' ? state : 'attempted',
        methods: METHODS,
        attempts: [first],
        alerts: [{ ...alert, charged }],
      });
      const back = anEntry({
        kind: 'refund',
        state: 'done',
        paymentReference: referenceNumber,
        amount: charged,
      });
      const half = { ...back, amount: amountOf('2.50', 'USD') };
      const more = { ...alert, charged: amountOf('5.01', 'USD') };
      for (const still of [
        {},
        { operations: [half] },
        { operations: [{ ...half, kind: 'void' as const }] },
        { operations: [{ ...back, kind: 'void' as const, amount: kwd('5') }] },
        {
          operations: [
            { ...half, kind: 'capture' as const },
            { ...back, kind: 'void' as const },
          ],
        },
        { operations: [{ ...back, kind: 'capture' as const }, half] },
        { operations: [{ ...back, amount: kwd('5') }] },
        { operations: [{ ...back, state: 'queued' as const }] },
        { operations: [{ ...back, reversedAt: now }] },
        { operations: [{ ...back, paymentReference: byCard.referenceNumber }] },
        // Nobody knows how much it was.
        { operations: [back], alerts: [alert] },
        { operations: [back], alerts: [{ ...alert, charged: amountOf('0.00', 'USD') }] },
        { operations: [back], alerts: [{ ...alert, charged }, more] },
      ]) {
        assert.throws(() => beginAttempt({ ...wrong, ...still }, byCard), { code: 'locked' });
        const beside = () => replaceAttempt({ ...wrong, ...still }, byOther);
        assert.throws(beside, { code: 'locked' });
      }
      const dispute = {
        disputeId: 'd1',
        referenceNumber,
        state: 'open',
        amount: charged,
        saidAt: now,
        movements: [],
      } as const;
      for (const gone of [
        { operations: [back] },
        { operations: [half, half] },
        { operations: [{ ...back, kind: 'void' as const }] },
        { operations: [half, { ...half, kind: 'void' as const }] },
        {
          operations: [
            { ...half, kind: 'capture' as const },
            half,
            { ...back, kind: 'void' as const },
          ],
        },
        { disputes: [dispute] },
      ])
        for (const choice of [byCard, byOther]) {
          const begun = beginAttempt({ ...wrong, ...gone }, choice);
          assert.ok(begun.step === 'new');
          const [older, newer, ...others] = begun.transaction.attempts;
          assert.deepEqual(
            [older?.state, older?.unanswered, newer, others.length],
            state === 'pending'
              ? ['canceled', true, begun.attempt, 0]
              : [state, undefined, begun.attempt, 0],
          );
        }
    }
  });

  it('begins nothing for another total than the payer was shown, fee, rate and currency', () => {
    const transaction = aTransaction({ methods: METHODS });
    assert.equal(beginAttempt(transaction, { ...byCard, total: kwd('12.750') }).step, 'new');
    for (const total of [kwd('12.500'), kwd('12.751'), amountOf('12.750', 'BHD')])
      assert.throws(() => beginAttempt(transaction, { ...byCard, total }), {
        code: 'validation_error',
        fields: {
          total: ['KWD 12.750 is to be paid now: read the payment again and show that.'],
        },
      });
    const exchanged = aTransaction({
      amount: amountOf('10.00', 'USD'),
      methods: [aMethod(inDinars())],
    });
    assert.equal(beginAttempt(exchanged, { ...byCard, total: kwd('3.112') }).step, 'new');
    assert.throws(() => beginAttempt(exchanged, { ...byCard, total: amountOf('10.00', 'USD') }), {
      code: 'validation_error',
    });
  });

  it('asks first about an attempt under way where a card was typed anew, which may be another one', () => {
    const made = beginAttempt(aTransaction({ methods: METHODS }), byCard);
    assert.ok(made.step === 'new');
    const typed = { ...byCard, referenceNumber: referenceOf('demoNEW235'), cardReference: 'crd_1' };
    assert.equal(beginAttempt(made.transaction, typed).step, 'ask-first');
    assert.equal(beginAttempt(made.transaction, { ...typed, ...byCard }).step, 'same');
  });

  it('keeps that a card was typed and not its word, and lets none replace it until the network has answered', () => {
    const begun = beginAttempt(aTransaction({ methods: METHODS }), {
      ...byCard,
      cardReference: 'crd_1',
    });
    assert.ok(begun.step === 'new');
    assert.equal(begun.attempt.cardGiven, true);
    assert.equal(JSON.stringify(begun).includes('crd_1'), false);
    assert.throws(() => replaceAttempt(begun.transaction, byOther), { code: 'locked' });
    const page = { pageUrl: 'https://bank.example', gatewayReference: 'pay_1', now };
    const shown = pageOpened(begun.transaction, byCard.referenceNumber, page);
    assert.equal(replaceAttempt(shown, byOther).transaction.attempts.length, 2);
  });

  it('asks the network for the amount and the fee that the payer was shown', () => {
    const transaction = aTransaction({ methods: METHODS });
    const beginning = beginAttempt(transaction, byCard);
    assert.ok(beginning.step === 'new');
    assert.deepEqual(beginning.attempt, {
      referenceNumber: byCard.referenceNumber,
      pgCode: CARD,
      state: 'pending',
      fee: kwd('0.250'),
      total: kwd('12.750'),
      gateway: 'sandbox',
      kind: 'purchase',
      sandbox: false,
      idempotencyKey: `${transaction.sessionId}:demoNEW234:open`,
      createdAt: now,
    });
  });

  it('asks in the currency of the account, at the rate that the payer was shown', () => {
    const amount = amountOf('10.00', 'USD');
    const transaction = aTransaction({ amount, methods: [aMethod(inDinars())] });
    const { attempt } = beginAttempt(transaction, byCard);
    assert.deepEqual(attempt.exchange, inDinars().exchange);
    assert.deepEqual([attempt.fee, attempt.total], [kwd('0.046'), kwd('3.112')]);
  });

  it('keeps the rate of an attempt that is under way, whatever the method says by now', () => {
    const amount = amountOf('10.00', 'USD');
    const first = beginAttempt(aTransaction({ amount, methods: [aMethod(inDinars())] }), byCard);
    assert.ok(first.step === 'new');
    const exchange = { from: amount, rate: '0.5', to: kwd('5') };
    const dearer = { ...first.transaction, methods: [aMethod({ exchange })] };
    const again = beginAttempt(dearer, { ...byCard, referenceNumber: referenceOf('demoTWO234') });
    assert.equal(again.step, 'same');
    assert.deepEqual(again.attempt, first.attempt);
  });

  it('remembers what the network is told, whatever is changed before it is told again', () => {
    const terms = {
      methods: METHODS,
      orderNo: 'ORD-1',
      customer: {
        id: 'c-1',
        email: 'mona@example.test',
        firstName: 'Mona',
        phone2: '+96566660000',
      },
    };
    const from = { language: 'ar', publicUrl: 'https://pay.example.test' } as const;
    const first = beginAttempt(aTransaction(terms), { ...byCard, ...from });
    assert.ok(first.step === 'new');
    assert.deepEqual(first.attempt.request, {
      ...from,
      expiresAt: first.transaction.expiresAt,
      description: 'ORD-1',
      payer: { email: 'mona@example.test', firstName: 'Mona' },
    });
    const edited = { ...first.transaction, orderNo: 'ORD-2', expiresAt: now + DAY_MS };
    const again = beginAttempt(edited, { ...byCard, ...from, language: 'en' });
    assert.deepEqual(again.attempt.request, first.attempt.request);
  });

  it('charges nothing but a multiple of the step of its network, and says so', () => {
    const methods = [aMethod({ fee: kwd('0.250'), amountStep: 10 })];
    const begin = (amount: string) =>
      beginAttempt(aTransaction({ methods, amount: kwd(amount) }), byCard);
    assert.equal(begin('12.340').step, 'new');
    assert.throws(() => begin('12.345'), {
      code: 'validation_error',
      fields: {
        amount: ['"card" cannot charge KWD 12.595: Sandbox takes KWD in steps of 0.010.'],
      },
    });
  });

  it('measures by that step what a wallet leaves, in the currency of the charge', () => {
    const [amount, rate] = [amountOf('10.00', 'USD'), '0.3'];
    const exchange = { from: amount, rate, to: kwd('3.000') };
    const methods = [aMethod({ exchange, amountStep: 10 })];
    const transaction = aTransaction({ methods, amount, customer: { id: 'c1' } });
    const beside = (paid: string) => () =>
      beginAttempt(transaction, {
        ...byCard,
        wallet: { amount: amountOf(paid, 'USD'), sessionId: sessionOf('b1') },
      });
    assert.equal(beside('4.60')().step, 'new');
    assert.throws(beside('4.55'), {
      code: 'validation_error',
      fields: {
        amount: ['"card" cannot charge KWD 1.635: Sandbox takes KWD in steps of 0.010.'],
      },
    });
  });

  it('gives another attempt another idempotency key', () => {
    const transaction = aTransaction({ methods: METHODS });
    const keys = ['demoONE222', 'demoTWO333'].map((text) => {
      const beginning = beginAttempt(transaction, {
        ...byCard,
        referenceNumber: referenceOf(text),
      });
      return beginning.attempt.idempotencyKey;
    });
    assert.notEqual(keys[0], keys[1]);
  });

  for (const state of done.filter((ended) => ended !== 'success' && ended !== 'cod'))
    it(`adds the attempt behind one that ended as ${state}`, () => {
      const ended = anAttempt({ state });
      const transaction = aTransaction({ state: 'attempted', methods: METHODS, attempts: [ended] });
      const beginning = beginAttempt(transaction, byCard);
      assert.ok(beginning.step === 'new');
      assert.deepEqual(beginning.transaction.attempts, [ended, beginning.attempt]);
    });

  it('gives the attempt that is under way to whoever chooses its method again', () => {
    const attempt = anAttempt();
    const transaction = aTransaction({ state: 'pending', methods: METHODS, attempts: [attempt] });
    assert.deepEqual(beginAttempt(transaction, byCard), { step: 'same', attempt });
  });

  it('has the network asked first when another method is chosen', () => {
    const attempt = anAttempt();
    const transaction = aTransaction({ state: 'pending', methods: METHODS, attempts: [attempt] });
    assert.deepEqual(beginAttempt(transaction, byOther), { step: 'ask-first', attempt });
  });

  it('refuses a method that is not offered', () => {
    assert.throws(() => beginAttempt(aTransaction(), byOther), { code: 'method_not_offered' });
  });

  it('is still in time a millisecond before the expiry', () => {
    const beginning = beginAttempt(aTransaction(), { ...byCard, now: CREATED_AT + DAY_MS - 1 });
    assert.equal(beginning.step, 'new');
  });

  for (const state of ['created', 'pending', 'attempted'] as const)
    it(`is too late at the expiry of a transaction that is ${state}`, () => {
      assert.throws(
        () => beginAttempt(aTransaction({ state }), { ...byCard, now: CREATED_AT + DAY_MS }),
        {
          code: 'expired',
        },
      );
    });

  it('is too late for the attempt that is under way, too', () => {
    const transaction = aTransaction({ state: 'pending', attempts: [anAttempt()] });
    assert.throws(() => beginAttempt(transaction, { ...byCard, now: CREATED_AT + DAY_MS }), {
      code: 'expired',
    });
  });

  for (const state of TRANSACTION_STATES.filter(
    (one) => !['created', 'pending', 'attempted'].includes(one),
  ))
    it(`is refused when the transaction is ${state}`, () => {
      assert.throws(() => beginAttempt(aTransaction({ state }), byCard), {
        name: 'Refusal',
        code: state === 'expired' ? 'expired' : 'invalid_state',
        message: new RegExp(state),
      });
    });
});

describe('replaceAttempt', () => {
  const older = anAttempt({ state: 'failed', referenceNumber: referenceOf('demoOLD222') });
  const running = anAttempt({ pageUrl: 'https://network.example.test/pay/1' });
  const transaction = aTransaction({
    state: 'pending',
    methods: METHODS,
    attempts: [older, running],
  });

  it('cancels the attempt that gives way and adds the new one', () => {
    const replaced = replaceAttempt(transaction, byOther);
    assert.deepEqual(replaced.transaction.attempts, [
      older,
      { ...running, state: 'canceled', unanswered: true, concludedAt: now },
      replaced.attempt,
    ]);
    assert.equal(replaced.attempt.pgCode, OTHER);
    assert.equal(replaced.transaction.state, 'pending');
  });

  it('leaves one attempt pending', () => {
    const replaced = replaceAttempt(transaction, byOther);
    assert.deepEqual(pendingAttempt(replaced.transaction), replaced.attempt);
  });

  it('is refused once the network has decided and the money is there', () => {
    assert.throws(() => replaceAttempt({ ...transaction, state: 'paid' }, byOther), {
      code: 'invalid_state',
    });
  });

  it('is refused for a method that is not offered', () => {
    assert.throws(() => replaceAttempt(transaction, { ...byCard, pgCode: codeOf('nothing') }), {
      code: 'method_not_offered',
    });
  });

  it('is refused after the expiry', () => {
    assert.throws(() => replaceAttempt(transaction, { ...byOther, now: CREATED_AT + DAY_MS }), {
      code: 'expired',
    });
  });
});

describe('pageOpened', () => {
  it('keeps where the payer goes and how the network calls the attempt, on that attempt only', () => {
    const [one, two] = [
      anAttempt({ state: 'failed' }),
      anAttempt({ referenceNumber: byCard.referenceNumber }),
    ];
    const kept = { pageUrl: 'https://network.example.test/pay/1', gatewayReference: 'pay_1' };
    const page = { step: 'page', ...kept } as const;
    const transaction = aTransaction({ state: 'pending', attempts: [one, two] });
    assert.deepEqual(pageOpened(transaction, two.referenceNumber, { ...page, now: CREATED_AT }), {
      ...transaction,
      attempts: [one, { ...two, ...kept }],
    });
  });

  it('leads nobody to the page of another payment than the network has named before', () => {
    const attempt = anAttempt({ state: 'success', gatewayReference: 'pay_1' });
    const transaction = aTransaction({ state: 'paid', attempts: [attempt] });
    const page = { pageUrl: 'https://network.example.test/pay/2', gatewayReference: 'pay_2' };
    const after = pageOpened(transaction, attempt.referenceNumber, { ...page, now: CREATED_AT });
    assert.deepEqual(after.attempts, [attempt]);
    assert.equal(after.alerts[0]?.kind, 'reference-mismatch');
  });
});

describe('changeAttempt', () => {
  it('changes nothing when no attempt has the reference', () => {
    const transaction: Transaction = aTransaction({ attempts: [anAttempt()] });
    assert.deepEqual(
      changeAttempt(transaction, byCard.referenceNumber, (attempt) => ({
        ...attempt,
        total: amountOf('1', 'JPY'),
      })),
      transaction,
    );
  });
});
