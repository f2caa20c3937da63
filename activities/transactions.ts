import type { EventId } from '../domain/ids.ts';
import { paymentPayload } from '../domain/webhook/payload.ts';
import type { Change } from '../domain/webhook/notice.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';

type Stores = Pick<Store, 'transactions' | 'webhookEvents' | 'merchants'>;

export function transactionActivities({ transactions, webhookEvents, merchants }: Stores) {
  return {
    /** The document as it was last saved. Fails for good when there is none. */
    async loadTransaction(ref: TransactionRef): Promise<Transaction> {
      const found = await transactions.find(ref);
      if (!found) throw notThere(`transaction ${ref.sessionId}`);
      return found;
    },

    /**
     * Saves a version and freezes its notice. Safe to repeat: the event is written once under an id that follows from
     * session and sequence, and an older version never overwrites a newer one. The event comes first, so that a state
     * that is visible always has its notice.
     */
    async keepTransaction({
      transaction,
      notice,
    }: Change): Promise<{ readonly eventId?: EventId }> {
      const eventId = await freeze(transaction, notice);
      await transactions.save(transaction);
      return eventId === undefined ? {} : { eventId };
    },
  };

  async function freeze(
    transaction: Transaction,
    notice: Change['notice'],
  ): Promise<EventId | undefined> {
    const { merchantId, sessionId, webhookUrl } = transaction;
    if (!notice || webhookUrl === undefined) return undefined;
    const merchant = await merchants.find(merchantId);
    if (!merchant) throw notThere(`merchant ${merchantId}`);
    return webhookEvents.freeze({
      merchantId,
      sessionId,
      sequence: notice.sequence,
      url: webhookUrl,
      payload: paymentPayload(transaction, notice, merchant.webhooks),
      createdAt: notice.at,
    });
  }
}
