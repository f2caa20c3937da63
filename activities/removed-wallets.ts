import { log } from '@temporalio/activity';
import { closedDetail } from '../domain/wallet/spending.ts';
import type { WalletPart } from '../domain/wallet/wallet-part.ts';
import type { LateMoneyPorts } from './removals.ts';
import type { RemovedAttemptRef } from './removed-inquiry.ts';

/** What a wallet had paid for an attempt that was removed meanwhile, and has back although it is closed. */
export interface ClosedWallet extends RemovedAttemptRef {
  readonly part: Pick<WalletPart, 'amount' | 'receipt'>;
}

/** Calls a person for it: the customer cannot pay with it there. Safe to repeat: it is one mail. */
export type CallForClosedWallet = (closed: ClosedWallet) => Promise<void>;

export function closedWalletCalls({
  tombstones,
  call,
  countAlert,
}: LateMoneyPorts): CallForClosedWallet {
  return async ({ referenceNumber, part, ...ref }) => {
    const tombstone = await tombstones.find(ref);
    if (!tombstone) return;
    const { amount } = part;
    const detail = closedDetail(part);
    const name = `wallet/${referenceNumber}`;
    await call(tombstone, { what: 'manual-action', name, referenceNumber, amount, detail });
    countAlert('manual-action-required');
    log.error('money of a transaction that was removed went back into a closed wallet', {
      sessionId: ref.sessionId,
      referenceNumber,
      detail,
    });
  };
}
