import assert from 'node:assert/strict';
import { readAccount } from '../../admin/account-file.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { anAccount, codeOf, SHOP } from '../support/builders.ts';

const SETTINGS = {
  url: 'https://network.example.test',
  account: 'card',
  secret_key: 'sk_secret',
  callback_secret: 'cs_secret',
};
const LEAST = {
  code: 'card',
  name: 'Card',
  gateway: 'sandbox',
  is_sandbox: false,
  default_currency: 'KWD',
  accepted_currencies: ['KWD'],
  settings: SETTINGS,
};
const read = (more: object = {}) => readAccount(SHOP, { ...LEAST, ...more });
const account = (more: object = {}) => read(more).account;

const ADYEN = {
  api_key: 'key',
  merchant_account: 'Pearl',
  hmac_keys: ['4'.repeat(64)],
  webhook_user: 'adyen',
  webhook_password: 'password',
};

describe('an account in text', () => {
  it('has everything switched off that nobody switched on', () => {
    assert.deepEqual(read(), { account: anAccount(), settings: SETTINGS });
  });

  it('says all that an account can be', () => {
    const text = {
      code: 'hold-1',
      name_ar: 'بطاقة',
      is_active: false,
      is_sandbox: true,
      plugins: ['e_commerce'],
      accepted_currencies: ['KWD', 'SAR'],
      operation: 'authorize',
      operations: ['refund', 'void'],
      is_tokenizable: true,
      auto_debit_enabled: true,
      cvv_required: false,
      can_have_multiple_attempts: false,
      exchange: { rates: { USD: '0.3066' } },
      tags: ['retail'],
      order: 3,
      credentials_expire_on: '2027-01-31',
    };
    assert.deepEqual(
      account(text),
      anAccount({
        code: codeOf('hold-1'),
        nameAr: 'بطاقة',
        active: false,
        sandbox: true,
        plugins: ['e_commerce'],
        currencies: ['KWD', 'SAR'],
        kind: 'authorize',
        operations: ['refund', 'void'],
        tokenizable: true,
        autoDebit: true,
        cvvRequired: false,
        multipleAttempts: false,
        exchange: { rates: { USD: '0.3066' } },
        tags: ['retail'],
        order: 3,
        credentialsExpireOn: '2027-01-31',
      }),
    );
  });

  for (const [what, fee, rule] of [
    [
      'a percentage',
      { percent: '2.5' },
      { type: 'percent', value: '2.5', chargeDefaultCurrency: false },
    ],
    [
      'amounts',
      { fixed: { KWD: '0.250' }, charge_default_currency: true },
      { type: 'fixed', values: { KWD: '0.250' }, chargeDefaultCurrency: true },
    ],
    [
      'words',
      { percent: '1', description: 'Fee', description_ar: 'رسوم' },
      {
        type: 'percent',
        value: '1',
        description: 'Fee',
        descriptionAr: 'رسوم',
        chargeDefaultCurrency: false,
      },
    ],
  ] as const)
    it(`gives its fee as ${what}`, () => {
      assert.deepEqual(account({ fee }).fee, rule);
    });

  it('gives the inquiries in minutes or in seconds', () => {
    const inquiry = {
      first_after_seconds: 1,
      gaps_seconds: [0, 2],
      repeat_every_seconds: 3,
      give_up_after_seconds: 4,
    };
    assert.deepEqual(account({ inquiry }).inquiry, {
      firstAfterSeconds: 1,
      gapsSeconds: [0, 2],
      repeatEverySeconds: 3,
      giveUpAfterSeconds: 4,
    });
    assert.deepEqual(account({ inquiry_minutes: 8 }).inquiry, {
      ...DEFAULT_INQUIRY,
      firstAfterSeconds: 480,
    });
    assert.deepEqual(account({ inquiry_minutes: null }).inquiry, {
      ...DEFAULT_INQUIRY,
      firstAfterSeconds: 600,
    });
    assert.equal(account({ inquiry_minutes: 0 }).inquiry, 'never');
    assert.ok(!('inquiry' in account()));
  });
});

