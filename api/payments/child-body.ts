import { sessionId, type MerchantId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { childPayload } from '../../domain/webhook/child-payload.ts';
import type { Store } from '../../store/index.ts';
import { signed, signerOf } from './result-body.ts';

type Stores = Pick<Store, 'transactions' | 'operations' | 'merchants'>;

/**
 * How a child transaction stands, for who asks by its session id (contract/attempts#inquiry); nobody is asked for it,
 * because its operation is told of every change. Throws `not_found`, also where its payment is archived.
 */
export async function childBody(stores: Stores, merchantId: MerchantId, id: string | undefined) {
  const session = id === undefined ? undefined : sessionId(id);
  const operation = session && (await stores.operations.findBySession(merchantId, session));
  const parent =
    operation && (await stores.transactions.find({ merchantId, sessionId: operation.parentId }));
  if (operation && parent && !isDeleted(parent)) {
    const signer = await signerOf(stores, merchantId);
    const body = childPayload({ operation, parent }, Date.now(), signer.settings);
    if (body) return signed(body, signer);
  }
  throw new Refusal('not_found', 'There is no such transaction.');
}
