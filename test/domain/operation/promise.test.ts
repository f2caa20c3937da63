import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readFieldSentences } from '../../../domain/field-sentence.ts';
import { needsHand } from '../../../domain/operation/approval.ts';
import { committed, refundable } from '../../../domain/operation/amounts.ts';
import { mostPromisable, promise, type PromiseRequest } from '../../../domain/operation/promise.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  entryOf,
  type Operation,
  type OperationEntry,
} from '../../../domain/operation/operation.ts';
import { refuseBeginning, takeIn } from '../../../domain/operation/settle.ts';
import { compare, money, sum, toDecimal } from '../../../domain/money.ts';
import { Refusal, type RefusalCode } from '../../../domain/refusal.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anAttempt,
  amountOf,
  aTransaction,
  CREATED_AT,
  inDinars,
  kwd,
  referenceOf,
} from '../../support/builders.ts';
import { aNumberedEntry, aNumberedOperation, triedAgain } from './support.ts';

const NOW = CREATED_AT + 1000;
const CAPABLE: PromiseRequest['capabilities'] = {
  supported: ['refund', 'void'],
  enabled: ['refund', 'void'],
  defaultCurrency: kwd('0').currency,
};
/** What can be asked for of a payment of 12.500 of which so much has gone back. */
function most(given: Partial<PromiseRequest>, back = '2.183'): string {
  const entry = aNumberedEntry(1, { kind: 'refund', state: 'done', amount: kwd(back) });
  const transaction = { ...paid(), operations: [entry] };
  return toDecimal(mostPromisable(transaction, operationRequest(given)));
}

/** As at Stripe. */
const IN_TENS = { ...CAPABLE, amountStep: 10 };

function paid(given: Partial<Transaction> = {}): Transaction {
  return aTransaction({
    state: 'paid',
    attempts: [anAttempt({ state: 'success', gatewayReference: 'net-1' })],
    settledAmount: kwd('12.500'),
    paidAmount: kwd('12.500'),
    ...given,
  });
}

const authorized = () => paid({ state: 'authorized', kind: 'authorize', paidAmount: kwd('0') });

function operationRequest(given: Partial<PromiseRequest> = {}): PromiseRequest {
  const { sessionId, referenceNumber } = aNumberedOperation(7);
  return {
    kind: 'refund',
    sessionId,
    referenceNumber,
    destination: 'pg',
    channel: 'api',
    capabilities: CAPABLE,
    now: NOW,
    ...given,
  };
}

