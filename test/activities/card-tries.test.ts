import assert from 'node:assert/strict';
import { gatewayActivities } from '../../activities/gateways.ts';
import type { Attempt } from '../../domain/transaction/transaction.ts';
import {
  aCard,
  anAccount,
  anAttempt,
  aTransaction,
  CARD,
  DAY_MS,
  referenceOf,
} from '../support/builders.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { inActivity } from './support/in-activity.ts';
import {
  memoryAccounts,
  memoryBreakers,
  memoryDevicePayloads,
  memoryPayerAddresses,
  NOTHING_AGREED,
  memoryTransactions,
} from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const { cvvRequired, autoDebit, agreements, token, lastFour, expiry } = aCard();
const facts = { cvvRequired, autoDebit, agreements, token, lastFour, expiry, brand: 'VISA' };
const DECLINED = { id: 'net-1', amount: '12.500', currency: 'KWD', status: 'DECLINED' };
/** What Visa allows in 30 days. */
const MOST = 15;

describe('a charge without the customer', () => {
  const network = scriptedNetwork();

  function scene(by: 'customer' | 'merchant' = 'merchant', given: { agreementUuid?: string } = {}) {
    const attempts: Attempt[] = Array.from({ length: MOST + 1 }, (_, index) =>
      anAttempt({
        referenceNumber: referenceOf(`demo${'A'.repeat(5)}${'ABCDEFGHIJKLMNOPQ'.charAt(index)}`),
        charges: { ...facts, by, ...given },
      }),
    );
    const transaction = aTransaction({ state: 'pending', attempts });
    const { merchantId, sessionId } = transaction;
    const cardTries = memoryCardTries();
    const clocks = memoryClocks();
    const activities = gatewayActivities({
      transactions: memoryTransactions(transaction),
      gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
      cardTries,
      clocks,
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    const charge = ({ referenceNumber }: Attempt, attempt = 1) => {
      const body = { ...DECLINED, merchant_reference: referenceNumber };
      network.answer({ POST: { status: 201, body }, GET: { status: 404, body: {} } });
      return inActivity(
        () =>
          activities.openAttempt({
            merchantId,
            sessionId,
            referenceNumber,
            publicUrl: 'https://pay.example.test',
            language: 'en',
          }),
        { attempt },
      );
    };
    const card = { merchantId, pgCode: CARD, token };
    return { attempts, sessionId, cardTries, clocks, charge, card };
  }
  const charges = () => network.heard().filter(({ method }) => method === 'POST').length;

  for (const [what, given, code] of [
    ['by a token', {}, 'too_many_tries'],
    ['by an agreement', { agreementUuid: 'u-1' }, 'agreement_violation'],
  ] as const)
    it(`is made ${what} as often as its network allows, also for one payment, and then no more`, async () => {
      const { attempts, charge } = scene('merchant', given);
      for (const attempt of attempts.slice(0, MOST)) await charge(attempt);
      const heard = charges();
      const [last] = attempts.slice(MOST);
      assert.ok(last);
      const opened = await charge(last);
      assert.ok(opened.step === 'report');
      const { outcome, decline, message } = opened.report;
      assert.deepEqual([outcome, decline], [{ result: 'failed' }, { code, advice: 'soft' }]);
      assert.match(message ?? '', /as often as its network allows/);
      assert.deepEqual([heard, charges()], [MOST, MOST]);
    });

  it('is counted by the clock that a test of the merchant has moved', async () => {
    const { attempts, charge, clocks } = scene();
    for (const attempt of attempts.slice(0, MOST)) await charge(attempt);
    clocks.move(31 * DAY_MS);
    const [last] = attempts.slice(MOST);
    assert.ok(last);
    const heard = charges();
    await charge(last);
    assert.equal(charges(), heard + 1);
  });

  it('is made never again when its network has said so', async () => {
    const { attempts, charge, cardTries, card } = scene();
    await cardTries.forbid(card);
    const [attempt] = attempts;
    assert.ok(attempt);
    const opened = await charge(attempt);
    assert.ok(opened.step === 'report');
    assert.deepEqual(opened.report.decline, { code: 'too_many_tries', advice: 'do-not-retry' });
    assert.equal(charges(), 0);
  });

  it('is counted once when it is repeated, and not again when the engine has counted it', async () => {
    const { attempts, charge, cardTries, card, sessionId } = scene();
    const [first, second] = attempts;
    assert.ok(first && second);
    const times = { allows: () => true, forgets: 0 };
    await cardTries.take(card, { tryId: sessionId, at: Date.now() }, times);
    // The engine may go on with what it has counted.
    await cardTries.forbid(card);
    await charge(first);
    await charge(first, 2);
    assert.equal(charges(), 2);
    assert.equal((await cardTries.standing(card)).declined.length, 1);
    await charge(second);
    assert.equal(charges(), 2);
  });

  it('of the customer is not counted', async () => {
    const { attempts, charge, cardTries, card } = scene('customer');
    for (const attempt of attempts) await charge(attempt);
    assert.deepEqual(await cardTries.standing(card), { declined: [], never: false });
  });
});
