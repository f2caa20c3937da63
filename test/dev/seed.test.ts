import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { keyRing } from '../../config/key-ring.ts';
import { encryptionKeys, newEncryptionKey, storeKeys } from '../../dev/keys.ts';
import { seed } from '../../dev/seed.ts';
import { searchTerms } from '../../domain/search/terms.ts';
import { openStore, secretsOf, storeOn } from '../../store/index.ts';
import { aMerchant, aMerchantId, aTransaction } from '../support/builders.ts';
import { loopbackUrl } from '../support/listening.ts';
import { useDatabase } from '../store/database.ts';
import { temporaryDirectory } from './support/temporary.ts';

const DEMO = aMerchantId('demo');
const PLACED = { ...aTransaction(), orderNo: 'A-4711', merchantId: DEMO };
const TERMS = [searchTerms(PLACED).filter(({ kind }) => kind === 'order_no')];

describe('the seed of the sandbox', function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  const database = useDatabase();
  let simulator: Server;
  before((done) => {
    simulator = createServer((_request, response) => response.end()).listen(0, '127.0.0.1', done);
  });
  after(() => simulator.close());

  const mongodbUri = () => {
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    uri.pathname = `/${database().connection.name}`;
    return uri.href;
  };
  const seeded = async () => {
    const url = await loopbackUrl(simulator);
    const addresses = { simulatorUrl: url, publicUrl: url, demoUrl: url };
    return seed({ mongodbUri: mongodbUri(), dataDir: directory(), ...addresses });
  };
  const searchBy = (ring: readonly string[]) => {
    const file = join(directory(), 'keys.json');
    const { encryption, ...kept } = JSON.parse(readFileSync(file, 'utf8'));
    const changed = { ...kept, encryption: { ...encryption, search: ring.join(',') } };
    writeFileSync(file, JSON.stringify(changed));
  };
  const found = async () => {
    const store = await openStore(mongodbUri(), storeKeys(directory()));
    try {
      const window = { order: '-created', limit: 10 } as const;
      return (await store.search.search(DEMO, { terms: TERMS }, window)).results.length;
    } finally {
      await store.close();
    }
  };

  it('has payments found by a new search key, so that the former one can go', async () => {
    const former = encryptionKeys(directory()).search;
    const store = await openStore(mongodbUri(), storeKeys(directory()));
    await store.transactions.insert(PLACED);
    await store.close();
    assert.equal(await found(), 1);
    const next = newEncryptionKey();
    searchBy([next, former]);
    await seeded();
    searchBy([next]);
    assert.equal(await found(), 1);
  });

  it('names what a lost storage key has sealed, and is sown all the same', async () => {
    const { search } = storeKeys(directory());
    const storage = keyRing(newEncryptionKey());
    const lost = storeOn(database().connection, secretsOf({ storage, search }));
    await lost.merchants.put(aMerchant({ id: aMerchantId('pearl') }), 'whk_pearl');
    // The seed has the key of its own merchant, and gives it again.
    await lost.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    const { unopenable } = await seeded();
    assert.equal(unopenable.length, 1);
    assert.match(
      unopenable[0] ?? '',
      /^The webhookKey of pearl in merchants is sealed with the key/,
    );
  });
});
