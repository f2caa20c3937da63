import assert from 'node:assert/strict';
import { Refusal } from '../../../domain/refusal.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  refuseWhole,
  walletService,
  wholeByWallet,
  type Purse,
} from '../../../domain/wallet/whole.ts';
import { aMethod, aTransaction, CREATED_AT, codeOf, DAY_MS, kwd } from '../../support/builders.ts';

const SARA = { customer: { id: 'sara' } };
const FULL: Purse = { status: 'active', spendable: kwd('12.500') };
const [A, B, C] = [codeOf('a'), codeOf('b'), codeOf('c')];

describe('a wallet that pays all at the word of a server', () => {
  it('pays the whole amount, whoever has looked or tried before', () => {
    for (const state of ['created', 'pending', 'attempted'] as const)
      assert.deepEqual(
        wholeByWallet(aTransaction({ ...SARA, state }), FULL, CREATED_AT),
        kwd('12.500'),
      );
  });

  const refused: readonly (readonly [string, Transaction, Partial<Purse>, string])[] = [
    ['paid already', aTransaction({ ...SARA, state: 'paid' }), {}, 'invalid_state'],
    ['canceled', aTransaction({ ...SARA, state: 'canceled' }), {}, 'invalid_state'],
    ['expired', aTransaction({ ...SARA, state: 'expired' }), {}, 'expired'],
    ['too late', aTransaction({ ...SARA, expiresAt: CREATED_AT - DAY_MS }), {}, 'expired'],
    ['nobody', aTransaction({ customer: {} }), {}, 'operation_not_supported'],
    [
      'only held',
      aTransaction({ ...SARA, methods: [aMethod({ kind: 'authorize' })] }),
      {},
      'operation_not_supported',
    ],
    ['suspended', aTransaction(SARA), { status: 'suspended' }, 'account_inactive'],
    ['closed', aTransaction(SARA), { status: 'closed' }, 'account_inactive'],
    [
      'a fils short',
      aTransaction(SARA),
      { spendable: kwd('12.499') },
      'amount_exceeds_balance 12.499',
    ],
  ];
  for (const [what, transaction, purse, expected] of refused)
    it(`does not where it is ${what}`, () => {
      assert.equal(
        said(() => wholeByWallet(transaction, { ...FULL, ...purse }, CREATED_AT)),
        expected,
      );
    });

  it('does not where the customer has none', () => {
    const none = { spendable: kwd('0') };
    const answer = said(() => wholeByWallet(aTransaction(SARA), none, CREATED_AT));
    assert.equal(answer, 'amount_exceeds_balance 0.000');
  });

  it('says what holds by now where the wallet has refused what it seemed to have', () => {
    for (const [purse, expected] of [
      [{ spendable: kwd('1') }, 'amount_exceeds_balance 1.000'],
      [{ status: 'suspended' }, 'account_inactive'],
      // Money has come back meanwhile.
      [{}, 'amount_exceeds_balance 12.500'],
    ] as const)
      assert.equal(
        said(() => refuseWhole(aTransaction(SARA), { ...FULL, ...purse }, CREATED_AT)),
        expected,
      );
  });

  const services: readonly (readonly [
    string,
    readonly (typeof A)[],
    typeof A | undefined,
    string,
  ])[] = [
    ['the only one', [A], undefined, 'a'],
    ['the only one by name', [A], A, 'a'],
    ['the named one of several', [A, B], B, 'b'],
    [
      'none of several without a name',
      [A, B],
      undefined,
      'validation_error: {"pg_code":["Say which: a, b."]}',
    ],
    [
      'none that lacks the service',
      [A, B],
      C,
      'validation_error: {"pg_code":["The wallet service is of a, b, not of this one."]}',
    ],
    [
      'none where there is none',
      [],
      A,
      'validation_error: {"pg_code":["No method of this transaction is of an account with the wallet service."]}',
    ],
  ];
  for (const [what, offered, named, expected] of services)
    it(`is of ${what}`, () => {
      assert.equal(
        said(() => walletService(offered, named)),
        expected,
      );
    });
});

/** What comes out: the value, or the refusal's code and what it adds. */
function said(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, facts, fields } = error;
    const available = facts?.['available'];
    if (typeof available === 'string') return `${code} ${available}`;
    return fields ? `${code}: ${JSON.stringify(fields)}` : code;
  }
}
