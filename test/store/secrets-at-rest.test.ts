import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import { resealAll } from '../../dev/reseal-all.ts';
import { merchantId, pgCode } from '../../domain/ids.ts';
import type { PayerDevice } from '../../domain/payer-browser.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { rotate } from '../../store/key-rotation.ts';
import { secretsOf, storeOn, type Store } from '../../store/index.ts';
import { anAccount, referenceOf, sessionOf } from '../support/builders.ts';
import { sealer, type StorageKey, type StorageKeys } from '../../store/sealed.ts';
import { secondFactorStore } from '../../store/second-factors.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { empty, useDatabase } from './database.ts';

const SHOP = minted(merchantId('pearl-shop'));
const OTHER = minted(merchantId('other-shop'));
const CARD = minted(pgCode('card'));
const WEBHOOK_KEY = 'whk_c0ffee';
const OTHER_KEY = 'whk_c0ffee_too';
const TOMORROW = Date.now() + 24 * 60 * 60 * 1000;
const SIGNING_KEY = {
  kid: 'one',
  publicJwk: '{"n":"1"}',
  privateJwk: '{"d":"c0ffee"}',
  createdAt: Date.now(),
};
const SETTINGS = { url: 'https://network.example', secret_key: 'sk_c0ffee', retries: 2 };

const WALLET = {
  merchantId: SHOP,
  sessionId: sessionOf('2'),
  referenceNumber: referenceOf('demoWALLET'),
};
const DEVICE: PayerDevice = {
  ip: '203.0.113.7',
  browser: {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    accept: '*/*',
    language: 'ar-KW',
    screenWidth: 1536,
    screenHeight: 864,
    colorDepth: 24,
    timeZoneOffset: -180,
  },
};
const PAYLOAD = { paymentData: { data: 'c0ffee' } };
const CLAIM = {
  merchantId: SHOP,
  route: 'POST /b/webhooks/v1/rotate-key',
  key: 'k-1',
  caller: 'private-key',
  bodyHash: '0'.repeat(64),
  sessionId: sessionOf('1'),
  leaseUntil: Date.now() + 60_000,
  createdAt: new Date(),
};

const PERSON = { merchantId: SHOP, username: 'noura' };
const FACTOR = 'JBSWY3DPEHPK3PXP';
const NEXT_FACTOR = 'KRSXG5CTMVRXEZLU';
const CONFIRMED = { lastStep: 1, recovery: [] };

const SSO = {
  merchantId: SHOP,
  mode: 'allowed',
  issuer: 'https://login.example',
  clientId: 'sarraf',
  version: 1,
} as const;

