import assert from 'node:assert/strict';
import type { ApiKey } from '../../store/api-keys.ts';
import {
  aMerchant,
  anAccount,
  CREATED_AT,
  CARD,
  codeOf,
  aMerchantId,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the store of API keys', () => {
  const database = useDatabase();
  const keys = () => database().store.apiKeys;

  it('finds a key by its first characters', async () => {
    const mortal = aKey({ prefix: 'mortal00', kind: 'public', expiresAt: CREATED_AT });
    await keys().put(aKey());
    await keys().put(mortal);
    assert.deepEqual(await keys().findByPrefix('abcd1234'), aKey());
    assert.deepEqual(await keys().findByPrefix('mortal00'), mortal);
  });

  for (const prefix of ['', 'abcd123', 'abcd12345', 'ABCD1234'])
    it(`finds none by "${prefix}"`, async () => {
      await keys().put(aKey());
      assert.equal(await keys().findByPrefix(prefix), undefined);
    });

  it('gives a revoked key as revoked', async () => {
    await keys().put(aKey({ prefix: 'revoked0' }));
    await keys().put(aKey({ prefix: 'revoked0', revoked: true }));
    assert.equal((await keys().findByPrefix('revoked0'))?.revoked, true);
  });

  it('keeps one key of many with the same first characters at once', async () => {
    const same = aKey({ prefix: 'same0000' });
    await Promise.all(Array.from({ length: 10 }, () => keys().put(same)));
    const count = await database().connection.collection('api_keys').countDocuments({
      prefix: 'same0000',
    });
    assert.equal(count, 1);
  });
});

describe('the store of merchants', () => {
  const database = useDatabase();
  const merchants = () => database().store.merchants;
  const full = aMerchant({
    nameAr: 'متجر اللؤلؤ',
    supportEmail: 'help@shop.example.test',
    staffLanguage: 'ar',
    supportPhone: '+96522000000',
    currencies: ['KWD', 'SAR'],
    plugins: {
      e_commerce: { enabled: true, webhookUrl: 'https://shop.example.test/webhook' },
      payment_request: { enabled: false, expirationSeconds: 600 },
    },
  });

  it('gives the settings back, without the key that signs', async () => {
    await merchants().put(full, 'whk_1');
    assert.deepEqual(await merchants().find(SHOP), full);
    assert.equal(await merchants().webhookKey(SHOP), 'whk_1');
  });

  it('replaces what was there', async () => {
    await merchants().put(full, 'whk_1');
    await merchants().put(aMerchant(), 'whk_2');
    assert.deepEqual(await merchants().find(SHOP), aMerchant());
    assert.equal(await merchants().webhookKey(SHOP), 'whk_2');
  });

  it('knows nothing of a merchant that there is not', async () => {
    assert.equal(await merchants().find(aMerchantId('nobody')), undefined);
    assert.equal(await merchants().webhookKey(aMerchantId('nobody')), undefined);
  });
});

describe('the store of gateway accounts', () => {
  const database = useDatabase();
  const accounts = () => database().store.gatewayAccounts;
  const account = anAccount({ fee: { type: 'fixed', values: { KWD: '0.250' } } });
  const settings = { url: 'http://127.0.0.1:9', secret_key: 'sk_1', empty: {} };

  it('lists the accounts of a merchant without their secrets', async () => {
    const other = anAccount({ code: codeOf('debit'), merchantId: SHOP });
    await accounts().put(account, settings);
    await accounts().put(other, settings);
    await accounts().put(anAccount({ merchantId: aMerchantId('other') }), settings);
    const list = await accounts().list(SHOP);
    assert.deepEqual(
      list.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
      [account, other],
    );
  });

  it('keeps all that an account can be', async () => {
    const whole = anAccount({
      code: codeOf('whole'),
      nameAr: 'بطاقة',
      operations: ['refund'],
      tokenizable: true,
      autoDebit: true,
      cvvRequired: false,
      exchange: { rates: { USD: '0.3066' } },
      paymentServices: ['apple_pay'],
      tags: ['retail'],
      order: -1,
      inquiry: 'never',
    });
    await accounts().put(whole, settings);
    assert.deepEqual((await accounts().open(SHOP, whole.code))?.account, whole);
  });

  it('opens an account with its secrets, for its merchant only', async () => {
    await accounts().put(account, settings);
    assert.deepEqual(await accounts().open(SHOP, CARD), { account, settings });
    assert.equal(await accounts().open(aMerchantId('nobody'), CARD), undefined);
    assert.equal(await accounts().open(SHOP, codeOf('nothing')), undefined);
  });

  it('replaces what was there', async () => {
    await accounts().put(account, settings);
    await accounts().put(anAccount({ active: false }), { url: 'http://127.0.0.1:10' });
    assert.deepEqual(await accounts().open(SHOP, CARD), {
      account: anAccount({ active: false }),
      settings: { url: 'http://127.0.0.1:10' },
    });
  });
});

describe('the store of marks', () => {
  const database = useDatabase();
  const marks = () => database().store.marks;

  it('begins at the beginning of time', async () => {
    assert.equal(await marks().get('nobody'), 0);
  });

  it('moves forward and never back', async () => {
    await marks().advance('sweep', CREATED_AT);
    await marks().advance('sweep', CREATED_AT + 5);
    await marks().advance('sweep', CREATED_AT + 1);
    assert.equal(await marks().get('sweep'), CREATED_AT + 5);
  });

  it('keeps one mark for each name', async () => {
    await marks().advance('one', 1);
    await marks().advance('two', 2);
    assert.deepEqual([await marks().get('one'), await marks().get('two')], [1, 2]);
  });

  it('ends at the farthest, when many move it at once', async () => {
    await Promise.all([4, 9, 2, 7, 9, 1].map((at) => marks().advance('race', at)));
    assert.equal(await marks().get('race'), 9);
  });
});

describe('a store', () => {
  const database = useDatabase();

  it('answers a ping', async () => {
    await database().store.ping();
  });

  it('is acknowledged by the majority and the journal', () => {
    const { writeConcern, readPreference } = database().connection.getClient().options;
    assert.deepEqual([writeConcern?.w, writeConcern?.journal], ['majority', true]);
    assert.equal(readPreference.mode, 'primary');
  });
});

function aKey(given: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: 'abcd1234',
    hash: 'f'.repeat(64),
    kind: 'private',
    merchantId: SHOP,
    name: 'Shop',
    revoked: false,
    ...given,
  };
}
