import assert from 'node:assert/strict';
import { readAccount } from '../../admin/account-file.ts';
import { adyen } from '../../gateways/adyen/index.ts';
import { DEMO } from '../api/support/records.ts';
import { docPage, section } from './support.ts';

const page = docPage('docs/adyen.md');

describe('the page of Adyen', () => {
  it('shows an account that can be put as it stands, with all that is required of its settings', () => {
    const [, json = ''] = /```json\n([^]+?)```/.exec(section(page, '## Adding an account')) ?? [];
    const account = JSON.parse(json);
    assert.equal(readAccount(DEMO, account).account.gateway, 'adyen');
    for (const key of Object.keys(account.settings))
      assert.throws(
        () => adyen.checkSettings({ ...account.settings, [key]: undefined }),
        new RegExp(key),
      );
  });

  it('has every setting', () => {
    const told = section(page, '## Adding an account').matchAll(/^\| (`[a-z_`, ]+) \|/gm);
    const settings = [...told].flatMap(
      ([, names = '']) => names.match(/[a-z]+(?:_[a-z]+)*/g) ?? [],
    );
    const known = [
      'api_key',
      'apple_merchant_id',
      'google_merchant_id',
      'hmac_keys',
      'live_prefix',
      'merchant_account',
      'timeout_ms',
      'url',
      'webhook_password',
      'webhook_user',
    ];
    assert.deepEqual(settings.toSorted(), known);
  });
});
