import { Refusal } from '../refusal.ts';
import type { EntryType, WalletOperation, WalletOperationStatus } from './entry.ts';

/** How a reservation goes on: it is spent, given back, out of time; or what was spent is given back by hand. */
export type Conclusion = 'debit_payment' | 'release' | 'expire' | 'reversal';

/** What begins an operation of a wallet. */
export type OpeningEntryType = Exclude<EntryType, Conclusion>;

/** What each beginning makes: all but a reservation is over at once (contract/wallets#entries). */
export const OPENING_OPERATIONS: Readonly<
  Record<OpeningEntryType, Readonly<Pick<WalletOperation, 'type' | 'status'>>>
> = {
  credit_refund: { type: 'refund', status: 'completed' },
  credit_adjustment: { type: 'adjustment', status: 'completed' },
  debit_adjustment: { type: 'adjustment', status: 'completed' },
  reserve: { type: 'reservation', status: 'pending' },
};

interface Step {
  readonly from: WalletOperationStatus;
  readonly to: WalletOperationStatus;
}

const STEPS: Readonly<Record<Conclusion, Step>> = {
  debit_payment: { from: 'pending', to: 'completed' },
  release: { from: 'pending', to: 'canceled' },
  expire: { from: 'pending', to: 'expired' },
  reversal: { from: 'completed', to: 'reversed' },
};

/**
 * The status of a reservation after this; undefined when it is so already, so that asking twice is harmless. Throws
 * `invalid_state` for what cannot follow.
 */
export function concluded(
  { id, type, status }: Pick<WalletOperation, 'id' | 'type' | 'status'>,
  how: Conclusion,
): WalletOperationStatus | undefined {
  const { from, to } = STEPS[how];
  if (type === 'reservation' && status === to) return undefined;
  if (type === 'reservation' && status === from) return to;
  throw new Refusal(
    'invalid_state',
    `The wallet operation ${id} is a ${type} and ${status}: no ${how} can follow.`,
  );
}
