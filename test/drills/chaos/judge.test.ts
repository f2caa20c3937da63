import assert from 'node:assert/strict';
import type {
  Observations,
  SaleDocument,
  SaleObservations,
} from '../../../drills/chaos/observations.ts';
import { judgeChaos, whyNotFinal, type ChaosFaultKind } from '../../../drills/chaos/judge.ts';
import { sessionIdOf } from '../../api/support/records.ts';

const SESSION = sessionIdOf('ab'.repeat(20));
const BY_CARD = { referenceNumber: 'ref-1', state: 'success', unanswered: false } as const;
const PAID: SaleDocument = {
  sessionId: SESSION,
  state: 'paid',
  attempts: [BY_CARD],
  sequence: 1,
  alerts: [],
};
/** A sale as it should be: paid once, known everywhere, told once. */
const PAID_SALE: SaleObservations = {
  orderNo: 'ORDER-1',
  means: 'to pay',
  asked: '12.340 KWD',
  told: SESSION,
  documents: [PAID],
  run: { isOpen: false, state: 'paid' },
  payments: [{ reference: 'ref-1', status: 'CAPTURED' }],
  moved: ['capture 12.340 KWD'],
  heard: [{ eventId: 'event-1', sequence: 1, result: 'success', body: '{}' }],
  finalAfterMs: 2000,
};
/** Whoever left: nothing was paid, and it has expired. */
const LEFT_SALE: SaleObservations = {
  ...PAID_SALE,
  means: 'to leave',
  documents: [{ ...PAID, state: 'expired', attempts: [], sequence: 0 }],
  run: { isOpen: false, state: 'expired' },
  payments: [],
  moved: [],
  heard: [],
};
const INNOCENT: Observations = {
  sales: [PAID_SALE, LEFT_SALE],
  strays: [],
  forged: 0,
  failedRuns: [],
  unreplayable: [],
  complaints: [],
  falls: [],
  turnedAway: [],
};

const paidBut = (change: Partial<SaleDocument>): Partial<SaleObservations> => ({
  documents: [{ ...PAID, ...change }],
});
const attempt = (change: Partial<SaleDocument['attempts'][number]>) => ({
  attempts: [{ ...BY_CARD, ...change }],
});
const { documents: _documents, ...NOWHERE } = PAID_SALE;
const { run: _run, ...WITHOUT_RUN } = PAID_SALE;
const { finalAfterMs: _finalAfterMs, ...SLOW } = PAID_SALE;
const { told: _told, ...UNTOLD } = PAID_SALE;

/** What can be wrong with a sale that should be paid, and all that the judge must say of it. */
const CRIMES: readonly (readonly [
  what: string,
  sale: SaleObservations,
  found: readonly ChaosFaultKind[],
])[] = [
  [
    'was charged twice',
    { ...PAID_SALE, moved: ['capture 12.340 KWD', 'capture 12.340 KWD'] },
    ['charged-twice'],
  ],
  ['was charged another amount', { ...PAID_SALE, moved: ['capture 12.341 KWD'] }, ['wrong-money']],
  [
    'was charged in another currency',
    { ...PAID_SALE, moved: ['capture 12.340 USD'] },
    ['wrong-money'],
  ],
  ['was only held', { ...PAID_SALE, moved: ['authorize 12.340 KWD'] }, ['wrong-money']],
  ['is paid without any money', { ...PAID_SALE, moved: [] }, ['paid-without-money']],
  ['has no document', { ...NOWHERE, documents: [] }, ['lost']],
  [
    'is another one than the merchant was told of',
    { ...PAID_SALE, told: 'cd'.repeat(20) },
    ['lost'],
  ],
  ['was made twice', { ...PAID_SALE, documents: [PAID, PAID] }, ['made-twice']],
  [
    'was never answered, and not made either',
    { ...UNTOLD, documents: [], moved: [], payments: [], heard: [] },
    ['not-served'],
  ],
  [
    'has expired although the network has taken the money',
    {
      ...PAID_SALE,
      ...paidBut({ state: 'expired', ...attempt({ state: 'pending' }) }),
      run: { isOpen: false, state: 'expired' },
    },
    ['lost', 'not-final', 'not-served'],
  ],
  [
    'is unpaid, with a closed workflow',
    {
      ...PAID_SALE,
      ...paidBut({ state: 'pending', ...attempt({ state: 'pending' }), sequence: 0 }),
      run: { isOpen: false, state: 'pending' },
      moved: [],
      payments: [],
      heard: [],
    },
    ['not-final', 'not-served', 'closed-early'],
  ],
  [
    'is unpaid, with an open workflow',
    {
      ...PAID_SALE,
      ...paidBut({ state: 'attempted', ...attempt({ state: 'failed' }), sequence: 0 }),
      run: { isOpen: true, state: 'attempted' },
      moved: [],
      payments: [],
      heard: [],
    },
    ['not-final', 'not-served'],
  ],
  [
    'is paid, and an attempt that the network has declined is still pending',
    {
      ...PAID_SALE,
      ...paidBut({
        attempts: [
          { referenceNumber: 'ref-0', state: 'pending', unanswered: false },
          ...PAID.attempts,
        ],
      }),
      payments: [{ reference: 'ref-0', status: 'DECLINED' }, ...PAID_SALE.payments],
    },
    ['not-final'],
  ],
  [
    'is paid, and nobody knows of the decline of an older attempt',
    {
      ...PAID_SALE,
      ...paidBut({
        attempts: [
          { referenceNumber: 'ref-0', state: 'canceled', unanswered: true },
          ...PAID.attempts,
        ],
      }),
      payments: [{ reference: 'ref-0', status: 'CANCELED' }, ...PAID_SALE.payments],
    },
    ['not-final'],
  ],
  ...(['unsent', 'refused', 'closed', 'soft-decline'] as const).map((ending) => {
    const before = { referenceNumber: 'ref-0', state: 'error', unanswered: false } as const;
    const after = { referenceNumber: 'ref-0', ending };
    return [
      `went to another account after one was ${ending}, whose page is still open`,
      {
        ...PAID_SALE,
        ...paidBut({ attempts: [before, { ...BY_CARD, after }] }),
        payments: [{ reference: 'ref-0', status: 'PENDING' }, ...PAID_SALE.payments],
      },
      ['went-on-too-early'],
    ] as const;
  }),
  ['became final too late', SLOW, ['final-late']],
  ['has no workflow', WITHOUT_RUN, ['no-run']],
  [
    'is over, and its workflow is not',
    { ...PAID_SALE, run: { isOpen: true, state: 'paid' } },
    ['never-closed'],
  ],
  [
    'is something else to its workflow',
    { ...PAID_SALE, run: { isOpen: false, state: 'pending' } },
    ['run-disagrees'],
  ],
  ['was never told', { ...PAID_SALE, heard: [] }, ['webhook-missing', 'webhook-missing']],
  [
    'was told of something, and not of the success',
    { ...PAID_SALE, heard: [{ eventId: 'e', sequence: 1, result: 'failed', body: '{}' }] },
    ['webhook-missing'],
  ],
  [
    'misses the first of two notices',
    {
      ...PAID_SALE,
      ...paidBut({ sequence: 2 }),
      heard: [{ eventId: 'e', sequence: 2, result: 'success', body: '{}' }],
    },
    ['webhook-missing'],
  ],
  [
    'was told in two versions',
    { ...PAID_SALE, heard: [...PAID_SALE.heard, { ...PAID_SALE.heard[0], body: '[]' }] as never },
    ['webhook-changed'],
  ],
  [
    'was told of twice',
    {
      ...PAID_SALE,
      ...paidBut({ sequence: 2 }),
      heard: [
        ...PAID_SALE.heard,
        { eventId: 'event-2', sequence: 2, result: 'success', body: '{}' },
      ],
    },
    ['told-twice'],
  ],
  [
    'was told more than is known here',
    {
      ...PAID_SALE,
      heard: [
        ...PAID_SALE.heard,
        { eventId: 'event-2', sequence: 2, result: 'pending', body: '{}' },
      ],
    },
    ['webhook-changed'],
  ],
];

