import assert from 'node:assert/strict';
import { failureReceivers } from '../../../domain/webhook/failure-receivers.ts';
import { aMerchant } from '../../support/builders.ts';

describe('who is told that webhooks fail', () => {
  const NAMED = ['ops@pearl.example'];
  const plain = aMerchant({ supportEmail: 'help@pearl.example' });
  const withPlugin = {
    ...plain,
    plugins: {
      ...plain.plugins,
      e_commerce: { enabled: true, supportEmail: 'shop@pearl.example' },
    },
  };
  const withNamed = { ...withPlugin, webhooks: { ...plain.webhooks, emails: NAMED } };

  const CASES = [
    ['those who are named', withNamed, 'e_commerce', NAMED],
    ['the support address of the plugin', withPlugin, 'e_commerce', ['shop@pearl.example']],
    ['that of the merchant for another plugin', withPlugin, 'invoice', ['help@pearl.example']],
    [
      'that of the merchant where nobody knows the plugin',
      withPlugin,
      undefined,
      ['help@pearl.example'],
    ],
    ['nobody without any address', aMerchant(), 'e_commerce', []],
  ] as const;
  for (const [who, merchant, plugin, emails] of CASES)
    it(`is ${who}`, () => {
      assert.deepEqual(failureReceivers(merchant, plugin), emails);
    });

  it('is nobody where the merchant does not want it', () => {
    const webhooks = { ...plain.webhooks, emails: NAMED, notifyOnFailure: false };
    assert.deepEqual(failureReceivers({ ...withPlugin, webhooks }, 'e_commerce'), []);
  });
});
