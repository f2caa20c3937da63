import assert from 'node:assert/strict';
import { entriesOf } from '../../domain/ledger/post.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { money, toDecimal } from '../../domain/money.ts';
import { anOperationRequest, operated, paid } from '../domain/ledger/support/operations.ts';
import {
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  aMerchantId,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

const MERCHANT = aMerchantId('ledger-shop');

describe('the store of the ledger', () => {
  const database = useDatabase();
  const ledger = () => database().store.ledger;

  it('gives entries back as they were posted, to their merchant only', async () => {
    const entries = someEntries('b1');
    await ledger().post(entries);
    const [{ sessionId }] = [first(entries)];
    const kept = await ledger().listOf(MERCHANT, sessionId);
    assert.deepEqual(byId(kept), byId(entries));
    assert.deepEqual(await ledger().listOf(SHOP, sessionId), []);
  });

  it('changes nothing when an entry comes again, whatever it says, and posts the others', async () => {
    const entries = someEntries('b2');
    const [capture, ...others] = [first(entries), ...entries.slice(1)];
    await ledger().post([capture]);
    const other = { ...capture, at: CREATED_AT + 1, lines: [] };
    await ledger().post([other, ...others]);
    await Promise.all(Array.from({ length: 10 }, () => ledger().post(entries)));
    const kept = await ledger().listOf(MERCHANT, capture.sessionId);
    assert.deepEqual(byId(kept), byId(entries));
  });

  it('keeps no entry that is none', async () => {
    const entry = first(someEntries('b3'));
    const odd = { ...entry, event: 'gift' } as unknown as LedgerEntry;
    const line = { account: 'gateway', amount: { minor: 0.5, currency: 'KWD' } };
    const broken = { ...entry, lines: [line] } as unknown as LedgerEntry;
    for (const wrong of [odd, broken]) await assert.rejects(ledger().post([wrong]));
    assert.deepEqual(await ledger().listOf(MERCHANT, entry.sessionId), []);
  });

  it('sums what stands on each account, by gateway account and currency', async () => {
    const merchant = aMerchantId('balance-shop');
    const entries = ['c1', 'c2', 'c3'].flatMap((name) => someEntries(name));
    const other = someEntries('c4').map((entry) => ({ ...entry, pgCode: codeOf('other') }));
    await ledger().post([...entries, ...other].map((one) => ({ ...one, merchantId: merchant })));
    const rows = (await ledger().balances(merchant)).map(
      ({ pgCode, account, amount, entries: count }) =>
        `${pgCode} ${account} ${toDecimal(amount)} ${amount.currency} ${count}`,
    );
    assert.deepEqual(rows, [
      'card fees -6.000 KWD 3',
      'card gateway 216.000 KWD 6',
      'card sales -210.000 KWD 6',
      'other fees -2.000 KWD 1',
      'other gateway 72.000 KWD 2',
      'other sales -70.000 KWD 2',
    ]);
    assert.deepEqual(await ledger().balances(aMerchantId('nobody')), []);
  });

  it('sums beyond what 32 bits hold, to the last unit', async () => {
    const merchant = aMerchantId('large-shop');
    const large = Number.MAX_SAFE_INTEGER - 7;
    const entries = ['d1', 'd2'].map((name, at) => {
      const entry = first(someEntries(name));
      const line = first(entry.lines);
      const amount = money(at === 0 ? large : 3, line.amount.currency);
      return { ...entry, merchantId: merchant, lines: [{ ...line, amount }] };
    });
    await ledger().post(entries);
    assert.deepEqual(
      (await ledger().balances(merchant)).map(({ amount }) => amount.minor),
      [large + 3],
    );
  });

  it('streams everything in the order of sessions, and a span in the order of time', async () => {
    const names = ['e3', 'e1', 'e2'];
    for (const [at, name] of names.entries())
      await ledger().post(someEntries(name, CREATED_AT + 1000 * at));
    const seen: string[] = [];
    for await (const { sessionId } of ledger().bySession()) seen.push(sessionId);
    assert.deepEqual(seen, seen.toSorted());
    for (const name of names) assert.ok(seen.includes(sessionOf(name)));
    const spanned: string[] = [];
    const span = {
      merchantId: MERCHANT,
      pgCode: CARD,
      from: CREATED_AT + 1,
      until: CREATED_AT + 2000,
    };
    for await (const { sessionId } of ledger().span(span)) spanned.push(sessionId);
    assert.deepEqual([...new Set(spanned)], [sessionOf('e1')]);
  });
});

/** A charge of 102.000 and a refund of 30.000. */
function someEntries(name: string, at = CREATED_AT): readonly LedgerEntry[] {
  const transaction = operated(
    paid('purchase'),
    anOperationRequest('refund', name, { amount: kwd('30') }),
  );
  return entriesOf({ ...transaction, merchantId: MERCHANT, sessionId: sessionOf(name) }, at);
}

function first<T>(list: readonly T[]): T {
  const [one] = list;
  assert.ok(one);
  return one;
}

function byId(entries: readonly LedgerEntry[]) {
  return entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