describe('secrets in the database', () => {
  const database = useDatabase();
  const first = aKey('first');
  const second = aKey('second');

  beforeEach(async () => {
    await empty(database().connection);
    const store = storeWith([first]);
    for (const id of [SHOP, OTHER]) await store.merchants.put(aMerchant(id), WEBHOOK_KEY);
    await store.gatewayAccounts.put(
      anAccount({ code: CARD, merchantId: SHOP, sandbox: true }),
      SETTINGS,
    );
    await store.singleSignOn.save(SSO, 'open sesame');
    await store.signingKeys.add(SIGNING_KEY);
    const keeps = { until: TOMORROW, now: Date.now() };
    await store.previousKeys.keep({ merchantId: SHOP }, { key: WEBHOOK_KEY, ...keeps });
    const one = { merchantId: SHOP, endpointId: 'one' };
    for (const key of [WEBHOOK_KEY, OTHER_KEY])
      await store.previousKeys.keep(one, { key, ...keeps });
    await store.devicePayloads.put(WALLET, PAYLOAD);
    // The first one stays.
    for (const device of [DEVICE, { ip: '203.0.113.8' }])
      await store.payerDevices.keep(WALLET, device);
    await store.claims.claim(CLAIM);
    const answer = { status: 200, body: JSON.stringify({ webhook_key: OTHER_KEY }) };
    await store.claims.complete(CLAIM, answer, { sealed: true });
    await store.secondFactors.begin(PERSON, FACTOR);
    const begun = minted(await store.secondFactors.pending(PERSON));
    assert.ok(await store.secondFactors.confirm(PERSON, begun, CONFIRMED));
    await store.secondFactors.begin(PERSON, NEXT_FACTOR);
  });

  it('are not there in clear', async () => {
    const raw = await everything();
    for (const secret of [
      'c0ffee',
      '203.0.113',
      'Mozilla',
      'network.example',
      'secret_key',
      'retries',
      'sesame',
    ])
      assert.ok(!raw.includes(secret), `${secret} is in clear`);
    assert.ok(raw.includes('Pearl Shop'), 'what is no secret can be read');
  });

  it('come back to whoever has the keys', async () => {
    const store = storeWith([second, first]);
    assert.equal(await store.merchants.webhookKey(SHOP), WEBHOOK_KEY);
    assert.deepEqual((await store.gatewayAccounts.open(SHOP, CARD))?.settings, SETTINGS);
    assert.equal(await store.merchants.webhookKey(minted(merchantId('nobody'))), undefined);
  });

  it('cannot be passed from one record to another', async () => {
    const merchants = database().connection.collection('merchants');
    const theirs = await merchants.findOne({ id: OTHER });
    await merchants.updateOne({ id: SHOP }, { $set: { webhookKey: theirs?.['webhookKey'] } });
    const store = storeWith([first]);
    await assert.rejects(store.merchants.webhookKey(SHOP), /changed or moved after it was sealed/);
  });

  it('are sealed anew with the first key, after which no other key is needed', async () => {
    const store = storeWith([second, first]);
    const { counts, left } = await resealAll(store);
    assert.deepEqual(left, []);
    assert.deepEqual(counts, {
      merchants: 2,
      'gateway accounts': 1,
      'clients of single sign-on': 1,
      'webhook endpoints': 0,
      'previous webhook keys': 3,
      'signing keys': 1,
      'plugs of messages': 0,
      'payloads of wallets': 1,
      'addresses of payers': 1,
      'second factors': 1,
      'answers kept for Idempotency-Key': 1,
    });
    assert.deepEqual([...new Set(Object.values((await resealAll(store)).counts))], [0]);
    const later = storeWith([second]);
    assert.equal(await later.merchants.webhookKey(OTHER), WEBHOOK_KEY);
    assert.equal(await later.singleSignOn.secret(SHOP), 'open sesame');
    assert.deepEqual(await later.devicePayloads.find(WALLET), PAYLOAD);
    assert.deepEqual(await later.payerDevices.find(WALLET), DEVICE);
    assert.match((await later.claims.find(CLAIM))?.answer?.body ?? '', new RegExp(OTHER_KEY));
    assert.deepEqual((await later.gatewayAccounts.open(SHOP, CARD))?.settings, SETTINGS);
    assert.equal(await later.signingKeys.privateJwk('one'), SIGNING_KEY.privateJwk);
    assert.equal((await later.secondFactors.find(PERSON))?.secret, FACTOR);
    assert.equal((await later.secondFactors.pending(PERSON))?.secret, NEXT_FACTOR);
    for (const [endpointId, keys] of [
      [undefined, [WEBHOOK_KEY]],
      ['one', [WEBHOOK_KEY, OTHER_KEY]],
    ] as const)
      assert.deepEqual(
        (await later.previousKeys.find({ merchantId: SHOP, endpointId }, Date.now())).toSorted(),
        keys,
      );
    assert.deepEqual(await later.merchants.find(SHOP), aMerchant(SHOP));
    const earlier = storeWith([first]);
    await assert.rejects(earlier.merchants.webhookKey(SHOP), /the key "second", which/);
  });

  it('are sealed anew also where somebody confirms a second factor meanwhile', async () => {
    const { connection } = database();
    const factors = secondFactorStore(connection, sealer([second, first]));
    const begun = minted(await factors.pending(PERSON));
    const { collection } = connection.model('SecondFactor');
    const updateOne = collection.updateOne.bind(collection);
    // What it has read is confirmed before it writes.
    collection.updateOne = async (...asked: Parameters<typeof updateOne>) => {
      collection.updateOne = updateOne;
      assert.ok(await factors.confirm(PERSON, begun, CONFIRMED));
      return collection.updateOne(...asked);
    };
    assert.equal(await factors.reseal(assert.ifError), 1);
    const later = storeWith([second]);
    assert.equal((await later.secondFactors.find(PERSON))?.secret, NEXT_FACTOR);
    assert.equal(await later.secondFactors.pending(PERSON), undefined);
  });

  it('are replaced also where they cannot be opened, beside which they sign no more', async () => {
    const one = { merchantId: SHOP, id: 'one', url: 'https://shop.example', registered: true };
    const endpoint = { ...one, events: [], createdAt: 1, version: 1 };
    await storeWith([first]).webhookEndpoints.insert(endpoint, WEBHOOK_KEY);
    const { previousKeys, webhookEndpoints } = storeWith([second]);
    const owner = { merchantId: SHOP, endpointId: 'one' };
    const present = {
      read: () => webhookEndpoints.sealedSecret(SHOP, 'one'),
      replace: (before: string) => webhookEndpoints.setSecret(one, { before, key: OTHER_KEY }),
    };
    const rotated = (until: number) =>
      rotate(previousKeys, { owner, until, now: Date.now() }, present);
    assert.equal(await rotated(TOMORROW), 'unopenable');
    await assert.rejects(webhookEndpoints.secret(SHOP, 'one'), /the key "first", which/);
    assert.equal(await rotated(0), 'done');
    assert.equal(await webhookEndpoints.secret(SHOP, 'one'), OTHER_KEY);
    assert.deepEqual(await previousKeys.find(owner, Date.now()), []);
  });

  it('stay as they are, and are named, where they cannot be opened, and keep no other one as it was', async () => {
    const [lost, third] = [aKey('lost'), aKey('third')];
    const before_ = storeWith([lost]);
    // The first that are looked at, and one of two in the same document.
    await before_.merchants.put(aMerchant(OTHER), WEBHOOK_KEY);
    const keeps = { until: TOMORROW, now: Date.now() };
    const one = { merchantId: SHOP, endpointId: 'one' };
    await storeWith([lost, first]).previousKeys.keep(one, { key: 'whk_lost', ...keeps });
    const { counts, left } = await resealAll(storeWith([third, first]));
    assert.equal(left.length, 2);
    assert.match(left[0] ?? '', /webhookKey of other-shop .*"lost", which SARRAF_STORAGE_KEYS/);
    assert.match(left[1] ?? '', /pearl-shop\/one .*"lost", which SARRAF_STORAGE_KEYS/);
    assert.deepEqual(Object.values(counts), [1, 1, 1, 0, 3, 1, 0, 1, 1, 1, 1]);
    const later = storeWith([third]);
    assert.equal(await later.merchants.webhookKey(SHOP), WEBHOOK_KEY);
    assert.equal((await later.secondFactors.find(PERSON))?.secret, FACTOR);
    assert.match((await later.claims.find(CLAIM))?.answer?.body ?? '', new RegExp(OTHER_KEY));
    assert.equal(await before_.merchants.webhookKey(OTHER), WEBHOOK_KEY);
    const found = await storeWith([third, lost]).previousKeys.find(one, Date.now());
    assert.deepEqual(found.toSorted(), [WEBHOOK_KEY, OTHER_KEY, 'whk_lost'].toSorted());
  });

  it('are named up to ten of a kind where they cannot be opened, and counted besides', async () => {
    const before_ = storeWith([aKey('lost')]);
    for (let nth = 0; nth < 12; nth += 1)
      await before_.merchants.put(aMerchant(minted(merchantId(`shop-${nth}`))), WEBHOOK_KEY);
    await before_.signingKeys.add({ ...SIGNING_KEY, kid: 'lost' });
    const { left } = await resealAll(storeWith([first]));
    assert.equal(left.filter((one) => one.includes('in merchants is sealed')).length, 10);
    assert.equal(left[10], 'And 2 more merchants.');
    assert.match(left[11] ?? '', / of lost in signing_keys is sealed/);
    assert.equal(left.length, 12);
  });

  function storeWith(storage: StorageKeys): Store {
    return storeOn(database().connection, secretsOf({ storage, search: TEST_KEYS }));
  }

  async function everything(): Promise<string> {
    const { connection } = database();
    const names = ['merchants', 'gateway_accounts', 'signing_keys', 'previous_webhook_keys'];
    const documents = names.map((name) => connection.collection(name).find().toArray());
    return JSON.stringify(await Promise.all(documents));
  }
});

function aKey(id: string): StorageKey {
  return { id, secret: generateKeySync('aes', { length: 256 }) };
}

function aMerchant(id: Merchant['id']): Merchant {
  return {
    id,
    name: 'Pearl Shop',
    referencePrefix: 'pearl',
    currencies: [],
    plugins: { e_commerce: { enabled: true }, payment_request: { enabled: true } },
    expiresByTimer: true,
    webhooks: {
      enabled: true,
      scheme: 'standard',
      pgParamsFormat: 'labelled',
      timeoutSeconds: 15,
      userAgent: 'tests',
    },
  };
}

function minted<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}
