import { sessionId, type MerchantId } from '../../domain/ids.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Store } from '../../store/index.ts';
import { InvalidFields } from '../middleware/errors.ts';

export interface Identifiers {
  readonly session_id?: string;
  readonly order_no?: string;
}

type Stores = Pick<Store, 'transactions'>;

/**
 * The merchant's transaction that a body names (contract/operations#which-payment). `session_id` decides; an `order_no`
 * beside it must be of the same transaction, and alone it must be of one only. What was archived is not found. Throws
 * `InvalidFields` when it is not clear which one is meant; undefined when there is none.
 */
export async function lookup(
  { transactions }: Stores,
  merchantId: MerchantId,
  { session_id: session, order_no: orderNo }: Identifiers,
): Promise<Transaction | undefined> {
  if (session !== undefined) {
    const id = sessionId(session);
    const found = id && (await transactions.find({ merchantId, sessionId: id }));
    if (!found || isDeleted(found)) return undefined;
    if (orderNo !== undefined && orderNo !== found.orderNo)
      throw new InvalidFields({
        order_no: ['The transaction of this session_id has another order_no.'],
      });
    return found;
  }
  if (orderNo === undefined)
    throw new InvalidFields({ session_id: [NEITHER], order_no: [NEITHER] });
  const { count, results } = await transactions.listByOrder(merchantId, orderNo, {
    limit: 1,
    offset: 0,
  });
  if (count > 1)
    throw new InvalidFields({
      order_no: [`${count} transactions have this order_no; send the session_id of one.`],
    });
  return results[0];
}

const NEITHER = 'Send session_id or order_no.';
