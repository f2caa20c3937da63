import assert from 'node:assert/strict';
import type { Schema } from 'mongoose';
import { verifyAgreements } from '../../admin/ledger/agreements.ts';
import type { NetworkBook } from '../../admin/ledger/network-book.ts';
import { verify } from '../../admin/ledger/verify.ts';
import { verifyWallets } from '../../admin/ledger/wallets.ts';
import { wordsOf } from '../../admin/ledger/words.ts';
import type { Difference } from '../../domain/ledger/difference.ts';
import { secretsOf, storeOn } from '../../store/index.ts';
import { useDatabase } from '../store/database.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { wholeBooks } from './support/whole-books.ts';
import { NO_MONEY_FOLLOWS } from './support/no-money-follows.ts';

/** The documents from which money can follow, by the names of their models. */
const MODELS = [
  'Transaction',
  'Operation',
  'LedgerEntry',
  'WalletAccount',
  'WalletOperation',
  'WalletEntry',
  'Agreement',
  'Tombstone',
  'Invoice',
] as const;

describe('what somebody changes by hand in MongoDB', function () {
  this.timeout(300_000);
  const database = useDatabase();
  let network: NetworkBook;

  before(async () => {
    const { connection } = database();
    storeOn(connection, secretsOf(TEST_STORE_KEYS));
    network = await wholeBooks(database().store);
  });

  /** Compares all books, those that know this model best first: whoever waits for one difference looks no further. */
  async function compare(tell: (difference: Difference) => void, name = ''): Promise<void> {
    const options = { books: database().store, tell, settleMs: 0 };
    const comparisons = [
      { of: /^Agreement/, made: () => verifyAgreements(options) },
      { of: /^Wallet/, made: () => verifyWallets(options) },
      { of: /^/, made: () => verify({ ...options, network, progress: () => undefined }) },
    ];
    const first = comparisons.find(({ of }) => of.test(name));
    await first?.made();
    for (const other of comparisons) if (other !== first) await other.made();
  }

  /** Whether anything is told; the first difference ends the comparison. */
  async function isToldOf(name?: string): Promise<boolean> {
    const enough = new Error('There is a difference.');
    try {
      await compare((difference) => {
        assert.notEqual(wordsOf(difference), '');
        throw enough;
      }, name);
      return false;
    } catch (error) {
      if (error !== enough) throw error;
      return true;
    }
  }

  it('is nothing where nobody has: all books of all that can happen say the same', async () => {
    const lines: string[] = [];
    await compare((difference) => lines.push(wordsOf(difference)));
    assert.deepEqual(lines, []);
  });

  for (const name of MODELS)
    it(`is named: ${name}`, async () => {
      const model = database().connection.model(name);
      const paths = pathsOf(model.schema);
      const harmless: Readonly<Record<string, string>> = NO_MONEY_FOLLOWS[name];
      const missed: string[] = [];
      const documents = await model.collection.find({}).toArray();
      for (const path of paths.filter((one) => !isWithin(one, harmless))) {
        const places = documents.flatMap((document) =>
          placesOf(document, path.split('.'))
            .filter(({ at }) => !isWithin(at.replaceAll(/\.\d+/g, ''), harmless))
            .map((place) => ({ document, ...place })),
        );
        let isNamed = false;
        for (const { document, at, value } of places) {
          await model.collection.updateOne(
            { _id: document._id },
            { $set: { [at]: wrongFor(value) } },
          );
          isNamed = await isToldOf(name);
          await model.collection.replaceOne({ _id: document._id }, document);
          if (isNamed) break;
        }
        if (!isNamed) missed.push(path);
      }
      assert.deepEqual(missed, []);
    });

  it('is named: what an operation would be restored from', async () => {
    const { collection } = database().connection.model('Transaction');
    const missed = new Set<string>();
    const named = new Set<string>();
    for (const document of await collection
      .find({ 'operations.whole': { $exists: true } })
      .toArray())
      for (const { at, value } of placesOf(document, ['operations', 'whole'])) {
        const whole: object = JSON.parse(String(value));
        for (const { at: inner, value: before } of placesOf(whole, [])) {
          const [field = ''] = inner.split('.');
          if (field in NO_MONEY_FOLLOWS.Operation || named.has(field)) continue;
          const changed = JSON.stringify(changedAt(whole, inner, wrongFor(before)));
          await collection.updateOne({ _id: document._id }, { $set: { [at]: changed } });
          ((await isToldOf()) ? named : missed).add(field);
        }
        await collection.replaceOne({ _id: document._id }, document);
      }
    assert.ok(named.size > 0);
    assert.deepEqual(
      [...missed].filter((field) => !named.has(field)),
      [],
    );
  });
});

/** Whether a path, or what it lies in, is one of these. */
function isWithin(path: string, reasons: object): boolean {
  const names = path.split('.');
  return names.some((_name, index) => names.slice(0, index + 1).join('.') in reasons);
}

/** A copy with something else at a place. */
function changedAt(document: object, at: string, value: unknown): object {
  const copy = structuredClone(document);
  const names = at.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<object>((one, name) => Reflect.get(one, name) as object, copy);
  Reflect.set(holder, last, value);
  return copy;
}

/** All that a schema has, down to what cannot be divided; of lists without the places. */
function pathsOf(schema: Pick<Schema, 'paths'>, prefix = ''): readonly string[] {
  return Object.entries(schema.paths)
    .filter(([path]) => path !== '_id' && path !== '__v')
    .flatMap(([path, { schema: inner }]) =>
      inner ? pathsOf(inner, `${prefix}${path}.`) : [`${prefix}${path}`],
    );
}

interface Place {
  /** With the places in lists, as MongoDB has them. */
  readonly at: string;
  readonly value: unknown;
}

/** Where a document has something at a path. */
function placesOf(value: unknown, [name, ...rest]: readonly string[], at = ''): readonly Place[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      placesOf(one, name === undefined ? [] : [name, ...rest], `${at}.${index}`),
    );
  if (name === undefined && typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => placesOf(one, [], `${at}.${key}`));
  if (name === undefined) return value === undefined ? [] : [{ at: at.slice(1), value }];
  if (typeof value !== 'object' || value === null || !(name in value)) return [];
  return placesOf((value as Readonly<Record<string, unknown>>)[name], rest, `${at}.${name}`);
}

/** What somebody might write in its place. */
function wrongFor(value: unknown): unknown {
  if (typeof value === 'number') return value + 500;
  if (typeof value === 'boolean') return !value;
  if (value === 'purchase') return 'authorize';
  if (value === 'KWD' || value === 'USD') return 'BHD';
  return typeof value === 'string' ? `${value}x` : null;
}
