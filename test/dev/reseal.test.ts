import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { keyRing } from '../../config/key-ring.ts';
import { newEncryptionKey } from '../../dev/keys.ts';
import { searchTerms } from '../../domain/search/terms.ts';
import { secretsOf, storeOn } from '../../store/index.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, aMerchantId, aTransaction } from '../support/builders.ts';
import { aNamespace } from '../support/namespaces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEARL = aMerchantId('pearl');
const OPAL = aMerchantId('opal');

describe('reseal', function () {
  this.timeout(120_000);
  const database = useDatabase();
  const namespace = aNamespace('reseal');
  const former = newEncryptionKey();
  const next = newEncryptionKey();
  const formerSearch = newEncryptionKey();
  const nextSearch = newEncryptionKey();

  const storeWith = (storage: string, search: string) =>
    storeOn(
      database().connection,
      secretsOf({ storage: keyRing(storage), search: keyRing(search) }),
    );

  async function resealed() {
    const mongodb = new URL(process.env['MONGODB_URI'] ?? '');
    mongodb.pathname = `/${database().connection.name}`;
    const child = spawn(process.execPath, ['--import', 'tsx', 'dev/reseal.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        MONGODB_URI: mongodb.href,
        TEMPORAL_NAMESPACE: namespace(),
        SARRAF_PAYLOAD_KEYS: newEncryptionKey(),
        SARRAF_STORAGE_KEYS: `${next},${former}`,
        SARRAF_SEARCH_KEYS: `${nextSearch},${formerSearch}`,
      },
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { out, err, code: Number(code) };
  }

  it('does all that it can, names what a lost key has sealed, and ends with an error then', async () => {
    const lost = storeWith(newEncryptionKey(), formerSearch);
    await lost.merchants.put(aMerchant({ id: PEARL }), 'whk_pearl');
    const store = storeWith(former, formerSearch);
    await store.merchants.put(aMerchant({ id: OPAL }), 'whk_opal');
    const placed = { ...aTransaction(), orderNo: 'A-4711', merchantId: OPAL };
    await store.transactions.insert(placed);

    const { code, out, err } = await resealed();
    assert.equal(code, 1, err);
    assert.match(out, /1 merchants/);
    assert.match(err, /^The webhookKey of pearl in merchants is sealed with the key "local-/m);
    assert.match(err, /Take no key out yet: .* "A storage key that is lost for good"/s);
    const later = storeWith(next, nextSearch);
    assert.equal(await later.merchants.webhookKey(OPAL), 'whk_opal');
    const terms = [searchTerms(placed).filter(({ kind }) => kind === 'order_no')];
    const window = { order: '-created', limit: 10 } as const;
    assert.equal((await later.search.search(OPAL, { terms }, window)).results.length, 1);

    await later.merchants.put(aMerchant({ id: PEARL }), 'whk_pearl_anew');
    const again = await resealed();
    assert.deepEqual([again.code, again.err], [0, '']);
  });
});
