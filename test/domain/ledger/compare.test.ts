import assert from 'node:assert/strict';
import { sessionDifferences, type Session } from '../../../domain/ledger/compare.ts';
import type { Difference } from '../../../domain/ledger/difference.ts';
import type { LedgerEntry } from '../../../domain/ledger/entry.ts';
import { networkDifferences, type Movement } from '../../../domain/ledger/network-book.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import { toDecimal, type Money } from '../../../domain/money.ts';
import { codeOf, CREATED_AT, DAY_MS, kwd, referenceOf } from '../../support/builders.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anOperationRequest, doneThere, operated, paid } from './support/operations.ts';

const REFUNDED = operated(
  paid('purchase'),
  anOperationRequest('refund', '1', { amount: kwd('30') }),
);
const { sessionId, merchantId, operations = [] } = REFUNDED;
const ENTRIES = entriesOf(REFUNDED, CREATED_AT);
const [CAPTURE, REFUND] = [entryAt(0), entryAt(1)];
const SOUND: Session = { sessionId, transaction: REFUNDED, entries: ENTRIES, operations };
const STRANGER: LedgerEntry = {
  ...REFUND,
  id: `${sessionId}/refund/demoXXXXXX`,
  referenceNumber: referenceOf('demoXXXXXX'),
};

function entryAt(at: number): LedgerEntry {
  const entry = ENTRIES[at];
  assert.ok(entry);
  return entry;
}

/** The entry with other amounts, in balance all the same. */
function times(entry: LedgerEntry, factor: number): LedgerEntry {
  return {
    ...entry,
    lines: entry.lines.map(({ account, amount }) => ({
      account,
      amount: { ...amount, minor: (amount.minor * factor) as Money['minor'] },
    })),
  };
}

const unbalanced = { ...CAPTURE, lines: CAPTURE.lines.slice(0, 2) };
const swapped = {
  ...CAPTURE,
  lines: CAPTURE.lines.map((line) =>
    line.account === 'fees' ? { ...line, account: 'sales' as const } : line,
  ),
};

const SESSIONS: readonly (readonly [what: string, Partial<Session>, readonly string[]])[] = [
  ['nothing where all say the same', {}, []],
  [
    'lines that do not come to nothing',
    { entries: [unbalanced, REFUND] },
    [
      'unbalanced demoAAAAAA capture 2.000 -',
      'posted-otherwise demoAAAAAA account card/fees/KWD - -2.000',
    ],
  ],
  ['an event without its entry', { entries: [CAPTURE] }, ['not-posted demoOP1 refund - 30.000']],
  [
    'an entry without an event',
    { entries: [...ENTRIES, STRANGER] },
    ['not-implied demoXXXXXX refund 30.000 -'],
  ],
  [
    'another amount',
    { entries: [CAPTURE, times(REFUND, 2)] },
    ['posted-otherwise demoOP1 refund 60.000 30.000'],
  ],
  [
    'the right amount on a wrong account',
    { entries: [swapped, REFUND] },
    [
      'posted-otherwise demoAAAAAA account card/sales/KWD -72.000 -70.000',
      'posted-otherwise demoAAAAAA account card/fees/KWD - -2.000',
    ],
  ],
  [
    'an operation without its document',
    { operations: [] },
    ['operation demoOP1 refund has no document - 30.000'],
  ],
  [
    'an operation whose document stands otherwise',
    { operations: operations.map((one) => ({ ...one, state: 'queued' as const })) },
    [
      'operation demoOP1 refund is done in the transaction and queued in its document 30.000 30.000',
    ],
  ],
  [
    'a document of an operation that the transaction does not have',
    { transaction: paid('purchase'), entries: [CAPTURE] },
    ['operation demoOP1 refund is not in the transaction - 30.000'],
  ],
];

/** What is told of it where all else is as it must be. */
function told(figured: Transaction) {
  return sessionDifferences({
    sessionId: figured.sessionId,
    transaction: figured,
    figured,
    entries: entriesOf(figured, 0),
    operations: figured.operations ?? [],
  }).map(({ about: what }) => what);
}

/** Its payment has succeeded then; undefined: nothing says when. */
function succeededThen(concludedAt: number | undefined): Transaction {
  const attempts = REFUNDED.attempts.map(({ concludedAt: _before, ...attempt }) => ({
    ...attempt,
    ...(concludedAt !== undefined && { concludedAt }),
  }));
  return { ...REFUNDED, attempts };
}

