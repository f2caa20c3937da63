import type { ChargeEnded } from '../domain/agreement/standing.ts';
import type { EventId } from '../domain/ids.ts';
import { disclosurePayload } from '../domain/webhook/disclosure.ts';
import { paymentPayload } from '../domain/webhook/payload.ts';
import type { Change } from '../domain/webhook/notice.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import { settlesInvoice } from '../domain/invoice/status.ts';
import type { Store } from '../store/index.ts';
import type { OperationStore } from '../store/operations.ts';
import type { Replaced } from '../store/transactions.ts';
import { endTry } from './card-tries.ts';
import { cameTooLate, notThere, overtaken } from './failures.ts';
import type { Notify } from './notifications.ts';
import { operationEvents } from './operation-events.ts';
import { mailOfSecondSuccess } from './second-success-mail.ts';
import { copiesOf, type Unaddressed } from './webhook-copies.ts';

type Stores = Pick<Store, 'transactions' | 'webhookEvents' | 'merchants'> & {
  readonly webhookEndpoints: Pick<Store['webhookEndpoints'], 'list'>;
  readonly operations: Pick<OperationStore, 'insert' | 'save'>;
  readonly ledger: Pick<Store['ledger'], 'post'>;
  readonly cards: Pick<Store['cards'], 'keep' | 'use'>;
  readonly agreements: Pick<Store['agreements'], 'bind' | 'settle' | 'release'>;
  readonly cardTries: Pick<Store['cardTries'], 'forget' | 'forbid'>;
};

/** An event before it has its id. */
export type Frozen = Parameters<Store['webhookEvents']['freeze']>[0];

/** The events that were frozen with a version. */
export interface Kept {
  readonly eventId?: EventId;
  /** About the operation: one for each address. */
  readonly operationEventIds?: readonly EventId[];
}

/** Tells the workflow of an invoice that its transaction is settled; worker/deps.ts gives it. */
export type TellInvoice = (ref: TransactionRef) => Promise<void>;

/**
 * Has copies of events delivered. They are kept already: what cannot be opened now, the reviver opens; worker/deps.ts
 * gives it.
 */
export type OpenDeliveries = (eventIds: readonly EventId[]) => Promise<void>;

