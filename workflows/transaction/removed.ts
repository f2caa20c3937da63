import { ActivityFailure, upsertSearchAttributes } from '@temporalio/workflow';
import type { DisputeReport } from '../../domain/dispute/dispute.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import type { Alert, Transaction, TransactionRef } from '../../domain/transaction/transaction.ts';
import { callForSilence, hearOfRemoved, hearOfRemovedDispute, inquireRemoved } from '../proxies.ts';
import { again } from '../overtaken.ts';
import { SEARCH_ATTRIBUTES } from '../visibility.ts';

/** A success that became known while the transaction was removed: a person must give the money back. */
export async function hearOfLate({ merchantId, sessionId, attempts }: Transaction): Promise<void> {
  for (const { referenceNumber, state, kind, total, gatewayPayment } of attempts) {
    if (state !== 'success') continue;
    const outcome = { result: 'success', kind, charged: total } as const;
    const named = { referenceNumber, ...(gatewayPayment !== undefined && { gatewayPayment }) };
    await hearOfGone({ merchantId, sessionId }, { ...named, outcome });
  }
}

/** The same for a network's own word. Operators find the run of what was removed by its alert. */
export async function hearOfGone(
  { merchantId, sessionId }: TransactionRef,
  report: AttemptReport,
): Promise<void> {
  showHeard(await hearOfRemoved({ merchantId, sessionId, report }));
}

/** The same where a network says only that something has happened: it is asked. For who gives no answer for long a person is called. */
export async function askOfGone(
  { merchantId, sessionId }: TransactionRef,
  referenceNumber: ReferenceNumber,
): Promise<void> {
  const attempt = { merchantId, sessionId, referenceNumber };
  try {
    showHeard(await inquireRemoved(attempt));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await callForSilence(attempt);
    showAlert('manual-action-required');
  }
}

function showHeard(heard: Awaited<ReturnType<typeof hearOfRemoved>>): void {
  if (heard) showAlert(heard === true ? 'late-money' : heard);
}

/** Operators find the run of what was removed by it. */
export function showAlert(value: Alert['kind']): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.Alert, value }]);
}

/** The same for a network's word on a dispute. */
export async function hearOfGoneDispute(
  { merchantId, sessionId }: TransactionRef,
  report: DisputeReport,
): Promise<void> {
  const isAlert = await hearOfRemovedDispute({ merchantId, sessionId, report });
  if (isAlert) showAlert('dispute');
}

/** For messages that nobody waits for: what was removed meanwhile is no fault of theirs. */
export async function unlessGone(
  work: () => Promise<void>,
  otherwise: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await again(work);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    await otherwise();
  }
}