describe('the judge of a chaos run', () => {
  it('acquits when all is as it should be', () => {
    assert.deepEqual(judgeChaos(INNOCENT), []);
  });

  for (const [what, sale, found] of CRIMES)
    it(`sees when a payment ${what}`, () => {
      const faults = judgeChaos({ ...INNOCENT, sales: [...INNOCENT.sales, sale] });
      assert.deepEqual(
        faults.map(({ kind }) => kind),
        found,
      );
      for (const { about } of faults) assert.equal(about, sale.orderNo);
    });

  const others: readonly (readonly [ChaosFaultKind, Partial<Observations>])[] = [
    ['stray-money', { strays: ['ref-9'] }],
    ['webhook-forged', { forged: 2 }],
    ['run-failed', { failedRuns: ['transaction/x'] }],
    ['unreplayable', { unreplayable: ['transaction/x: Nondeterminism error'] }],
    ['complaint', { complaints: [{ orderNo: 'ORDER-1', what: 'create: 500' }] }],
    ['fell', { falls: ['worker ended with code 1'] }],
  ];
  for (const [kind, more] of others)
    it(`sees ${kind} beside the payments`, () => {
      assert.deepEqual(
        judgeChaos({ ...INNOCENT, ...more }).map((fault) => fault.kind),
        [kind],
      );
    });

  for (const [ending, status] of [
    ['closed', 'CANCELED'],
    ['soft-decline', 'DECLINED'],
    ['unsent', undefined],
  ] as const)
    it(`acquits an attempt at another account after one was ${ending}, which is ${status ?? 'unknown'} at the network`, () => {
      const before = { referenceNumber: 'ref-0', state: 'canceled', unanswered: false } as const;
      const after = { referenceNumber: 'ref-0', ending };
      const sale = {
        ...PAID_SALE,
        ...paidBut({ attempts: [before, { ...BY_CARD, after }] }),
        payments: [...(status ? [{ reference: 'ref-0', status }] : []), ...PAID_SALE.payments],
      };
      assert.deepEqual(judgeChaos({ ...INNOCENT, sales: [sale] }), []);
    });

  it('lets one run in ten begin anew', () => {
    const sales = Array.from({ length: 10 }, () => PAID_SALE);
    const broken = (count: number) =>
      judgeChaos({
        ...INNOCENT,
        sales,
        unreplayable: Array.from({ length: count }, () => 'x: Nondeterminism'),
      }).filter(({ kind }) => kind === 'unreplayable').length;
    assert.deepEqual([broken(1), broken(2)], [0, 2]);
  });

  it('takes the same notice twice for what it is: a repetition', () => {
    const heard = [...PAID_SALE.heard, ...PAID_SALE.heard];
    assert.deepEqual(judgeChaos({ ...INNOCENT, sales: [{ ...PAID_SALE, heard }] }), []);
  });

  it('waits for nobody who has left a card page open', () => {
    const documents = [{ ...PAID, state: 'expired' as const, ...attempt({ state: 'pending' }) }];
    assert.equal(
      whyNotFinal({ documents, payments: [{ reference: 'ref-1', status: 'OPEN' }] }),
      undefined,
    );
  });
});
