import type { ReferenceNumber } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { pendingBody } from '../middleware/pending-answer.ts';

/** What is answered where a charge was begun, or may have been, and nobody can say what came of it. */
export function pendingCharge(
  { sessionId, orderNo }: Transaction,
  referenceNumber: ReferenceNumber,
): object {
  return pendingBody({
    session_id: sessionId,
    ...(orderNo !== undefined && { order_no: orderNo }),
    reference_number: referenceNumber,
  });
}
