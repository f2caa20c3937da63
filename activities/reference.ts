import { mintReferenceNumber, type ReferenceNumber, type SessionId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Store } from '../store/index.ts';

/** Follows from the session, so that the same payment has the same reference; another one's is passed over. */
export async function freeReference(
  transactions: Pick<Store['transactions'], 'isTaken' | 'findByReference'>,
  { referencePrefix }: Pick<Merchant, 'referencePrefix'>,
  sessionId: SessionId,
): Promise<ReferenceNumber> {
  for (let turn = 0; ; turn += 1) {
    const reference = mintReferenceNumber(referencePrefix, bytesOf(sessionId).subarray(turn));
    if (!(await transactions.isTaken(reference))) return reference;
    const holder = await transactions.findByReference(reference);
    if (holder?.sessionId === sessionId) return reference;
  }
}

/** Twenty bytes, of which a reference needs eight: twelve references before the session has none left. */
function bytesOf(sessionId: SessionId): Uint8Array {
  return Uint8Array.from({ length: 20 }, (_, index) =>
    Number.parseInt(sessionId.slice(index * 2, index * 2 + 2), 16),
  );
}
