import assert from 'node:assert/strict';
import { agreementActivities, type ReserveCharge } from '../../activities/agreements.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { memoryClocks, memoryStores } from '../../drills/time-travel/memory-stores.ts';
import type { Reserved } from '../../store/agreements.ts';
import {
  aCard,
  aMerchant,
  anAgreement,
  anAttempt,
  aTransaction,
  CARD,
  CREATED_AT,
  DAY_MS,
  kwd,
  sessionOf,
} from '../support/builders.ts';
import { memoryTransactions } from './support/memory-store.ts';

const sessionId = sessionOf('9');
const { merchantId, customerId, sandbox, pgCode, token } = aCard();
const card = { merchantId, customerId, sandbox, pgCode, token };
const charge = {
  card,
  amount: kwd('5'),
  now: CREATED_AT + DAY_MS,
  sessionId,
  uuid: anAgreement().uuid,
};

/** Activities on an agreement as it is at each look, and the store's answer to each reservation. */
function at(looks: readonly (Agreement | undefined)[], answers: readonly Reserved[] = []) {
  const [left, said] = [[...looks], [...answers]];
  const released: string[] = [];
  const activities = agreementActivities({
    agreements: {
      find: async () => left.shift(),
      reserve: async () => said.shift() ?? 'unknown',
      release: async (_ref, session) => void released.push(session),
    },
    merchants: { find: async () => aMerchant() },
    transactions: memoryTransactions(),
    clocks: memoryClocks(),
  });
  return { activities, released };
}

describe('counting a charge', () => {
  for (const answer of ['reserved', 'held'] as const)
    it(`is done when the store says "${answer}"`, async () => {
      const { activities } = at([anAgreement()], [answer]);
      assert.deepEqual(await activities.reserveCharge(charge), {});
    });

  for (const [what, looks, answers, code] of [
    ['there is none', [undefined], [], 'no_cit'],
    ['its limit is lower', [limited({ maxAmountPerCycle: kwd('1') })], [], 'agreement_violation'],
    [
      'another charge took the last cycle meanwhile',
      [limited({ totalCycles: 1 }), { ...limited({ totalCycles: 1 }), charges: [sessionOf('8')] }],
      ['no-cycle-left'],
      'agreement_violation',
    ],
    [
      'it was ended meanwhile',
      [anAgreement(), anAgreement({ state: 'ended' })],
      ['ended'],
      'agreement_violation',
    ],
  ] as const)
    it(`is refused when ${what}: ${code}`, async () => {
      const { refused } = await at(looks, answers).activities.reserveCharge(charge);
      assert.equal(refused?.code, code);
    });

  it('that was counted before is refused when it was ended since, unless a gateway may have been asked', async () => {
    const ended = anAgreement({ state: 'ended', charges: [sessionId] });
    const { activities } = at([ended, ended], ['held']);
    assert.deepEqual(await activities.reserveCharge(charge), {});
    const { refused } = await activities.reserveCharge({ ...charge, isNew: true });
    assert.equal(refused?.code, 'agreement_violation');
  });

  it('is taken back', async () => {
    const { activities, released } = at([]);
    await activities.releaseCharge({ merchantId, uuid: 'u-1', sessionId });
    assert.deepEqual(released, [sessionId]);
  });
});

describe('counting a charge of a strict merchant', () => {
  const later = CREATED_AT + 31 * DAY_MS;
  const [one, other] = [
    { ...charge, sessionId: sessionOf('8'), now: later },
    { ...charge, now: later },
  ];
  const monthly = limited({ amountVariability: 'fixed', cycleIntervalDays: 30 });

  it('lets one of two through that come at once, and that one again', async () => {
    const { reserveCharge, charges } = strictly(monthly);
    const answers = await Promise.all([reserveCharge(one), reserveCharge(other)]);
    assert.deepEqual(
      answers.flatMap(({ refused }) => refused?.code ?? []),
      ['agreement_violation'],
    );
    const through = answers[0]?.refused ? other : one;
    assert.deepEqual(charges(), [through.sessionId]);
    assert.deepEqual(await reserveCharge({ ...through, now: later + DAY_MS }), {});
    assert.deepEqual(charges(), [through.sessionId]);
  });

  it('counts one without an answer from when it was begun', async () => {
    const pending = payment(one.sessionId, { state: 'pending', createdAt: later });
    const { reserveCharge } = strictly({ ...monthly, charges: [one.sessionId] }, pending);
    const { refused } = await reserveCharge({ ...other, now: later + 29 * DAY_MS });
    assert.equal(refused?.code, 'agreement_violation');
    assert.deepEqual(await reserveCharge({ ...other, now: later + 30 * DAY_MS }), {});
  });

  it('counts a later payment of the customer', async () => {
    const paidAgain = payment(sessionOf('7'), { state: 'success', concludedAt: later - DAY_MS });
    const { refused } = await strictly(monthly, paidAgain).reserveCharge(other);
    assert.equal(refused?.code, 'agreement_violation');
  });

  it('is refused for another amount than the first', async () => {
    const { reserveCharge } = strictly(monthly);
    const { refused } = await reserveCharge({ ...other, amount: kwd('4') });
    assert.equal(refused?.code, 'agreement_violation');
    assert.deepEqual(await reserveCharge(other), {});
  });

  it('goes by the clock of the merchant', async () => {
    const { reserveCharge, clocks } = strictly(monthly);
    const early = { ...other, now: CREATED_AT };
    assert.equal((await reserveCharge(early)).refused?.code, 'agreement_violation');
    clocks.move(30 * DAY_MS);
    assert.deepEqual(await reserveCharge(early), {});
  });
});

/** A payment by the agreement, with an attempt that is so. */
function payment(session: Transaction['sessionId'], attempt: Parameters<typeof anAttempt>[0]) {
  const isPaid = attempt?.state === 'success';
  return aTransaction({
    sessionId: session,
    agreement: anAgreement().terms,
    attempts: [anAttempt(attempt)],
    ...(isPaid && { state: 'paid', settledPgCode: CARD, settledAmount: kwd('12.500') }),
  });
}

/** Activities on an agreement of a strict merchant, over five dinars at first, with these payments besides. */
function strictly(agreement: Agreement, ...payments: readonly Transaction[]) {
  const first = aTransaction({ sessionId: agreement.firstSessionId, amount: kwd('5') });
  const { agreements, all } = memoryStores([agreement], new Map());
  const clocks = memoryClocks();
  const activities = agreementActivities({
    agreements,
    merchants: { find: async () => aMerchant({ strictAgreements: true }) },
    transactions: memoryTransactions(first, ...payments),
    clocks,
  });
  const reserveCharge = (wanted: ReserveCharge) => activities.reserveCharge(wanted);
  return { reserveCharge, clocks, charges: () => all()[0]?.charges };
}

function limited(terms: Partial<Agreement['terms']>): Agreement {
  return anAgreement({ terms: { ...anAgreement().terms, ...terms } });
}