export function transactionActivities(
  {
    transactions,
    operations,
    ledger,
    webhookEvents,
    webhookEndpoints,
    merchants,
    cards,
    agreements,
    cardTries,
  }: Stores,
  tellInvoice: TellInvoice,
  { notify, open }: { readonly notify: Notify; readonly open: OpenDeliveries },
) {
  return {
    /** The document as it was last saved. Fails for good when there is none. */
    async loadTransaction(ref: TransactionRef): Promise<Transaction> {
      const found = await transactions.find(ref);
      if (!found) throw notThere(`transaction ${ref.sessionId}`);
      return found;
    },

    /**
     * Saves a version, with the operation that changed with it the card that it brought and what
     * it means to an agreement, posts what it moved to the
     * ledger, and freezes their notices.
     * Safe to repeat: an event is written once under an id that follows from session and sequence, a ledger entry under one
     * that follows from session and money event, and an older version never overwrites a newer one. It is tried until all
     * stand, and nobody posts the event before that; an operation shows its change last. What can never be told is not shown
     * either. An invoice is told last, because it looks at what was saved. Of a change that was overtaken, or came too late, nothing is written:
     * what is done in its place may be something else, and neither the ledger nor an operation can be taken back.
     */
    async keepTransaction(change: Change): Promise<Kept> {
      const { transaction, notice, endpointNotice } = change;
      const { beginBy } = change;
      const inTime = beginBy !== undefined && (await keepInTime(transaction, beginBy));
      const leavesTraces = notice || endpointNotice || change.operation || change.entries;
      if (leavesTraces && (await isOvertaken(transaction))) throw overtaken(transaction.sessionId);
      const [event, copies] = await eventsOf(transaction, notice ?? endpointNotice);
      const told = await operationEvents({ merchants, webhookEndpoints }, change);
      const [eventId, operationEventIds, copyIds, replaced] = await Promise.all([
        event && webhookEvents.freeze(event),
        Promise.all(told.events.map((one) => webhookEvents.freeze(one))),
        Promise.all([...copies, ...told.copies].map((one) => webhookEvents.freeze(one))),
        inTime || transactions.save(transaction),
        ledger.post(change.entries ?? []),
      ]);
      if (!replaced && (await isOvertaken(transaction))) throw overtaken(transaction.sessionId);
      // Who waits for an operation looks at it alone, and reads the rest when it is there.
      await keepOperation(change);
      // Not before it is certain that the attempt which brought it stands.
      if (change.card) await cards.keep(change.card);
      if (change.used) await cards.use(change.used);
      if (change.binding) await agreements.bind(change.binding);
      if (change.charge) await endCharge(transaction, change.charge);
      if (change.tried) await endTry(cardTries, change.tried);
      if (concernsInvoice(transaction, replaced)) await tellInvoice(transaction);
      if (change.notifications) await notify(change.notifications);
      await mailSecondSuccesses(change);
      if (copyIds.length > 0) await open(copyIds);
      return {
        ...(eventId !== undefined && { eventId }),
        ...(operationEventIds.length > 0 && { operationEventIds }),
      };
    },
  };

  /** What a command promises stands in time, or nothing of it does: so it is written before all that follows from it. */
  async function keepInTime(
    transaction: Transaction,
    beginBy: number,
  ): Promise<Replaced | undefined> {
    const replaced = await transactions.saveUntil(beginBy, transaction);
    const standing = replaced ? 'kept' : await transactions.standingOf(transaction);
    if (standing === 'kept') return replaced;
    const { sessionId } = transaction;
    throw standing === 'overtaken' ? overtaken(sessionId) : cameTooLate(sessionId);
  }

  async function isOvertaken(transaction: Transaction): Promise<boolean> {
    return (await transactions.standingOf(transaction)) === 'overtaken';
  }

  async function endCharge({ sessionId }: TransactionRef, ended: ChargeEnded): Promise<void> {
    if (ended.how === 'settle') await agreements.settle(ended, sessionId, ended.at);
    else await agreements.release(ended, sessionId);
  }

  async function mailSecondSuccesses({ transaction, secondSuccesses }: Change): Promise<void> {
    if (!secondSuccesses) return;
    const merchant = await merchants.find(transaction.merchantId);
    if (!merchant) return;
    for (const { referenceNumber, at } of secondSuccesses)
      await notify(mailOfSecondSuccess(transaction, { merchant, referenceNumber, now: at }));
  }

  /** A later version that is there already stays; so does the same one. */
  async function keepOperation({ operation }: Change): Promise<void> {
    if (!operation) return;
    // Most changes are of one that is there.
    if (operation.version === 1 || (await operations.save(operation)) === undefined)
      await operations.insert(operation);
  }

  /** The event for the payment's own address, where there is one, and the copies for registered endpoints. */
  async function eventsOf(
    transaction: Transaction,
    notice: Change['notice'],
  ): Promise<readonly [event: Frozen | undefined, copies: readonly Frozen[]]> {
    if (!notice) return [undefined, []];
    const { merchantId, sessionId } = transaction;
    const url = notice.url ?? transaction.webhookUrl;
    const merchant = await merchants.find(merchantId);
    if (!merchant) throw notThere(`merchant ${merchantId}`);
    const event: Unaddressed = {
      merchantId,
      sessionId,
      sequence: notice.sequence,
      payload: paymentPayload(transaction, notice, merchant.webhooks),
      createdAt: notice.at,
    };
    // What goes to a one-off address is an answer to who asked for it, and no news.
    const isNews = notice.url === undefined && merchant.webhooks.enabled;
    const copies = isNews ? await copiesOf(webhookEndpoints, merchantId, event) : [];
    if (url === undefined) return [undefined, copies];
    // A one-off address was given to the new API, which speaks its own language.
    if (!transaction.legacy || notice.url !== undefined) return [{ ...event, url }, copies];
    const payload = disclosurePayload(transaction, notice);
    return [{ ...event, url, payload, form: 'disclosure' }, copies];
  }
}

/** A save that was repeated does not say what it replaced; then the invoice is told again, which does no harm. */
function concernsInvoice(
  { invoiceNumber, state }: Transaction,
  replaced: Replaced | undefined,
): boolean {
  return invoiceNumber !== undefined && settlesInvoice(state) && replaced?.state !== state;
}
