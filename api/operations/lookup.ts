import { sessionId, type MerchantId } from '../../domain/ids.ts';
import { childState } from '../../domain/operation/operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Store } from '../../store/index.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { lookup, type Identifiers } from '../payments/lookup.ts';

/**
 * The payment that a body names, as for inquiries; but here an unknown name is a fault of its field
 * (contract/operations#which-payment), and a child of a payment cannot be operated on. Throws `InvalidFields`, or
 * `invalid_state` for a child.
 */
export async function parentOf(
  store: Pick<Store, 'transactions' | 'operations'>,
  merchantId: MerchantId,
  identifiers: Identifiers,
): Promise<Transaction> {
  const { session_id: session } = identifiers;
  const found = await lookup(store, merchantId, identifiers);
  if (found) return found;
  const id = session === undefined ? undefined : sessionId(session);
  const child = id && (await store.operations.findBySession(merchantId, id));
  if (child && childState(child) !== undefined)
    throw new Refusal(
      'invalid_state',
      `This is the session_id of a ${child.kind}; operations are done on its payment.`,
    );
  const field = session === undefined ? 'order_no' : 'session_id';
  throw new InvalidFields({ [field]: [`There is no transaction with this ${field}.`] });
}
