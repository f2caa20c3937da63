import type { Change } from '../domain/webhook/notice.ts';
import { operationPayload } from '../domain/webhook/operation-payload.ts';
import { operationTargets } from '../domain/webhook/operation-targets.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';
import type { Frozen } from './transactions.ts';

/**
 * The events of a change of an operation: one for each address that is told (contract/events-and-pages.md 2.1), under the
 * payment's session and in the order of its events. None for a change that merchants do not see.
 */
export async function operationEvents(
  merchants: Store['merchants'],
  { transaction, operation, operationNotice }: Change,
): Promise<readonly Frozen[]> {
  if (!operation || !operationNotice) return [];
  const { merchantId, sessionId } = transaction;
  const merchant = await merchants.find(merchantId);
  if (!merchant) throw notThere(`merchant ${merchantId}`);
  const { sequence, at } = operationNotice;
  const payload = operationPayload(operation, at, merchant.webhooks);
  if (!payload) return [];
  return operationTargets(operation, transaction, merchant).map((url, target) => ({
    merchantId,
    sessionId,
    sequence,
    ...(target > 0 && { target }),
    url,
    payload,
    createdAt: at,
  }));
}