describe('a promise', () => {
  it('sets the money aside and says all that the gateway needs', () => {
    const promised = promise(paid({ orderNo: 'O-1' }), operationRequest({ amount: kwd('2.500') }));
    assert.ok(promised.step === 'new');
    const { transaction, operation } = promised;
    assert.deepEqual(transaction.operations, [
      // Operation and promise are one write: whoever misses the operation finds it here.
      { ...aNumberedEntry(7, { amount: kwd('2.500'), createdAt: NOW }), whole: operation },
    ]);
    assert.equal(operation.state, 'promised');
    assert.equal(operation.gatewayPayment, 'net-1');
    assert.equal(operation.parentOrderNo, 'O-1');
    assert.equal(
      operation.idempotencyKey,
      `${transaction.sessionId}:${operation.sessionId}:refund`,
    );
    assert.equal(toDecimal(refundable(transaction)), '10.000');
  });

  it('takes the money of the attempt that settled, not of one that came late for earlier terms', () => {
    const late = anAttempt({ referenceNumber: referenceOf('demoLATE11'), amount: kwd('9.000') });
    const right = anAttempt({ referenceNumber: referenceOf('demoGOOD11') });
    const transaction = paid({
      settledPgCode: right.pgCode,
      attempts: [
        { ...late, state: 'success', gatewayReference: 'net-late' },
        { ...right, state: 'success', gatewayReference: 'net-right' },
      ],
      alerts: [
        {
          kind: 'amount-mismatch',
          referenceNumber: late.referenceNumber,
          at: NOW,
          detail: 'For earlier terms.',
        },
      ],
    });
    const promised = promise(transaction, operationRequest());
    assert.ok(promised.step === 'new');
    assert.equal(promised.operation.paymentReference, right.referenceNumber);
    assert.equal(promised.operation.gatewayPayment, 'net-right');
  });

  it('takes all that is left when nobody says how much', () => {
    const operations = [aNumberedEntry(1, { amount: kwd('2.500'), state: 'done' })];
    const promised = promise(paid({ operations }), operationRequest());
    assert.equal(promised.step === 'new' && toDecimal(promised.operation.amount), '10.000');
  });

  it('is the same under a tracking key, also where people have said no, unless the gateway has done nothing', () => {
    for (const state of OPERATION_STATES) {
      const operations = [aNumberedEntry(1, { trackingKey: 'track-1', asksForAll: true, state })];
      const { step } = promise(
        paid({ operations }),
        operationRequest({ trackingKey: 'track-1', overrules: true }),
      );
      assert.equal(step, state === 'failed' ? 'new' : 'same', state);
    }
  });

  it('is the same under a tracking key where a checker has given it up', () => {
    const given = aNumberedEntry(1, { trackingKey: 'track-1', asksForAll: true, state: 'failed' });
    const operations = [{ ...given, givenUp: true as const }];
    const asked = operationRequest({ trackingKey: 'track-1' });
    assert.equal(promise(paid({ operations }), asked).step, 'same');
  });

  it('is not made again by hand where its tracking key has been used anew, and that has moved the money', () => {
    const named = { trackingKey: 'track-1', asksForAll: false, amount: kwd('2.500') };
    const declined = aNumberedOperation(1, { ...named, state: 'failed', version: 2 });
    const first = needsHand(declined, 'Declined.', NOW);
    const again = { ...triedAgain(first), version: 3 };
    for (const [state, isRefused] of [
      ['promised', true],
      ['done', true],
      ['failed', false],
      ['dropped', false],
    ] as const) {
      const second = aNumberedEntry(2, { ...named, state });
      const transaction = { ...paid(), operations: [entryOf(first), second] };
      const retried = () => takeIn(transaction, again, NOW);
      if (isRefused)
        assert.throws(
          retried,
          (error) => error instanceof Refusal && error.code === 'invalid_state',
        );
      else assert.equal(retried()?.transaction.operations?.[0]?.state, 'promised');
    }
  });

  it('that waited is not begun any more where a checker has acted in place of it, and nobody has withdrawn it', () => {
    const waits = { state: 'awaiting', amount: kwd('2.500') } as const;
    const yes = aNumberedOperation(1, { ...waits, state: 'promised', version: 2 });
    const [waiting, second] = [
      aNumberedEntry(1, waits),
      aNumberedEntry(2, { ...waits, state: 'done' }),
    ];
    const refused = (...operations: readonly OperationEntry[]) => {
      try {
        refuseBeginning({ ...paid(), operations }, yes);
        return undefined;
      } catch (error) {
        assert.ok(error instanceof Refusal);
        return error.code;
      }
    };
    assert.equal(refused(waiting, second), 'invalid_state');
    assert.equal(refused(waiting, { ...second, state: 'failed' }), undefined);
    assert.equal(refused(second, waiting), undefined, 'It was asked for after that.');
    assert.equal(refused(waiting, { ...second, source: 'pg' }), undefined);
    const other = { ...second, paymentReference: referenceOf('demoOTHER2') };
    assert.equal(refused(waiting, other), undefined, 'It is of other money.');
  });

  it('is another one under a tracking key that names another kind, amount or destination', () => {
    const track = { trackingKey: 'track-1' };
    const named = (given: Partial<PromiseRequest>) => {
      const first = promise(
        authorized(),
        operationRequest({ kind: 'capture', ...given, ...track }),
      );
      assert.ok(first.step === 'new');
      return first.transaction;
    };
    const part = named({ amount: kwd('10.000') });
    for (const given of [
      { kind: 'refund', amount: kwd('10.000') },
      { kind: 'void' },
      { kind: 'capture', amount: kwd('3.000') },
      // What is left later is another sum.
      { kind: 'capture' },
      { kind: 'capture', amount: kwd('10.000'), destination: 'wallet' },
    ] as const)
      assert.equal(refusal(part, operationRequest({ ...given, ...track })), 'idempotency_conflict');
    const same = operationRequest({ kind: 'capture', amount: kwd('10.000'), ...track });
    assert.equal(promise(part, same).step, 'same');

    const all = named({});
    assert.equal(promise(all, operationRequest({ kind: 'capture', ...track })).step, 'same');
    const equal = operationRequest({ kind: 'capture', amount: kwd('12.500'), ...track });
    assert.equal(refusal(all, equal), 'idempotency_conflict');

    // A void takes all whatever it says.
    const voided = named({ kind: 'void', amount: kwd('1.000') });
    const again = operationRequest({ kind: 'void', amount: kwd('2.000'), ...track });
    assert.equal(promise(voided, again).step, 'same');
  });

  it('of a checker takes the money of a request that waits, and leaves the request to be withdrawn', () => {
    const operations = [aNumberedEntry(1, { state: 'awaiting', amount: kwd('10.000') })];
    const promised = promise(
      paid({ operations }),
      operationRequest({ overrules: true, amount: kwd('12.500') }),
    );
    assert.ok(promised.step === 'new');
    assert.deepEqual(
      promised.transaction.operations?.map(({ state }) => state),
      ['awaiting', 'promised'],
    );
    const over = operationRequest({ overrules: true, amount: kwd('12.501') });
    assert.equal(refusal(paid({ operations }), over), 'amount_exceeds_balance');
  });

  for (const kind of OPERATION_KINDS)
    for (const state of TRANSACTION_STATES) {
      const fits =
        state === 'authorized' ? kind !== 'refund' : state === 'paid' && kind === 'refund';
      it(`of a ${kind} ${fits ? 'is given' : 'is refused'} when the transaction is ${state}`, () => {
        const code = refusal(paid({ state }), operationRequest({ kind }));
        assert.equal(code, fits ? undefined : 'invalid_state');
      });
    }

  const refusals: readonly (readonly [
    string,
    RefusalCode,
    Transaction,
    Partial<PromiseRequest>,
  ])[] = [
    ['more than is left', 'amount_exceeds_balance', paid(), { amount: kwd('12.501') }],
    ['nothing', 'validation_error', paid(), { amount: kwd('0') }],
    ['another currency', 'validation_error', paid(), { amount: amountOf('1.00', 'USD') }],
    ['what is archived', 'invalid_state', paid({ deletedAt: CREATED_AT }), {}],
    [
      'another one while one waits for a checker',
      'approval_pending',
      paid({ operations: [aNumberedEntry(1, { state: 'awaiting' })] }),
      {},
    ],
    [
      'a void after a capture',
      'invalid_state',
      { ...authorized(), operations: [aNumberedEntry(1, { kind: 'capture', state: 'done' })] },
      { kind: 'void' },
    ],
    [
      'a void while a capture is under way',
      'invalid_state',
      { ...authorized(), operations: [aNumberedEntry(1, { kind: 'capture' })] },
      { kind: 'void' },
    ],
    [
      'a capture after a void',
      'invalid_state',
      { ...authorized(), operations: [aNumberedEntry(1, { kind: 'void', state: 'done' })] },
      { kind: 'capture' },
    ],
    ['a refund of what is only held', 'invalid_state', authorized(), {}],
    [
      'what the gateway cannot',
      'operation_not_supported',
      paid(),
      { capabilities: { ...CAPABLE, supported: [] } },
    ],
    [
      'what is switched off',
      'operation_not_enabled',
      paid(),
      { capabilities: { ...CAPABLE, enabled: ['void'] } },
    ],
    [
      'money of another currency than the account’s',
      'currency_mismatch',
      paid(),
      { capabilities: { ...CAPABLE, defaultCurrency: amountOf('1.00', 'USD').currency } },
    ],
    [
      'exchanged money',
      'currency_mismatch',
      paid({ attempts: [anAttempt({ state: 'success', exchange: inDinars().exchange })] }),
      {},
    ],
    ['a refund to the wallet of nobody', 'validation_error', paid(), { destination: 'wallet' }],
    [
      'fils that the network does not move',
      'validation_error',
      paid(),
      { amount: kwd('3.317'), capabilities: IN_TENS },
    ],
    [
      'a capture of fils that the network does not move',
      'validation_error',
      authorized(),
      { kind: 'capture', amount: kwd('3.317'), capabilities: IN_TENS },
    ],
  ];
  for (const [what, code, transaction, given] of refusals)
    it(`is not given for ${what}`, () => {
      assert.equal(refusal(transaction, operationRequest(given)), code);
    });

  it('of who has not shown who they are comes to less than what wants that, together with what was asked for at the same moment', () => {
    const unproven = { amount: kwd('5.000'), stepUpFrom: kwd('10.000') };
    const first = promise(paid(), operationRequest(unproven));
    assert.ok(first.step === 'new');
    const { sessionId, referenceNumber } = aNumberedOperation(8);
    const second = (given: Partial<PromiseRequest>) =>
      promise(
        first.transaction,
        operationRequest({ ...unproven, sessionId, referenceNumber, ...given }),
      ).step;
    assert.throws(() => second({}), { code: 'step_up_required' });
    assert.equal(second({ amount: kwd('4.999') }), 'new');
    assert.equal(
      promise(first.transaction, operationRequest({ amount: kwd('5.000') })).step,
      'same',
    );
    const { stepUpFrom: _, ...shown } = unproven;
    const proven = operationRequest({ ...shown, sessionId, referenceNumber });
    assert.equal(promise(first.transaction, proven).step, 'new');
  });

  it('in steps of the network is given, and says which they are where it is not', () => {
    for (const given of [
      { amount: kwd('3.310'), capabilities: IN_TENS },
      { amount: kwd('3.317') },
      // A wallet is ours, and takes whatever there is.
      { amount: kwd('3.317'), destination: 'wallet', capabilities: IN_TENS },
    ] as const) {
      const transaction = paid({ customer: { ...paid().customer, id: 'mona' } });
      assert.equal(promise(transaction, operationRequest(given)).step, 'new');
    }
    assert.throws(
      () => promise(paid(), operationRequest({ amount: kwd('3.317'), capabilities: IN_TENS })),
      (error: unknown) =>
        error instanceof Refusal &&
        /KWD 3\.317.*in steps of 0\.010\. Ask for KWD 3\.310/.test(JSON.stringify(error.fields)),
    );
  });

  it('can be asked for as much as the network moves of what is left, and for nothing where it moves none of that', () => {
    assert.equal(most({}), '10.317');
    assert.equal(most({ capabilities: IN_TENS }), '10.310');
    assert.throws(() => most({ capabilities: IN_TENS }, '12.495'), Refusal);
    assert.throws(() => most({}, '12.500'), Refusal);
  });

  it('of a void is given between two steps of the network, which frees the hold as a whole', () => {
    // With the fee, what is held is on a step.
    const total = kwd('12.600');
    const attempts = [anAttempt({ state: 'success', fee: kwd('0.255'), total })];
    const hold = { ...authorized(), attempts, settledAmount: kwd('12.345') };
    const asked = operationRequest({ kind: 'void', capabilities: IN_TENS });
    assert.equal(toDecimal(mostPromisable(hold, asked)), '12.345');
    assert.equal(promise(hold, asked).step, 'new');
  });

  it('of a void after a capture says what can still be done', () => {
    for (const [amount, sentence] of [
      [kwd('4.000'), /partly captured cannot be voided. KWD 8\.500 can still be captured/],
      [kwd('12.500'), /captured cannot be voided. Refund it instead/],
    ] as const) {
      const operations = [aNumberedEntry(1, { kind: 'capture', state: 'done', amount })];
      const transaction = { ...authorized(), operations };
      assert.throws(() => promise(transaction, operationRequest({ kind: 'void' })), sentence);
    }
  });

  it('that cannot be given says what is left', () => {
    assert.throws(
      () => promise(paid(), operationRequest({ amount: kwd('13') })),
      (error: unknown) => error instanceof Refusal && error.facts?.['available'] === '12.500',
    );
  });
});