describe('the comparison within the system', () => {
  for (const [what, given, expected] of SESSIONS)
    it(`names ${what}`, () => {
      const found = sessionDifferences({ ...SOUND, ...given });
      assert.deepEqual(found.map(words), expected);
      for (const one of found)
        assert.deepEqual([one.merchantId, one.sessionId], [merchantId, sessionId]);
    });

  it('names an attempt that a route has led to an account of another environment or kind', () => {
    const routed = paid('purchase');
    const [method] = routed.methods;
    assert.ok(method);
    const behind = (account: Partial<typeof method>) => {
      const route = { ...method, pgCode: codeOf('cards'), accounts: [{ ...method, ...account }] };
      const figured = { ...routed, methods: [route], pgCodes: [route.pgCode] };
      const session = { sessionId: routed.sessionId, transaction: figured, figured };
      return sessionDifferences({ ...session, entries: entriesOf(figured, 0), operations: [] });
    };
    assert.deepEqual(behind({}), []);
    for (const [name, account] of [
      ['sandbox', { sandbox: !method.sandbox }],
      ['kind', { kind: 'authorize' }],
    ] as const) {
      const [found, ...others] = behind(account);
      assert.ok(found?.about?.startsWith(`${name}, `), JSON.stringify(found));
      assert.deepEqual(others, []);
    }
  });

  it('names the rest of a hold that a gateway has let go, and nobody has written down', () => {
    const asked = anOperationRequest('capture', '1', { amount: kwd('40') });
    const once = { ...asked, capabilities: { ...asked.capabilities, captures: 'once' as const } };
    const captured = operated(paid('authorize'), once);
    const freed = doneThere(captured, 'void', {
      amount: kwd('62'),
      reference: referenceOf('demoAAAAAA'),
    });
    assert.deepEqual(told(captured), [
      'what is still held, though its gateway has let it go, which is 62.000 KWD and must be nothing,',
    ]);
    assert.deepEqual(told(freed), []);
    assert.deepEqual(told(operated(paid('authorize'), asked)), []);
  });

  describe('with a refund that was heard of an hour before the success of its payment', () => {
    const MINUTE = 60_000;
    const succeededAt = CREATED_AT + 60 * MINUTE;
    const found = (transaction: Transaction, at: number) =>
      sessionDifferences({
        ...SOUND,
        transaction,
        entries: [
          { ...CAPTURE, at: succeededAt },
          { ...REFUND, at },
        ],
        operations: operations.map((one) => ({ ...one, concludedAt: CREATED_AT })),
      }).map(({ kind, reference }) => `${kind} ${reference}`);

    for (const [what, concludedAt, at, expected] of [
      ['takes its entry with that success', succeededAt, succeededAt, []],
      ['takes its entry a moment later', succeededAt, succeededAt + 9 * MINUTE, []],
      ['names its entry later', succeededAt, succeededAt + 11 * MINUTE, ['figure demoOP1']],
      ['names its entry before it', succeededAt, CREATED_AT - 1, ['figure demoOP1']],
      ['takes its entry where nothing says when that was', undefined, succeededAt + DAY_MS, []],
    ] as const)
      it(what, () => {
        assert.deepEqual(found(succeededThen(concludedAt), at), expected);
      });

    it('names the entry of what undoes it where that is late', () => {
      const reversedAt = CREATED_AT + MINUTE;
      const undone = {
        ...succeededThen(succeededAt),
        operations: operations.map((one) => ({ ...one, reversedAt })),
      };
      const about = (at: number) =>
        sessionDifferences({
          ...SOUND,
          transaction: undone,
          entries: entriesOf(undone, succeededAt).map((entry) =>
            entry.event === 'refund-reversed' ? { ...entry, at } : entry,
          ),
          operations: [],
        }).filter(({ kind }) => kind === 'figure');
      assert.deepEqual(about(reversedAt), []);
      assert.equal(about(succeededAt).length, 1);
    });
  });

  it('names every entry of a transaction that is not there', () => {
    const found = sessionDifferences({ sessionId, entries: ENTRIES, operations: [] });
    assert.deepEqual(found.map(words), [
      'no-transaction demoAAAAAA capture 102.000 -',
      'no-transaction demoOP1 refund 30.000 -',
    ]);
  });
});

const CAPTURED = aMovement('capture', '102');
const REFUND_THERE = aMovement('refund', '30');
const BOOKS: readonly (readonly [what: string, readonly Movement[], readonly string[]])[] = [
  ['nothing where both say the same', [REFUND_THERE, CAPTURED], []],
  ['what the network lacks', [CAPTURED], ['not-there demoAAAAAA refund 30.000 -']],
  [
    'what only the network has, also when it is a second of the same',
    [CAPTURED, REFUND_THERE, REFUND_THERE],
    ['not-here demoAAAAAA refund - 30.000'],
  ],
  [
    'another amount',
    [CAPTURED, aMovement('refund', '31')],
    ['there-otherwise demoAAAAAA refund 30.000 31.000'],
  ],
  [
    'another thing',
    [aMovement('authorize', '102'), REFUND_THERE],
    ['not-there demoAAAAAA capture 102.000 -', 'not-here demoAAAAAA authorize - 102.000'],
  ],
];

describe('the comparison with a network', () => {
  for (const [what, movements, expected] of BOOKS)
    it(`names ${what}`, () => {
      const owner = { merchantId, sessionId };
      assert.deepEqual(networkDifferences(owner, ENTRIES, movements).map(words), expected);
    });

  it('asks no network for what went to a wallet', () => {
    const transaction = operated(
      paid('purchase'),
      anOperationRequest('refund', '1', { destination: 'wallet' }),
    );
    const entries = entriesOf(transaction, CREATED_AT);
    assert.deepEqual(networkDifferences({ merchantId, sessionId }, entries, [CAPTURED]), []);
  });
});

function aMovement(kind: Movement['kind'], amount: string): Movement {
  return { kind, paymentReference: referenceOf('demoAAAAAA'), amount: kwd(amount) };
}

function words({ kind, reference, about, ledger, other }: Difference): string {
  return `${kind} ${reference} ${about} ${shown(ledger)} ${shown(other)}`;
}

function shown(amount: Money | undefined): string {
  return amount ? toDecimal(amount) : '-';
}
