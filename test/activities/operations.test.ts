import assert from 'node:assert/strict';
import type { GatewayAccountStore } from '../../store/gateway-accounts.ts';
import {
  gatewayPerformer,
  operationActivities,
  type Performers,
} from '../../activities/operations.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { TellPayment } from '../../engine/notify-transaction.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import { anAccount, kwd } from '../support/builders.ts';
import { failure } from './support/failures.ts';
import { inActivity } from './support/in-activity.ts';
import { memoryAccounts, memoryOperations } from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const OPERATION = aNumberedOperation(1, { gatewayPayment: 'pay_1' });
const DONE = {
  id: 'op_1',
  kind: 'refund',
  payment_id: 'pay_1',
  merchant_reference: OPERATION.referenceNumber,
  status: 'DONE',
  amount: '1.000',
  currency: 'KWD',
};

const tell: TellPayment = async () => ({ kept: 1 });

describe('performOperation', () => {
  const network = scriptedNetwork();
  const activities = () =>
    operationActivities(
      performersFor(memoryAccounts([anAccount(), network.settings()])),
      memoryOperations(),
      tell,
    );
  const perform = (attempt = 1, operation: Operation = OPERATION) =>
    inActivity(() => activities().performOperation(operation), { attempt });
  const asked = () => network.heard().map(({ method, url, key }) => [method, url, key]);
  const QUESTION = [
    'GET',
    `/v1/operations?merchant_reference=${OPERATION.referenceNumber}`,
    undefined,
  ];
  const ORDER = ['POST', '/v1/payments/pay_1/refunds', OPERATION.idempotencyKey];

  it('asks the network once, with the key and the reference', async () => {
    network.answer({ POST: { status: 201, body: DONE } });
    const report = await perform();
    assert.deepEqual([report.result, report.amount], ['done', kwd('1.000')]);
    assert.deepEqual(asked(), [ORDER]);
    assert.deepEqual(JSON.parse(network.heard()[0]?.body ?? ''), {
      merchant_reference: OPERATION.referenceNumber,
      amount: '1.000',
    });
  });

  it('asks what became of it before it asks a second time', async () => {
    network.answer({ GET: { status: 200, body: DONE } });
    assert.equal((await perform(2)).result, 'done');
    assert.deepEqual(asked(), [QUESTION]);
  });

  it('asks a second time with the same key when the network never heard of it', async () => {
    network.answer({ GET: { status: 404, body: {} }, POST: { status: 201, body: DONE } });
    assert.equal((await perform(2)).result, 'done');
    assert.deepEqual(asked(), [QUESTION, ORDER]);
  });

  it('takes no for an answer to what was asked, and not to the question', async () => {
    network.answer({ POST: { status: 409, body: {} }, GET: { status: 403, body: {} } });
    await assert.rejects(perform(), failure('GatewayRefused', 'final'));
    await assert.rejects(perform(2), failure('GatewayUnknown', 'tried again'));
    assert.deepEqual(asked(), [ORDER, QUESTION, QUESTION]);
  });

  it('takes settings that became wrong for no answer to what was asked before, and for a no where nothing was', async () => {
    const settings = { ...network.settings(), url: 'nowhere' };
    const wrong = operationActivities(
      performersFor(memoryAccounts([anAccount(), settings])),
      memoryOperations(),
      tell,
    );
    const trial = (attempt: number) =>
      inActivity(() => wrong.performOperation(OPERATION), { attempt });
    await assert.rejects(trial(1), failure('GatewayRefused', 'final'));
    await assert.rejects(trial(2), failure('GatewayUnknown', 'tried again'));
    assert.deepEqual(asked(), []);
  });

  const NO = { POST: { status: 409, body: {} } };
  const UNHEARD_OF = { status: 404, body: {} };

  it('believes a no only when the network has not done it after all', async () => {
    // The first try was still under way there when the question came.
    network.answer({ ...NO, GET: [UNHEARD_OF, { status: 200, body: DONE }] });
    assert.equal((await perform(2)).result, 'done');
    assert.deepEqual(asked(), [QUESTION, ORDER, QUESTION]);
    network.answer({ ...NO, GET: UNHEARD_OF });
    await assert.rejects(perform(), failure('GatewayRefused', 'final'));
    network.answer({ ...NO, GET: { status: 503, body: {} } });
    await assert.rejects(perform(), failure('GatewayUnknown', 'tried again'));
  });

  it('does not take what was declined before for what came of a further try that is refused', async () => {
    network.answer({ ...NO, GET: { status: 200, body: { ...DONE, status: 'DECLINED' } } });
    const again = { ...OPERATION, gatewayReference: 'op_1', idempotencyKey: 'key:2' };
    await assert.rejects(perform(1, again), failure('GatewayRefused', 'final'));
  });

  it('is tried again when there is no answer', async () => {
    network.answer({ POST: { status: 503, body: {} } });
    await assert.rejects(perform(), failure('GatewayUnknown', 'tried again'));
  });

  it('does not take what was declined before for the answer to a further try', async () => {
    const again = { ...OPERATION, gatewayReference: 'op_1', idempotencyKey: 'key:2' };
    network.answer({
      GET: { status: 200, body: { ...DONE, status: 'DECLINED' } },
      POST: { status: 201, body: { ...DONE, id: 'op_2' } },
    });
    const report = await perform(2, again);
    assert.deepEqual([report.result, report.gatewayReference], ['done', 'op_2']);
  });

  it('finds the payment by our reference where its name at the network is not known', async () => {
    const { gatewayPayment: _name, ...unnamed } = OPERATION;
    network.answer({
      GET: {
        status: 200,
        body: {
          id: 'pay_1',
          merchant_reference: OPERATION.paymentReference,
          status: 'CAPTURED',
          amount: '12.500',
          currency: 'KWD',
        },
      },
      POST: { status: 201, body: DONE },
    });
    await perform(1, unnamed);
    assert.deepEqual(asked(), [
      ['GET', `/v1/payments?merchant_reference=${OPERATION.paymentReference}`, undefined],
      ORDER,
    ]);
  });

  const requests: readonly (readonly [Operation['kind'], string, string | undefined])[] = [
    ['capture', 'failed', 'failed'],
    ['void', 'error', 'error'],
    ['refund', 'queued', 'queued'],
    ['refund', 'failed', undefined],
    ['capture', 'success', undefined],
    ['capture', 'whatever', undefined],
  ];
  for (const [kind, request, simulate] of requests)
    it(`of a ${kind} that shall be ${request} ${simulate ? 'says so' : 'says nothing of it'}`, async () => {
      network.answer({ POST: { status: 201, body: { ...DONE, kind } } });
      await perform(1, { ...OPERATION, kind, extra: { sandbox_result: request } });
      assert.equal(JSON.parse(network.heard()[0]?.body ?? '').simulate, simulate);
    });

  it('fails for good, before anything is sent, at a gateway that can do no such thing', async () => {
    const cash = operationActivities(
      performersFor(memoryAccounts([anAccount({ gateway: 'cash' }), {}])),
      memoryOperations(),
      tell,
    );
    await assert.rejects(
      inActivity(() => cash.performOperation(OPERATION)),
      failure('GatewayRefused', 'final'),
    );
  });
});

function performersFor(accounts: GatewayAccountStore): Performers {
  return { pg: gatewayPerformer(accounts), wallet: { perform: nobody, inquire: nobody } };
}

const nobody = () => Promise.reject(new Error('not asked here'));