describe('an account in text is refused', () => {
  for (const [what, more, sentence] of [
    ['without a name', { name: undefined }, /"name" is required/],
    ['with a code that is none', { code: 'a b' }, /"code"/],
    ['with a code that no webhook can carry', { code: 'a'.repeat(17) }, /"code"/],
    ['for a gateway that is not built in', { gateway: 'nobody' }, /There is no gateway "nobody"/],
    ['without a currency', { accepted_currencies: [] }, /"accepted_currencies"/],
    ['with a currency twice', { accepted_currencies: ['KWD', 'KWD'] }, /duplicate/],
    ['with a currency that there is not', { accepted_currencies: ['KWD', 'XYZ'] }, /ISO 4217/],
    ['with a default that it does not accept', { default_currency: 'SAR' }, /SAR is not among/],
    ['with a key that nobody knows', { is_actve: true }, /"is_actve" is not allowed/],
    ['with a day that there is not', { credentials_expire_on: '2027-02-30' }, /no date such as/],
    ['with a tag that there is not', { tags: ['shoes'] }, /"tags\[0\]"/],
    ['with a number for a text', { fee: { percent: 2.5 } }, /"fee.percent" must be a string/],
    ['with two fees', { fee: { percent: '1', fixed: { KWD: '1' } } }, /conflict/],
    ['with a fee of nothing', { fee: { description: 'Fee' } }, /at least one of/],
    ['with a fee that is no percentage', { fee: { percent: '101' } }, /not from 0 to 100/],
    ['with a rate that is none', { exchange: { rates: { USD: '0' } } }, /not a positive decimal/],
    ['without a rate', { exchange: { rates: {} } }, /"exchange.rates"/],
    ['with minutes and seconds', { inquiry_minutes: 3, inquiry: {} }, /conflict|required/],
    ['with minutes below nothing', { inquiry_minutes: -1 }, /"inquiry_minutes"/],
    ['with what its gateway cannot do', { payment_services: ['samsung_pay'] }, /cannot do this/],
    ['without the settings of its gateway', { settings: {} }, /"settings.url" is required/],
  ] as const)
    it(what, () => {
      assert.throws(() => read(more), { name: 'ValidationError', message: sentence });
    });

  it('with all its faults at once', () => {
    assert.throws(() => read({ name: undefined, code: '', order: 'x' }), {
      message: /"code".*"name".*"order"/s,
    });
  });

  for (const [gateway, live, test] of [
    [
      'stripe',
      { secret_key: 'sk_live_1', webhook_secrets: ['whsec_1'] },
      { secret_key: 'sk_test_1', webhook_secrets: ['whsec_1'] },
    ],
    ['adyen', { ...ADYEN, live_prefix: '1797a841fbb37ca7-Pearl' }, ADYEN],
  ] as const)
    it(`where real money would be taken for a test at ${gateway}, or a test for real money`, () => {
      const given = { gateway, cvv_required: false };
      assert.throws(
        () => read({ ...given, settings: live, is_sandbox: true }),
        /move real money, and is_sandbox says/,
      );
      assert.throws(
        () => read({ ...given, settings: test, is_sandbox: false }),
        /are for tests, and is_sandbox says/,
      );
      assert.doesNotThrow(() => read({ ...given, settings: live, is_sandbox: false }));
      assert.doesNotThrow(() => read({ ...given, settings: test, is_sandbox: true }));
    });

  it('without telling a secret to whoever logs the error', () => {
    for (const more of [{ code: '' }, { settings: { ...SETTINGS, secret_key: 'sk\u00e9_secret' } }])
      assert.throws(
        () => read(more),
        (error) => !JSON.stringify(error).includes('_secret"') && !String(error).includes('sk'),
      );
  });

  it('when it is not even an object', () => {
    for (const nothing of [undefined, null, 'card', []])
      assert.throws(() => readAccount(SHOP, nothing), { name: 'ValidationError' });
  });
});
