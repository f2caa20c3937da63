import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import { secretsOf, storeOn, type Store } from '../../store/index.ts';
import { aMerchant, aMerchantId, anAccount, codeOf } from '../support/builders.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { useAdmin } from './support/command-line.ts';

const PEARL = aMerchantId('pearl');
const CARD = codeOf('card');
const SETTINGS = {
  url: 'https://network.example.test',
  account: 'card',
  secret_key: 'sk_very_secret',
  callback_secret: 'cs_very_secret',
};
const FILE = {
  code: CARD,
  name: 'Card',
  gateway: 'sandbox',
  is_sandbox: true,
  default_currency: 'KWD',
  accepted_currencies: ['KWD'],
};
const LOST = { id: 'lost', secret: generateKeySync('aes', { length: 256 }) } as const;

describe('the command line, where a storage key is lost for good,', () => {
  const { database, run, done, refused } = useAdmin();
  const pearl = ['--merchant', 'pearl'];
  const put = ['accounts', 'put', ...pearl, '--file', '-'];
  const accounts = () => database().store.gatewayAccounts;
  /** The store as it was with that key. */
  let before_: Store;

  beforeEach(async () => {
    before_ = storeOn(database().connection, secretsOf({ storage: [LOST], search: TEST_KEYS }));
    await before_.merchants.put(aMerchant({ id: PEARL }), 'whk_very_secret');
    const account = anAccount({ merchantId: PEARL, code: CARD, gateway: 'sandbox', sandbox: true });
    await before_.gatewayAccounts.put(account, SETTINGS);
  });

  it('takes the settings of an account again, all of them', async () => {
    const some = await refused(put, JSON.stringify(FILE));
    assert.equal(some.code, 2);
    assert.match(some.err, /the key "lost", which.*"settings" in the file/);
    const settings = { ...SETTINGS, secret_key: 'sk_renewed' };
    await done(put, JSON.stringify({ ...FILE, settings }));
    assert.deepEqual((await accounts().open(PEARL, CARD))?.settings, settings);
  });

  it('gives a merchant another webhook key, beside which none before it signs', async () => {
    const { store } = database();
    const owner = { merchantId: PEARL };
    const keeps = { until: Date.now() + 3_600_000, now: Date.now() };
    await before_.previousKeys.keep(owner, { key: 'whk_before', ...keeps });
    const rotate = ['webhooks', 'rotate-key', ...pearl, '--yes'];
    const { code, err } = await refused(rotate);
    assert.deepEqual([code, /--overlap 0/.test(err)], [2, true], err);
    const { webhookKey } = await done([...rotate, '--overlap', '0']);
    assert.equal(await store.merchants.webhookKey(PEARL), webhookKey);
    assert.deepEqual(await store.previousKeys.find(owner, Date.now()), []);
    assert.equal((await run(rotate)).code, 0);
  });

  it('switches an account off and on, and shows it but for its settings', async () => {
    await done(['accounts', 'deactivate', CARD, ...pearl, '--yes']);
    const { active, settings, settingsFault } = await done(['accounts', 'show', CARD, ...pearl]);
    assert.deepEqual([active, settings], [false, undefined]);
    assert.match(settingsFault, /the key "lost", which/);
    await done(['accounts', 'activate', CARD, ...pearl]);
    assert.deepEqual(
      (await accounts().list(PEARL)).map((one) => one.active),
      [true],
    );
    assert.deepEqual((await before_.gatewayAccounts.open(PEARL, CARD))?.settings, SETTINGS);
  });
});
