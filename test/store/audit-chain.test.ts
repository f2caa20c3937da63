import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  chained,
  checkChain,
  linkOf,
  START,
  type Break,
  type ChainedEntry,
  type KeptEntry,
  type Link,
} from '../../store/audit-chain.ts';
import type { AuditEntry } from '../../store/audit-entry.ts';

type Tampering = (entries: readonly ChainedEntry[]) => readonly object[];

describe('the chain of the audit log', () => {
  const whole = chainOf(9);

  it('is whole as it was written, and its head is the last entry', async () => {
    assert.deepEqual(await check(whole), { head: placeOf(whole.at(-1)) });
    assert.deepEqual(await check([]), { head: START });
  });

  it('is whole with every head that it ever had', async () => {
    for (const entry of whole) assert.equal((await check(whole, linkOf(entry))).broken, undefined);
  });

  it('does not care in which order the database gives the fields of an entry', async () => {
    const turned = whole.map((entry) => Object.fromEntries(Object.entries(entry).toReversed()));
    assert.equal((await check(turned)).broken, undefined);
  });

  it('tells while it checks how far it is', async () => {
    const told: number[] = [];
    await checkChain(given(whole), { tell: (checked) => told.push(checked) });
    assert.deepEqual(told, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  const cases: readonly (readonly [string, Tampering, Break, number | string])[] = [
    ['another doer', at(4, (entry) => ({ ...entry, who: 'user:mallory' })), 'changed', 4],
    ['another time', at(4, (entry) => ({ ...entry, at: 5 })), 'changed', 4],
    ['another address', at(4, (entry) => ({ ...entry, from: '203.0.113.8' })), 'changed', 4],
    [
      'another outcome inside of it',
      at(4, (entry) => ({ ...entry, action: { ...entry.action, route: 'sdk.cancel' } })),
      'changed',
      4,
    ],
    ['a field more', at(4, (entry) => ({ ...entry, note: 'approved' })), 'changed', 4],
    ['a field less', at(4, ({ from: _from, ...entry }) => entry), 'changed', 4],
    ['another hash', at(4, (entry) => ({ ...entry, hash: 'f'.repeat(64) })), 'changed', 4],
    [
      'a new hash for what it says now',
      at(4, ({ _id }) => chained(anEntry(99), placeOf(whole[_id - 2]))),
      'unlinked',
      5,
    ],
    ['an entry removed', (entries) => entries.filter(({ _id }) => _id !== 4), 'missing', 4],
    ['the first entry removed', (entries) => entries.slice(1), 'missing', 1],
    [
      'two entries in each other’s place',
      (entries) =>
        entries.map((entry) =>
          entry._id === 4
            ? { ...entries[4], _id: 4 }
            : entry._id === 5
              ? { ...entries[3], _id: 5 }
              : entry,
        ),
      'changed',
      4,
    ],
    [
      'an entry between two others',
      (entries) => [...entries.slice(0, 4), { ...entries[3], _id: 4.5 }, ...entries.slice(4)],
      'outside',
      '4.5',
    ],
    [
      'an entry under an id that is no number',
      (entries) => [...entries, { ...anEntry(10), _id: 'x' }],
      'outside',
      'x',
    ],
    [
      'an entry at the end that follows from nothing',
      (entries) => [...entries, { ...chained(anEntry(10), START), _id: 10 }],
      'changed',
      10,
    ],
  ];
  for (const [what, tampering, how, entry] of cases)
    it(`shows ${what}, and where`, async () => {
      assert.deepEqual((await check(tampering(whole))).broken, { how, entry });
    });

  it('shows an end that was cut off by a head that was noted, and by nothing else', async () => {
    const cut = whole.slice(0, 6);
    assert.equal((await check(cut)).broken, undefined);
    assert.deepEqual(await check(cut, placeOf(whole.at(-1))), {
      head: placeOf(whole[5]),
      broken: { how: 'cut', entry: 7 },
    });
  });

  it('shows a chain that was written anew by a head that was noted, and by nothing else', async () => {
    const forged = whole.slice(0, 3);
    forged.push(chained(anEntry(99), placeOf(forged.at(-1))));
    const anew = chainOf(9, forged);
    assert.equal((await check(anew)).broken, undefined);
    assert.deepEqual((await check(anew, placeOf(whole.at(-1)))).broken, {
      how: 'rewritten',
      entry: 9,
    });
  });

  it('shows every change of one letter, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(8), fc.nat(), fc.nat(25), async (place, where, letter) => {
        const text = JSON.stringify(whole[place]);
        // Only inside of texts, so that it stays an entry.
        const at = letters(text)[where % letters(text).length] ?? 0;
        const put = String.fromCodePoint(97 + letter);
        const changed = `${text.slice(0, at)}${put}${text.slice(at + 1)}`;
        fc.pre(changed !== text);
        const { broken } = await check(whole.with(place, JSON.parse(changed)));
        assert.ok(broken, changed);
      }),
    );
  });

  it('takes every text as the database gives it back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (who) => {
        const entry = chained({ ...anEntry(1), who: `${who}\ud800` }, START);
        const back = { ...entry, who: Buffer.from(entry.who, 'utf8').toString('utf8') };
        assert.deepEqual(back, entry);
      }),
    );
  });
});

/** Where letters stand in the values of an entry as JSON. */
function letters(text: string): readonly number[] {
  return [...text.matchAll(/(?<=:"[^"]*)[a-z](?=[^"]*")/g)].map(({ index }) => index);
}

function anEntry(at: number): AuditEntry {
  const action = {
    name: 'request',
    route: 'transactions.create',
    requestId: `r${at}`,
    merchantId: 'demo',
  } as const;
  return { at, who: 'key:abcd1234', from: '203.0.113.7', action };
}

/** A chain of so many entries, the first of which may be given. */
function chainOf(count: number, before: readonly ChainedEntry[] = []): readonly ChainedEntry[] {
  const entries = [...before];
  for (let place = before.length + 1; place <= count; place += 1)
    entries.push(chained(anEntry(place), placeOf(entries.at(-1))));
  return entries;
}

function placeOf(entry: ChainedEntry | undefined): Link {
  return entry ? linkOf(entry) : START;
}

function check(entries: readonly object[], noted?: Link) {
  return checkChain(given(entries), { noted });
}

async function* given(entries: readonly object[]): AsyncGenerator<KeptEntry> {
  yield* entries as readonly KeptEntry[];
}

/** Changes the entry in one place. */
function at(place: number, change: (entry: ChainedEntry) => object): Tampering {
  return (entries) => entries.map((entry) => (entry._id === place ? change(entry) : entry));
}
