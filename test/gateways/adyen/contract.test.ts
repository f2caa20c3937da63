import assert from 'node:assert/strict';
import { adyen } from '../../../gateways/adyen/index.ts';
import { gatewayContract } from '../contract.ts';
import { adyenNetwork } from './network.ts';

const network = adyenNetwork();

gatewayContract({
  name: 'adyen',
  gateway: adyen,
  settings: network.settings,
  required: ['api_key', 'merchant_account', 'hmac_keys', 'webhook_user', 'webhook_password'],
  secret: ['api_key', 'hmac_keys', 'webhook_password'],
  otherSecrets: { hmac_keys: ['0'.repeat(64)] },
  network,
  ways: {
    endings: ['success'],
    unsigned: ['with a blank more', 'six minutes old', 'from the future'],
    operations: 'queued',
    tellsOfPayments: false,
    tellsOfOperations: false,
    refusals: [400, 401, 403, 422],
  },
});

describe('the requests to Adyen', () => {
  it('never came with another body under a key of theirs', () => {
    assert.equal(network.standIn.keyConflicts, 0);
  });
});