describe('promises at random', () => {
  const story = fc.array(
    fc.record({
      kind: fc.constantFrom(...OPERATION_KINDS),
      fils: fc.integer({ min: 1, max: 15_000 }),
      after: fc.array(
        fc.constantFrom('done', 'queued', 'rejected', 'failed', 'unclear', 'promised'),
        {
          maxLength: 4,
        },
      ),
    }),
    { maxLength: 25 },
  );
  for (const start of [paid(), authorized()])
    it(`never take more than is there of one that is ${start.state}`, () => {
      fc.assert(
        fc.property(story, (steps) => {
          steps.reduce((held, { kind, fils, after }, index) => {
            const next = step(held, index, kind, fils, after);
            assertWithin(next);
            return next;
          }, start);
        }),
      );
    });
});

function step(
  held: Transaction,
  index: number,
  kind: Operation['kind'],
  fils: number,
  states: readonly Operation['state'][],
): Transaction {
  const { sessionId, referenceNumber } = aNumberedOperation(index);
  const asked = operationRequest({
    kind,
    sessionId,
    referenceNumber,
    amount: money(fils, kwd('0').currency),
  });
  try {
    const promised = promise(held, asked);
    assert.ok(promised.step === 'new');
    let { transaction } = promised;
    states.forEach((state, nth) => {
      const told = { ...promised.operation, state, version: nth + 2 };
      transaction = takenIn(transaction, told);
    });
    return transaction;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return held;
  }
}

