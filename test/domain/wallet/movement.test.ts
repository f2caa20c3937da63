import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { zero, type Money } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  availableBalance,
  openAccount,
  type WalletAccount,
  type WalletStatus,
} from '../../../domain/wallet/account.ts';
import { ENTRY_TYPES, type EntryType } from '../../../domain/wallet/entry.ts';
import { directionOf, inStatus, moved, refuseCredit } from '../../../domain/wallet/movement.ts';
import type { WalletPolicy } from '../../../domain/wallet/policy.ts';
import { amountOf, CREATED_AT, kwd } from '../../support/builders.ts';
import { aWallet, HOLDER } from '../../support/wallets.ts';

const NOW = CREATED_AT + 1000;

describe('a movement of a wallet', () => {
  // What each entry does to 10 dinars of which 4 are set aside, when it is about 4 dinars.
  for (const [type, direction, balance, reserved] of [
    ['credit_refund', 'credit', '14', '4'],
    ['credit_adjustment', 'credit', '14', '4'],
    ['reversal', 'credit', '14', '4'],
    ['debit_adjustment', 'debit', '6', '4'],
    ['reserve', 'debit', '10', '8'],
    ['release', 'credit', '10', '0'],
    ['expire', 'credit', '10', '0'],
    ['debit_payment', 'debit', '6', '0'],
  ] as const)
    it(`${type} is a ${direction} and leaves ${balance} with ${reserved} set aside`, () => {
      const before = aWallet({ balance: kwd('10'), reserved: kwd('4') });
      const after = moved(before, { type, amount: kwd('4'), now: NOW });
      assert.equal(directionOf(type), direction);
      assert.deepEqual(after, {
        ...before,
        balance: kwd(balance),
        reserved: kwd(reserved),
        updatedAt: NOW,
      });
    });

  const never = 'account_inactive';
  for (const [type, suspended, closed] of [
    ['credit_refund', never, never],
    ['reserve', never, never],
    ['credit_adjustment', 'goes', never],
    ['debit_adjustment', 'goes', 'goes'],
    ['release', 'goes', never],
    ['expire', 'goes', never],
    ['debit_payment', 'goes', never],
    ['reversal', 'goes', 'goes'],
  ] as const)
    it(`${type} in a suspended wallet: ${suspended}, in a closed one: ${closed}`, () => {
      assert.equal(movedWhile('active', type), 'goes');
      assert.equal(movedWhile('suspended', type), suspended);
      assert.equal(movedWhile('closed', type), closed);
    });

  for (const type of ['reserve', 'debit_adjustment'] as const)
    it(`${type} takes no more than what is not set aside, and says how much that is`, () => {
      const wallet = aWallet({ balance: kwd('10'), reserved: kwd('4') });
      moved(wallet, { type, amount: kwd('6'), now: NOW });
      assert.throws(
        () => moved(wallet, { type, amount: kwd('6.001'), now: NOW }),
        (error: unknown) =>
          error instanceof Refusal &&
          error.code === 'amount_exceeds_balance' &&
          error.facts?.['available'] === '6.000',
      );
    });

  it('is of more than nothing, in the currency of the wallet', () => {
    const wallet = aWallet({ balance: kwd('10') });
    assert.throws(
      () => moved(wallet, { type: 'credit_refund', amount: kwd('0'), now: NOW }),
      RangeError,
    );
    assert.throws(
      () => moved(wallet, { type: 'credit_refund', amount: amountOf('1', 'USD'), now: NOW }),
      RangeError,
    );
  });

  it('frees no more than was set aside', () => {
    const wallet = aWallet({ balance: kwd('10'), reserved: kwd('1') });
    assert.throws(() => moved(wallet, { type: 'release', amount: kwd('2'), now: NOW }), RangeError);
  });

  it('never loses a fil, whatever happens in whatever order', () => {
    const steps = fc.array(
      fc.record({ type: fc.constantFrom(...ENTRY_TYPES), fils: fc.integer({ min: 1, max: 5000 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (wanted) => {
        const end = wanted.reduce(
          ({ wallet, balance, reserved }, { type, fils }) => {
            const amount = { ...kwd('0'), minor: fils as Money['minor'] };
            const after = attempt(wallet, type, amount);
            if (!after) return { wallet, balance, reserved };
            // The book says the same as the balance, line by line.
            return {
              wallet: after,
              balance: balance + fils * BALANCE[type],
              reserved: reserved + fils * RESERVED[type],
            };
          },
          { wallet: aWallet(), balance: 0, reserved: 0 },
        );
        assert.equal(end.wallet.balance.minor, end.balance);
        assert.equal(end.wallet.reserved.minor, end.reserved);
        assert.ok(end.balance >= 0 && end.reserved >= 0);
        assert.ok(availableBalance(end.wallet).minor >= 0);
      }),
    );
  });
});

describe('the policy of a merchant', () => {
  const policy: WalletPolicy = {
    currencies: [kwd('0').currency, amountOf('0', 'USD').currency],
    highestCredit: [kwd('100')],
    highestBalance: [kwd('250'), amountOf('50', 'USD')],
  };
  for (const [what, amount, balance, expected] of [
    ['a credit at its highest', kwd('100'), kwd('0'), 'goes'],
    ['a fil more', kwd('100.001'), kwd('0'), 'policy_violation'],
    ['a balance at its highest', kwd('50'), kwd('200'), 'goes'],
    ['a balance of a fil more', kwd('50.001'), kwd('200'), 'policy_violation'],
    ['a currency without a highest credit', amountOf('50', 'USD'), amountOf('0', 'USD'), 'goes'],
    ['its highest balance', amountOf('50.01', 'USD'), amountOf('0', 'USD'), 'policy_violation'],
    ['another currency', amountOf('1', 'SAR'), amountOf('0', 'SAR'), 'policy_violation'],
  ] as const)
    it(`lets ${what}: ${expected}`, () => {
      const wallet = aWallet({
        currency: amount.currency,
        balance,
        reserved: zero(amount.currency),
      });
      for (const type of ['credit_refund', 'credit_adjustment'] as const)
        assert.equal(
          outcome(() => moved(wallet, { type, amount, now: NOW }, policy)),
          expected,
        );
      assert.equal(
        outcome(() => {
          refuseCredit(wallet, amount, policy);
        }),
        expected,
      );
    });

  it('says nothing of what is taken or given back', () => {
    const wallet = aWallet({ balance: kwd('900'), reserved: kwd('400') });
    for (const type of ['reserve', 'release', 'debit_payment', 'reversal'] as const)
      assert.equal(
        outcome(() => moved(wallet, { type, amount: kwd('400'), now: NOW }, policy)),
        'goes',
      );
  });

  it('is asked for a wallet that is not there yet', () => {
    refuseCredit(undefined, kwd('100'), policy);
    assert.throws(() => {
      refuseCredit(undefined, kwd('100.001'), policy);
    }, Refusal);
  });

  it('is no limit where it says nothing, up to what can be held exactly', () => {
    const most = { ...kwd('0'), minor: Number.MAX_SAFE_INTEGER as Money['minor'] };
    refuseCredit(undefined, most, {});
    assert.equal(
      outcome(() =>
        moved(aWallet({ balance: most }), {
          type: 'credit_refund',
          amount: kwd('0.001'),
          now: NOW,
        }),
      ),
      'policy_violation',
    );
  });
});

describe('the status of a wallet', () => {
  const empty = { balance: kwd('0') };
  for (const [from, to, given, expected] of [
    ['active', 'suspended', {}, 'goes'],
    ['suspended', 'active', {}, 'goes'],
    ['active', 'closed', empty, 'goes'],
    ['suspended', 'closed', empty, 'goes'],
    ['active', 'closed', {}, 'invalid_state'],
    ['closed', 'active', empty, 'invalid_state'],
    ['closed', 'suspended', empty, 'invalid_state'],
    ['closed', 'closed', empty, 'goes'],
  ] as const)
    it(`goes from ${from} to ${to} with ${'balance' in given ? 'nothing' : 'money'} in it: ${expected}`, () => {
      const wallet = aWallet({ status: from, balance: kwd('10'), ...given });
      assert.equal(
        outcome(() => {
          assert.equal(inStatus(wallet, to, NOW).status, to);
        }),
        expected,
      );
    });

  it('of a first credit is active, with nothing in it', () => {
    const wallet = openAccount(HOLDER, { id: 'w', number: 1, now: NOW });
    assert.deepEqual(wallet, aWallet({ id: 'w', createdAt: NOW, updatedAt: NOW }));
  });
});

const BALANCE: Readonly<Record<EntryType, number>> = {
  credit_refund: 1,
  credit_adjustment: 1,
  reversal: 1,
  debit_adjustment: -1,
  debit_payment: -1,
  reserve: 0,
  release: 0,
  expire: 0,
};
const RESERVED: Readonly<Record<EntryType, number>> = {
  credit_refund: 0,
  credit_adjustment: 0,
  reversal: 0,
  debit_adjustment: 0,
  debit_payment: -1,
  reserve: 1,
  release: -1,
  expire: -1,
};

/** The wallet after it, or nothing when it was refused. */
function attempt(wallet: WalletAccount, type: EntryType, amount: Money): WalletAccount | undefined {
  try {
    return moved(wallet, { type, amount, now: NOW });
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What comes of moving four of ten dinars, of which four are set aside. */
function movedWhile(status: WalletStatus, type: EntryType): string {
  const wallet = aWallet({ status, balance: kwd('10'), reserved: kwd('4') });
  return outcome(() => moved(wallet, { type, amount: kwd('4'), now: NOW }));
}

/** "goes", or the code of the refusal. */
function outcome(work: () => unknown): string {
  try {
    work();
    return 'goes';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
