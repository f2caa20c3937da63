import assert from 'node:assert/strict';
import type { Cycle, CycleState } from '../../../domain/agreement/autopay.ts';
import { begunBy } from '../../../domain/agreement/arrange.ts';
import { agreementDifferences } from '../../../domain/ledger/agreement-figures.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anAutopayRequest, aPaidAgreement } from '../agreement/agreements.ts';
import { anOperationRequest, operated } from './support/operations.ts';
import {
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  CREATED_AT,
  kwd,
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

describe('the periods of an agreement', () => {
  it('are in order where one try of each is paid', () => {
    assert.deepEqual(saidOf('paid', [payment(FIRST, 'expired'), payment(SECOND, 'paid')]), []);
    assert.deepEqual(saidOf('failed', [payment(FIRST, 'expired')]), []);
  });

  it('are named where two tries of one are paid', () => {
    const [said, ...others] = saidOf('paid', [payment(FIRST, 'paid'), payment(SECOND, 'paid')]);
    assert.match(said ?? '', /how often the period 2027-01-05 was paid, which is 2/);
    assert.deepEqual(others, []);
  });

  it('are in order again when one of the two is given back', () => {
    const back = operated(payment(FIRST, 'paid'), anOperationRequest('refund', 'e1'));
    assert.deepEqual(saidOf('paid', [back, payment(SECOND, 'paid')]), []);
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
