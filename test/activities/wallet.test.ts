import assert from 'node:assert/strict';
import { walletPerformer } from '../../activities/wallet.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { aMerchant, kwd, sessionOf } from '../support/builders.ts';
import { aWalletRefund, HOLDER } from '../support/wallets.ts';
import { useDatabase } from '../store/database.ts';

describe('a refund to a wallet, performed', () => {
  const database = useDatabase();
  const performer = () => walletPerformer(database().store);
  let count = 0;

  /** A refund to somebody who has had none. */
  function refund(given: Partial<Operation> = {}): Operation {
    count += 1;
    return aWalletRefund({
      sessionId: sessionOf(`c${count}`),
      customerId: `customer-${count}`,
      ...given,
    });
  }
  const walletOf = ({ customerId = '' }: Operation, sandbox = false) =>
    database().store.wallets.find({ ...HOLDER, customerId, sandbox });

  it('credits once, and says the same however often it is asked', async () => {
    const operation = refund();
    const reports = await Promise.all([1, 2, 3].map(() => performer().perform(operation)));
    assert.deepEqual(reports[1], reports[0]);
    assert.deepEqual(reports[2], reports[0]);
    assert.deepEqual(await performer().inquire(operation), reports[0]);
    assert.deepEqual((await walletOf(operation))?.balance, kwd('5'));
    const { merchantId } = HOLDER;
    const known = await database().store.wallets.operation(
      merchantId,
      Number(reports[0]?.gatewayReference),
    );
    assert.equal(known?.sessionId, operation.parentId);
  });

  it('knows nothing of a refund that was never asked for', async () => {
    assert.deepEqual(await performer().inquire(refund()), { step: 'unheard-of' });
  });

  it('keeps what was paid in the sandbox apart', async () => {
    const operation = refund({ sandbox: true });
    await performer().perform(operation);
    assert.equal(await walletOf(operation), undefined);
    assert.deepEqual((await walletOf(operation, true))?.balance, kwd('5'));
  });

  it('is declined by a suspended wallet, and goes through when it is active again', async () => {
    const first = refund();
    await performer().perform(first);
    const wallet = await walletOf(first);
    assert.ok(wallet);
    const { merchantId, id } = wallet;
    const { wallets } = database().store;
    await wallets.setStatus(merchantId, id, { status: 'suspended', now: 1 });
    const { customerId = '' } = first;
    const second = refund({ customerId });
    const declined = await performer().perform(second);
    assert.equal(declined.result, 'declined');
    assert.deepEqual(declined.gatewayResponse, { wallet: { code: 'account_inactive' } });
    assert.deepEqual((await walletOf(first))?.balance, kwd('5'));
    await wallets.setStatus(merchantId, id, { status: 'active', now: 2 });
    assert.equal((await performer().perform(second)).result, 'done');
    assert.deepEqual((await walletOf(first))?.balance, kwd('10'));
  });

  it("is declined by the merchant's policy, and then there is no wallet", async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ walletPolicy: { highestCredit: [kwd('4')] } }), 'key');
    const operation = refund();
    const declined = await performer().perform(operation);
    assert.deepEqual(declined.gatewayResponse, { wallet: { code: 'policy_violation' } });
    assert.equal(await walletOf(operation), undefined);
    assert.equal((await performer().perform(refund({ amount: kwd('4') }))).result, 'done');
  });
});
