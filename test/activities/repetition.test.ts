import assert from 'node:assert/strict';
import { gatewayActivities } from '../../activities/gateways.ts';
import { gatewayPerformer, operationActivities } from '../../activities/operations.ts';
import type { Approval, Operation } from '../../domain/operation/operation.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import { ACCOUNT } from '../gateways/adyen/network.ts';
import { anAccount, anAttempt, aTransaction } from '../support/builders.ts';
import { failure } from './support/failures.ts';
import { inActivity } from './support/in-activity.ts';
import {
  memoryAccounts,
  memoryBreakers,
  memoryDevicePayloads,
  memoryOperations,
  memoryPayerAddresses,
  NOTHING_AGREED,
  memoryTransactions,
} from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LINK = {
  id: 'PL1',
  url: 'https://network.example.test/PL1',
  status: 'active',
  reference: 'r',
  amount: { value: 12_500, currency: 'KWD' },
  merchantAccount: ACCOUNT.merchant_account,
};
const REFUSED = {
  status: 401,
  body: { status: 401, errorCode: '000', message: 'Unauthorized', errorType: 'security' },
};

/** What is asked after silence of a network that says what it did only to the same request under its key: Adyen, of which it is a trait. */
describe('after an answer was lost, a network that tells only by its keys', () => {
  const network = scriptedNetwork();
  const accounts = () => {
    const { url } = network.settings();
    return memoryAccounts([anAccount({ gateway: 'adyen' }), { ...ACCOUNT, url }]);
  };
  const methods = () => network.heard().map(({ method }) => method);

  function open(attempt: number, age = 0) {
    const asked = anAttempt({ gateway: 'adyen', createdAt: Date.now() - age });
    const transaction = aTransaction({ state: 'pending', attempts: [asked] });
    const { merchantId, sessionId } = transaction;
    const opening = gatewayActivities({
      transactions: memoryTransactions(transaction),
      gatewayAccounts: accounts(),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    const command = {
      merchantId,
      sessionId,
      referenceNumber: asked.referenceNumber,
      publicUrl: 'https://pay.example.test',
      language: 'en',
    } as const;
    return inActivity(() => opening.openAttempt(command), { attempt });
  }

  it('is asked for the page again, with the same key and the same body', async () => {
    network.answer({ POST: { status: 201, body: LINK } });
    for (const attempt of [1, 2]) assert.equal((await open(attempt)).step, 'page');
    const [first, second, ...more] = network.heard();
    assert.deepEqual(more, []);
    assert.deepEqual([second?.method, second?.key], ['POST', first?.key]);
    assert.ok(first?.key !== undefined);
  });

  it('is asked what it knows once it has forgotten the key, and then for no second page', async () => {
    network.answer({ GET: { status: 404, body: {} }, POST: { status: 201, body: LINK } });
    await assert.rejects(open(2, 7 * DAY_MS), failure('GatewayUnknown', 'tried again'));
    assert.deepEqual(
      methods().filter((method) => method === 'POST'),
      [],
    );
  });

  const activities = () =>
    operationActivities(
      {
        pg: gatewayPerformer(accounts()),
        wallet: { perform: nobody, inquire: nobody },
      },
      memoryOperations(),
      async () => ({ kept: 1 }),
    );
  const perform = (attempt: number, age = 0) => {
    const promised = operation(age);
    return inActivity(() => activities().performOperation(promised), { attempt });
  };
  const TAKEN = { merchantAccount: 'A', pspReference: 'MOD1', status: 'received', reference: 'r' };

  it('is asked for the refund again, with the same key', async () => {
    network.answer({ POST: { status: 201, body: TAKEN } });
    for (const attempt of [1, 2]) assert.equal((await perform(attempt)).result, 'queued');
    const [first, second, ...more] = network.heard();
    assert.deepEqual([more, first?.key], [[], second?.key]);
  });

  it('says nothing of the first try by a no to the second, as with a key that was withdrawn meanwhile', async () => {
    network.answer({ POST: REFUSED });
    await assert.rejects(perform(1), failure('GatewayRefused', 'final'));
    await assert.rejects(perform(2), failure('GatewayUnknown', 'tried again'));
  });

  it('is not asked to move money again once it has forgotten the key', async () => {
    network.answer({ POST: { status: 201, body: TAKEN } });
    await assert.rejects(perform(2, 7 * DAY_MS), failure('GatewayUnknown', 'tried again'));
    assert.deepEqual(methods(), []);
  });

  it('is to be asked for the same again by whoever asks what became of it, while it keeps the key', async () => {
    const known = activities();
    const ask = (age: number) =>
      inActivity(() => known.inquireOperation(operation(age)), { attempt: 1 });
    assert.deepEqual(await ask(0), { step: 'repeatable' });
    await assert.rejects(ask(7 * DAY_MS), failure('GatewayUnknown', 'tried again'));
  });

  it('keeps the key of a further try from then on when a person had it tried, however old the refund is', async () => {
    const again = { ...operation(7 * DAY_MS), approval: triedAgain(0) };
    const known = activities();
    const ask = (one: Operation) => inActivity(() => known.inquireOperation(one), { attempt: 1 });
    assert.deepEqual(await ask(again), { step: 'repeatable' });
    network.answer({ POST: REFUSED });
    const perform = inActivity(() => known.performOperation(again), { attempt: 1 });
    await assert.rejects(perform, failure('GatewayRefused', 'final'));
    await assert.rejects(
      ask({ ...again, approval: triedAgain(7 * DAY_MS) }),
      failure('GatewayUnknown', 'tried again'),
    );
  });
});

/** The gateway had declined it, and a person had it tried again so long ago. */
function triedAgain(age: number): Approval {
  const [now, votes] = [Date.now(), [] as const];
  const decidedAt = now - 7 * DAY_MS;
  return {
    state: 'approved',
    needed: 1,
    votes,
    decidedAt,
    expiresAt: now + DAY_MS,
    retries: 1,
    retriedAt: now - age,
  };
}

const operation = (age = 0) =>
  aNumberedOperation(1, { gatewayPayment: 'PSP1', createdAt: Date.now() - age });

const nobody = () => Promise.reject(new Error('not asked here'));