function takenIn(transaction: Transaction, told: Operation): Transaction {
  try {
    // What was given back and was done after all is the gateway's word against ours, and not what this is about.
    const known = transaction.operations?.find(({ sessionId }) => sessionId === told.sessionId);
    const isOver = known && ['done', 'rejected', 'failed'].includes(known.state);
    if (isOver && told.state !== 'promised') return transaction;
    if (known?.state === 'done' || known?.state === 'rejected') return transaction;
    return takeIn(transaction, told, NOW)?.transaction ?? transaction;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return transaction;
  }
}

/** Everything that is or may be gone, against everything that there was. */
function assertWithin(transaction: Transaction): void {
  const { operations = [], settledAmount = kwd('0') } = transaction;
  const gone = (kind: Operation['kind'], ...states: readonly Operation['state'][]) =>
    sum(
      operations
        .filter((entry) => entry.kind === kind && states.includes(entry.state))
        .map(({ amount }) => amount),
      settledAmount.currency,
    );
  const open = ['promised', 'queued', 'unclear', 'done'] as const;
  const captured = gone('capture', ...open);
  const voided = gone('void', ...open);
  const most = transaction.state === 'paid' ? settledAmount : gone('capture', 'done');
  assert.ok(compare(gone('refund', ...open), most) <= 0, 'refunded more than was captured');
  assert.ok(compare(captured, committed(transaction)) <= 0, 'captured more than was held');
  assert.ok(captured.minor === 0 || voided.minor === 0, 'captured and voided');
}

function refusal(transaction: Transaction, wanted: PromiseRequest): RefusalCode | undefined {
  try {
    promise(transaction, wanted);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    const { code, message, fields = { message: [message] } } = error;
    // What a payment's page lists, it lists in the language of its reader. Tracking-Keys are of programs.
    if (code !== 'idempotency_conflict')
      for (const sentence of Object.values(fields).flat())
        assert.ok(
          typeof sentence === 'string' && readFieldSentences(sentence),
          JSON.stringify(sentence),
        );
    return code;
  }
}
