import assert from 'node:assert/strict';
import { balancesOf, outOfBalance } from '../../../domain/ledger/balance.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import { adjustmentEntry, walletDifferences } from '../../../domain/ledger/wallet-book.ts';
import {
  removedPaymentDifferences,
  settledPartDifferences,
  walletPaymentDifferences,
} from '../../../domain/ledger/wallet-figures.ts';
import { isPositive, toDecimal, type Money } from '../../../domain/money.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { openAccount, type WalletAccount } from '../../../domain/wallet/account.ts';
import type { WalletOperation } from '../../../domain/wallet/entry.ts';
import { againKey, reservationKey } from '../../../domain/wallet/part.ts';
import type { WalletPartState } from '../../../domain/wallet/wallet-part.ts';
import {
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  CARD,
  kwd,
  aMerchantId,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';

function sum(amount: Money, sandbox = false) {
  return { merchantId: SHOP, sandbox, amount };
}

/** A payment of 50.000 of which the gateway has taken `charged`, and the wallet the rest. */
function paid(charged: string, wallet: string, state: WalletPartState = 'spent'): Transaction {
  return aTransaction({
    amount: kwd('50'),
    state: 'paid',
    settledPgCode: CARD,
    settledAmount: kwd('50'),
    attempts: [
      anAttempt({
        amount: kwd(charged),
        fee: isPositive(kwd(charged)) ? kwd('10') : kwd('0'),
        state: 'success',
        wallet: { amount: kwd(wallet), sessionId: sessionOf('c1'), state },
      }),
    ],
  });
}

function balances(transaction: Transaction): Readonly<Record<string, string>> {
  const entries = entriesOf(transaction, CREATED_AT);
  for (const entry of entries) assert.deepEqual(outOfBalance(entry), []);
  return Object.fromEntries(
    balancesOf(entries).map(({ account, amount }) => [account, toDecimal(amount)]),
  );
}

const ADJUSTMENT = {
  merchantId: SHOP,
  operationId: 7,
  amount: kwd('2.5'),
  createdAt: CREATED_AT,
  sandbox: false,
};

describe('the ledger of wallets', () => {
  const CASES = [
    ['20', '30', { gateway: '30.000', sales: '-50.000', fees: '-10.000', wallet: '30.000' }],
    ['0', '50', { wallet: '50.000', sales: '-50.000' }],
  ] as const;
  for (const [charged, wallet, expected] of CASES)
    it(`has sold all of what a wallet paid ${wallet} of and a gateway ${charged}`, () => {
      assert.deepEqual(balances(paid(charged, wallet)), expected);
    });

  it('has nothing of a part that was never spent', () => {
    assert.equal(balances(paid('20', '30', 'released'))['wallet'], undefined);
  });

  for (const [type, gives] of [
    ['credit_adjustment', '2.500'],
    ['debit_adjustment', '-2.500'],
  ] as const)
    it(`has a ${type} in balance, and no payment for it`, () => {
      const entry = adjustmentEntry({ ...ADJUSTMENT, type });
      assert.deepEqual(outOfBalance(entry), []);
      assert.deepEqual(
        balancesOf([entry]).map(({ account, amount }) => [account, toDecimal(amount)]),
        [
          ['adjustments', gives],
          ['wallet', gives === '2.500' ? '-2.500' : '2.500'],
        ],
      );
      const { sessionId } = entry;
      assert.deepEqual(sessionDifferences({ sessionId, entries: [entry], operations: [] }), []);
    });

  it('gives each adjustment of each merchant a name of its own', () => {
    const other = aMerchantId('other');
    const names = [
      ADJUSTMENT,
      { ...ADJUSTMENT, operationId: 8 },
      { ...ADJUSTMENT, merchantId: other },
    ].map((one) => adjustmentEntry({ ...one, type: 'credit_adjustment' }).id);
    assert.equal(new Set(names).size, 3);
  });

  it('differs from the wallets by merchant, currency and sandbox, and nothing is as good as none', () => {
    const told = walletDifferences(
      [sum(kwd('5')), sum(kwd('1'), true), sum(amountOf('0.00', 'USD'))],
      [sum(kwd('5')), sum(kwd('2'), true), sum(amountOf('3.00', 'SAR'))],
    );
    assert.deepEqual(
      told.map(({ about, reference, ledger, other }) => [
        about,
        reference,
        ledger && toDecimal(ledger),
        other && toDecimal(other),
      ]),
      [
        ['all wallets of the sandbox', 'KWD', '1.000', '2.000'],
        ['all wallets', 'SAR', undefined, '3.00'],
      ],
    );
  });
});

const payment = (state: WalletPartState) => ({
  ...paid('20', '30', state),
  customer: { id: 'sara' },
});

describe('a wallet beside its payments', () => {
  const account: WalletAccount = {
    ...openAccount(
      { merchantId: SHOP, customerId: 'sara', currency: kwd('0').currency, sandbox: false },
      { id: 'w1', number: 1, now: CREATED_AT },
    ),
    balance: kwd('30'),
    reserved: kwd('30'),
  };
  function reservation(status: WalletOperation['status']): WalletOperation {
    const { sessionId, attempts } = payment('reserved');
    const [attempt] = attempts;
    assert.ok(attempt);
    return {
      id: 7,
      merchantId: SHOP,
      accountId: account.id,
      key: reservationKey({ sessionId }, attempt),
      type: 'reservation',
      status,
      amount: kwd('30'),
      balance: kwd('30'),
      sessionId,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    };
  }

  for (const state of ['wanted', 'reserved', 'spent', 'refused', 'released', 'returned'] as const)
    it(`is named where it has money set aside for a part that is ${state}, unless that is open`, () => {
      const found = walletPaymentDifferences(account, reservation('pending'), payment(state));
      assert.equal(found.length, state === 'wanted' || state === 'reserved' ? 0 : 1);
    });

  for (const [statuses, count] of [
    [['completed'], 0],
    [['reversed'], 1],
    [['canceled', 'completed'], 0],
    [['reversed', 'completed'], 0],
    [['canceled', 'reversed'], 1],
    [[], 0],
  ] as const)
    it(`is named where its operations for a part that is spent are ${statuses.join(', ') || 'those of another'}, unless one is completed`, () => {
      const operations = statuses.map((status, at) => {
        const one = reservation(status);
        return { ...one, key: at === 0 ? one.key : againKey(one.key) };
      });
      const found = settledPartDifferences({ account, operations }, payment('spent'));
      assert.equal(found.length, count);
    });

  it('is not named where a part that was spent for what is not paid is back', () => {
    const operations = [reservation('reversed')];
    assert.deepEqual(settledPartDifferences({ account, operations }, payment('returned')), []);
  });

  for (const status of ['pending', 'completed', 'canceled', 'expired', 'reversed'] as const)
    it(`is named where money of a removed payment is ${status}, unless it is back`, () => {
      const found = removedPaymentDifferences(account, reservation(status));
      assert.equal(found.length, status === 'pending' || status === 'completed' ? 1 : 0);
    });
});
