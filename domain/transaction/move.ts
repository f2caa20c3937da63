import { fieldSentence } from '../field-sentence.ts';
import { Refusal } from '../refusal.ts';
import { next, type Trigger } from './states.ts';
import type { Transaction } from './transaction.ts';

/** The transaction after the trigger. Throws `invalid_state` where the state table has no such step. */
export function move(transaction: Transaction, trigger: Trigger): Transaction {
  const state = next(transaction.state, trigger);
  if (state === undefined)
    throw new Refusal(
      'invalid_state',
      fieldSentence('not-in-state', { state: transaction.state, what: WORDS[trigger] }),
    );
  return state === transaction.state ? transaction : { ...transaction, state };
}

/** The first look of a payer. Later looks, and looks at anything but a new transaction, change nothing. */
export function view(transaction: Transaction, now: number): Transaction | undefined {
  if (transaction.state !== 'created') return undefined;
  return { ...move(transaction, 'view'), seenAt: now };
}

const WORDS: Readonly<Record<Trigger, string>> = {
  view: 'a first view',
  begin: 'a payment attempt',
  pay: 'a payment',
  hold: 'an authorization',
  'pay-cash': 'a cash payment',
  'attempt-over': 'the end of an attempt',
  fail: 'a failure',
  abandon: 'an abandonment',
  expire: 'expiry',
  cancel: 'cancellation',
  invalidate: 'invalidation',
};
