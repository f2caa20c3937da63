import type { Difference, DifferenceKind } from '../../domain/ledger/difference.ts';
import { shownMoney, type Money } from '../../domain/money.ts';

const WORDS: Readonly<Record<DifferenceKind, string>> = {
  unbalanced: 'the lines of the entry do not come to nothing',
  'not-posted': 'the transaction has it, the ledger lacks it',
  'not-implied': 'the ledger has it, the transaction has not',
  'posted-otherwise': 'the ledger and the transaction have other amounts',
  operation: 'the operation and its transaction disagree',
  'not-there': 'the ledger has it, the network lacks it',
  'not-here': 'the network has it, the ledger lacks it',
  'there-otherwise': 'the ledger and the network have other amounts',
  'no-transaction': 'no transaction knows this payment',
  wallets: 'the ledger and the wallets disagree about what customers own',
  figure: 'what is kept does not follow from what it must',
};

/** A difference on one line: what it is, where, and both amounts. */
export function wordsOf(difference: Difference): string {
  const { kind, merchantId, sessionId, reference, about, ledger, other } = difference;
  const where = [merchantId, sessionId, reference].filter((part) => part !== undefined);
  return `${kind}: ${WORDS[kind]}: ${about} of ${where.join(' ')}: ledger ${shown(ledger)}, other ${shown(other)}`;
}

/** The same for programs. */
export function differenceRecord({ ledger, other, ...rest }: Difference): object {
  return {
    ...rest,
    ...(ledger && { ledger: shown(ledger) }),
    ...(other && { other: shown(other) }),
  };
}

function shown(amount: Money | undefined): string {
  return amount ? shownMoney(amount) : 'nothing';
}
