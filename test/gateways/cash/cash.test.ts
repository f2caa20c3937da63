import assert from 'node:assert/strict';
import { cash } from '../../../gateways/cash/index.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { gatewayContract } from '../contract.ts';

gatewayContract({
  name: 'cash',
  gateway: cash,
  settings: () => ({}),
  required: [],
  secret: [],
});

describe('cash on delivery', () => {
  it('is agreed when it is chosen', async () => {
    const referenceNumber = referenceOf('demoCASH2222');
    const opened = await cash.open(
      {},
      {
        referenceNumber,
        idempotencyKey: 'key',
        total: kwd('12.500'),
        kind: 'purchase',
        language: 'ar',
        askedAt: 0,
        expiresAt: 1,
        returnUrl: 'https://pay.example.test/return',
        notifyUrl: 'https://pay.example.test/notify',
      },
    );
    assert.deepEqual(opened, {
      step: 'report',
      report: { referenceNumber, outcome: { result: 'cod' } },
    });
  });

  it('takes no settings', () => {
    assert.throws(() => cash.checkSettings({ url: 'https://network.example.test' }), {
      name: 'ValidationError',
      message: /url/,
    });
  });
});
