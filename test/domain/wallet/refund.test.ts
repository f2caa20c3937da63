import assert from 'node:assert/strict';
import { Refusal } from '../../../domain/refusal.ts';
import {
  declineCode,
  refundDecline,
  refundKey,
  refundReport,
} from '../../../domain/wallet/refund.ts';
import { CREATED_AT, kwd, SHOP } from '../../support/builders.ts';
import { aWalletRefund } from '../../support/wallets.ts';

const REFUND = aWalletRefund();

describe('a refund to a wallet', () => {
  it('is reported with what merchants see of the credit', () => {
    const report = refundReport(REFUND, {
      id: 41,
      merchantId: SHOP,
      accountId: 'w',
      key: refundKey(REFUND),
      type: 'refund',
      status: 'completed',
      amount: kwd('5'),
      balance: kwd('12.5'),
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    });
    assert.deepEqual(report, {
      kind: 'refund',
      referenceNumber: REFUND.referenceNumber,
      paymentReference: REFUND.paymentReference,
      result: 'done',
      amount: kwd('5'),
      gatewayReference: '41',
      gatewayResponse: { wallet: { operation_id: 41, account_id: 'w', balance: '12.500' } },
    });
  });

  for (const code of ['account_inactive', 'policy_violation'] as const)
    it(`that is refused carries ${code} to the merchant`, () => {
      const report = refundDecline(REFUND, new Refusal(code, 'No.'));
      assert.equal(report.result, 'declined');
      assert.equal(report.message, 'No.');
      assert.equal(declineCode({ ...REFUND, ...report }), code);
    });

  it('names no code of its own where a gateway declined, or where it gave none', () => {
    const answer = { wallet: { code: 'policy_violation' } };
    assert.equal(declineCode({ destination: 'pg', gatewayResponse: answer }), 'gateway_declined');
    for (const gatewayResponse of [{}, { wallet: null }, { wallet: { code: 'other' } }])
      assert.equal(declineCode({ destination: 'wallet', gatewayResponse }), 'gateway_declined');
    assert.equal(declineCode({ destination: 'wallet' }), 'gateway_declined');
  });

  it('has a key of its own for each child', () => {
    assert.equal(refundKey(REFUND), `refund:${REFUND.sessionId}`);
  });
});
