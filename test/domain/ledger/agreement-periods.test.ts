import assert from 'node:assert/strict';
import type { Cycle, CycleState } from '../../../domain/agreement/autopay.ts';
import { begunBy } from '../../../domain/agreement/arrange.ts';
import type { DisputeState } from '../../../domain/dispute/dispute.ts';
import { agreementDifferences } from '../../../domain/ledger/agreement-figures.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anAutopayRequest, aPaidAgreement } from '../agreement/agreements.ts';
import { anOperationRequest, doneThere, operated, promisedTo } from './support/operations.ts';
import {
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';

const AGREEMENT = aPaidAgreement();
const [FIRST, SECOND] = [sessionOf('d1'), sessionOf('d2')];

const CARD_KEPT = {
  token: AGREEMENT.token,
  lastFour: '1111',
  expiry: { month: 12, year: 2030 },
  cvvRequired: false,
  autoDebit: true,
} as const;

/** The payment of a try, as the engine makes it. */
function payment(sessionId: SessionId, state: 'paid' | 'expired'): Transaction {
  const charges = {
    ...CARD_KEPT,
    by: 'merchant',
    agreements: [],
    agreementUuid: AGREEMENT.uuid,
  } as const;
  return aTransaction({
    sessionId,
    state,
    attempts: [anAttempt({ state: state === 'paid' ? 'success' : 'failed', charges })],
    ...(state === 'paid' && { settledPgCode: CARD, settledAmount: kwd('12.500') }),
  });
}

/** What is said of the period of a cycle with two tries, of which the agreement counts these as paid. */
function saidOf(
  state: CycleState,
  payments: readonly Transaction[],
  paid: readonly SessionId[] = payments
    .filter((one) => one.state === 'paid')
    .map(({ sessionId }) => sessionId),
): readonly string[] {
  const cycle: Cycle = {
    name: '2027-01-05',
    number: 1,
    dueAt: CREATED_AT,
    state,
    told: [],
    tries: [FIRST, SECOND].map((sessionId) => ({ sessionId, token: 'tok_1', at: CREATED_AT })),
  };
  const running = begunBy(
    { ...AGREEMENT, charges: paid, paid },
    anAutopayRequest(),
    Date.parse('2027-01-01T00:00Z'),
  );
  const agreement = { ...running, autopay: { ...running.autopay, history: [cycle] } };
  return agreementDifferences(agreement, payments, undefined)
    .map(({ about }) => about)
    .filter((about) => /period|^paid/.test(about));
}

/** It counts beside another payment of the same period. */
function assertTwice(first: Transaction): void {
  const [said, ...others] = saidOf('paid', [first, payment(SECOND, 'paid')]);
  assert.match(said ?? '', /how often the period 2027-01-05 was paid, which is 2/);
  assert.deepEqual(others, []);
}

describe('the periods of an agreement', () => {
  it('are in order where one try of each is paid', () => {
    assert.deepEqual(saidOf('paid', [payment(FIRST, 'expired'), payment(SECOND, 'paid')]), []);
    assert.deepEqual(saidOf('failed', [payment(FIRST, 'expired')]), []);
  });

  it('are named where two tries of one are paid', () => {
    assertTwice(payment(FIRST, 'paid'));
  });

  it('are in order again when one of the two is given back', () => {
    const back = operated(payment(FIRST, 'paid'), anOperationRequest('refund', 'e1'));
    assert.deepEqual(saidOf('paid', [back, payment(SECOND, 'paid')]), []);
  });

  it('are in order while one of the two is about to be given back, and named again where that failed', () => {
    const request = anOperationRequest('refund', 'e1');
    const back = promisedTo(payment(FIRST, 'paid'), request).transaction;
    assert.deepEqual(saidOf('paid', [back, payment(SECOND, 'paid')]), []);
    assertTwice(operated(payment(FIRST, 'paid'), request, 'failed'));
  });

  it('are in order where one of the two was voided at the gateway', () => {
    const voided = doneThere(payment(FIRST, 'paid'), 'void', {
      amount: kwd('12.500'),
      reference: referenceOf('demoAAAAAA'),
    });
    assert.deepEqual(saidOf('paid', [voided, payment(SECOND, 'paid')]), []);
  });

  it('are in order where the bank of its payer claims one of the two, and named again where it gave that up', () => {
    const disputed = (state: DisputeState): Transaction => ({
      ...payment(FIRST, 'paid'),
      disputes: [
        {
          disputeId: 'dp_1',
          referenceNumber: referenceOf('demoAAAAAA'),
          state,
          amount: kwd('12.500'),
          saidAt: CREATED_AT,
          movements: [],
        },
      ],
    });
    assert.deepEqual(saidOf('paid', [disputed('open'), payment(SECOND, 'paid')]), []);
    assertTwice(disputed('won'));
  });

  it('are in order where all has gone back but what a wallet has paid of one of the two', () => {
    const wallet = { amount: kwd('4.500'), sessionId: sessionOf('c1'), state: 'spent' } as const;
    const whole = payment(FIRST, 'paid');
    const mixed = {
      ...whole,
      attempts: whole.attempts.map((one) => ({ ...one, total: kwd('8.000'), wallet })),
    };
    const refund = (amount: string) =>
      operated(mixed, anOperationRequest('refund', 'e1', { amount: kwd(amount) }));
    assert.deepEqual(saidOf('paid', [refund('8.000'), payment(SECOND, 'paid')]), []);
    assertTwice(refund('7.000'));
  });

  it('are named where one says that it is paid, and nobody has paid it', () => {
    const [said] = saidOf('paid', [payment(FIRST, 'expired')]);
    assert.match(said ?? '', /state of the period 2027-01-05, which is paid/);
  });

  it('are in order where the customer has paid on the page what could not be charged', () => {
    const attempts = [anAttempt({ state: 'success', pgCode: codeOf('other') })];
    const byHand = { ...payment(FIRST, 'paid'), attempts, settledPgCode: codeOf('other') };
    assert.deepEqual(saidOf('paid', [byHand]), []);
  });
});
