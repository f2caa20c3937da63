import { atClock } from '../domain/agreement/binding.ts';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import {
  isAllGone,
  isPaidTwiceInSilence,
  paidTwiceWith,
  type PaidTwice,
} from '../domain/agreement/paid-twice.ts';
import { isPaid, paidByAgreement } from '../domain/agreement/standing.ts';
import type { EventId, NotificationId } from '../domain/ids.ts';
import { invoiceStatusOf, settlesInvoice } from '../domain/invoice/status.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { disclosurePayload } from '../domain/webhook/disclosure.ts';
import { isLeft } from '../domain/webhook/left.ts';
import { paymentPayload } from '../domain/webhook/payload.ts';
import type { Change } from '../domain/transaction/change.ts';
import type { Version } from '../domain/transaction/consequences.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { notificationIdOf } from '../store/notifications.ts';
import { alertEvents } from '../engine/alert-events.ts';
import { alertTask } from '../domain/tasks/task.ts';
import type { CalledAtOnce } from '../domain/webhook/verdict.ts';
import { idOfEvent, type NewEvent, type WebhookEvent } from '../store/webhook-events.ts';
import { cameTooLate, notThere, overtakenFailure } from './failures.ts';
import { operationEvents } from './operation-events.ts';
import { isTold } from '../domain/transaction/told-alerts.ts';
import { mailsOfAlert } from './alert-mail.ts';
import { mailOfDispute } from './dispute-mail.ts';
import { inStaffLanguage } from './staff-mails.ts';
import { copiesOf, type Unaddressed } from '../store/webhook-copies.ts';

interface Stores {
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly versions: Store['versions'];
  readonly merchants: Store['merchants'];
  readonly units: Pick<Store['units'], 'find'>;
  readonly users: Pick<Store['users'], 'list'>;
  readonly webhookEndpoints: Pick<Store['webhookEndpoints'], 'list'>;
  readonly agreements: Pick<Store['agreements'], 'find' | 'lock'>;
  readonly webhookEvents: Pick<Store['webhookEvents'], 'listOf'>;
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
  readonly invoices: Pick<Store['invoices'], 'head'>;
}

/** A document as it was last saved, and what nobody was told of it: who saved it may have been lost right after that. */
export type LoadedTransaction = Transaction & Pick<Kept, 'paidTwice'>;

/** The events that were frozen with a version. */
export interface Kept {
  readonly eventId?: EventId;
  /** About the operation: one for each address. */
  readonly operationEventIds?: readonly EventId[];
  /** What came of calling for them at once, where that was wanted and a call could be made. */
  readonly called?: Called;
  /** Where the version has paid a period that another payment has paid, too. */
  readonly paidTwice?: PaidTwice;
}

type Called = Readonly<Record<EventId, CalledAtOnce>>;

/** A version to be kept; `callsAtOnce`: the merchant is called for its events right after it, by the activity that has saved it. */
export type KeepVersion = Version & { readonly callsAtOnce?: boolean };

/** An event of a transaction that a lost workflow task has left (`isLeft`). */
export type UncalledEvent = Pick<WebhookEvent, 'eventId' | 'sequence'>;

/**
 * How what was written is told to others; worker/deps.ts gives it. Each is safe to repeat. Events and messages that cannot
 * be opened now, the reviver opens.
 */
export interface Tellings {
  /** Tells the workflow of an invoice that its transaction is settled. */
  readonly tellInvoice: (ref: TransactionRef) => Promise<void>;
  /** Calls for an event, and waits for a moment; undefined where no call could be made. Never throws. */
  readonly callAtOnce: (eventId: EventId) => Promise<CalledAtOnce | undefined>;
  /** Has copies of events delivered. */
  readonly open: (eventIds: readonly EventId[]) => Promise<void>;
  /** Has messages sent. */
  readonly openNotifications: (ids: readonly NotificationId[]) => Promise<void>;
}

export function transactionActivities(
  stores: Stores,
  tellings: Tellings,
  operators: readonly string[] = [],
) {
  const { transactions, versions, webhookEvents, webhookEndpoints } = stores;
  const { merchants, agreements, users, clocks, invoices } = stores;
  return {
    /**
     * The document as it was last saved; tells its invoice again where that does not know yet how it stands. Fails for good when there is
     * no document.
     */
    async loadTransaction(ref: TransactionRef): Promise<LoadedTransaction> {
      const found = await transactions.find(ref);
      if (!found) throw notThere(`transaction ${ref.sessionId}`);
      await tellInvoiceAgain(found);
      const paidTwice = await paidTwiceInSilence(found);
      return { ...found, ...(paidTwice && { paidTwice }) };
    },

    /**
     * Saves a version and all that follows from it, which becomes durable together or not at all; then tells others of it.
     * Safe to repeat: what stands is written once, and told again. Of a change that was overtaken, or came too late,
     * nothing is written. What can never be told is not written either.
     */
    async keepTransaction({ callsAtOnce, ...version }: KeepVersion): Promise<Kept> {
      const { transaction, beginBy } = version;
      const { sessionId } = transaction;
      const { own, ofOperation, copies } = await eventsOf(version);
      const notifications = await messagesOf(version);
      const events = [...own, ...ofOperation, ...copies];
      const { binding } = version;
      const ahead = binding ? await clocks.ahead(binding.merchantId) : 0;
      const { standing } = await versions.keep({
        ...version,
        ...(binding && { binding: atClock(binding, ahead) }),
        events,
        notifications,
      });
      if (standing === 'overtaken') throw overtakenFailure(sessionId);
      if (standing === 'missing' && beginBy !== undefined) throw cameTooLate(sessionId);
      // Once more: whoever has changed the agreement meanwhile has not seen what was not written yet.
      if (binding) await agreements.lock(binding);
      if (version.settlesInvoice) await tellings.tellInvoice(transaction);
      if (notifications.length > 0)
        await tellings.openNotifications(notifications.map((wanted) => notificationIdOf(wanted)));
      if (copies.length > 0) await tellings.open(copies.map(idOfEvent));
      const [eventId] = own.map(idOfEvent);
      const operationEventIds = ofOperation.map(idOfEvent);
      const { paidPeriodOf } = version;
      const twice =
        paidPeriodOf &&
        (await paidTwiceBy(
          transaction,
          paidPeriodOf,
          (other) => ![transaction, other].some(isAllGone),
        ));
      return {
        ...(twice && { paidTwice: twice }),
        ...(eventId !== undefined && { eventId }),
        ...(operationEventIds.length > 0 && { operationEventIds }),
        ...(callsAtOnce && {
          called: await calledAtOnce([...own.map(idOfEvent), ...operationEventIds]),
        }),
      };
    },

    /**
     * The events for which the transaction's own run calls, and has not, and the one whose answer it has not counted. Copies for
     * endpoints have deliveries of their own.
     */
    async uncalledEvents(ref: TransactionRef): Promise<readonly UncalledEvent[]> {
      const [events, transaction] = await Promise.all([
        webhookEvents.listOf(ref.merchantId, ref.sessionId),
        transactions.find(ref),
      ]);
      return events
        .filter(({ endpointId, sequence, calls, verdict, givenUpAt }) => {
          const isCalled = calls.length > 0 || verdict !== undefined;
          const event = { sequence, isCalled, isGivenUp: givenUpAt !== undefined };
          return endpointId === undefined && isLeft(event, transaction?.notice);
        })
        .map(({ eventId, sequence }) => ({ eventId, sequence }));
    },
  };

  async function tellInvoiceAgain(transaction: Transaction): Promise<void> {
    const { invoiceNumber, state } = transaction;
    if (invoiceNumber === undefined || !settlesInvoice(state)) return;
    const invoice = await invoices.head(transaction);
    if (invoice && invoiceStatusOf({ ...invoice, state, now: Date.now() }) !== invoice.status)
      await tellings.tellInvoice(transaction);
  }

  /** A period that is paid twice, and of which nobody was told. */
  async function paidTwiceInSilence(transaction: Transaction): Promise<PaidTwice | undefined> {
    const paidPeriodOf = paidByAgreement(transaction);
    if (!paidPeriodOf) return undefined;
    return paidTwiceBy(transaction, paidPeriodOf, (other, twice) =>
      isPaidTwiceInSilence(transaction, other, twice),
    );
  }

  /** Of two payments whoever is written last sees both. */
  async function paidTwiceBy(
    { merchantId, sessionId }: TransactionRef,
    paidPeriodOf: AgreementRef,
    counts: (other: Transaction, twice: PaidTwice) => boolean,
  ): Promise<PaidTwice | undefined> {
    const agreement = await agreements.find(paidPeriodOf);
    if (!agreement) return undefined;
    for (const twice of paidTwiceWith(agreement, sessionId)) {
      const other = await transactions.find({ merchantId, sessionId: twice.other });
      if (other && isPaid(other) && counts(other, twice)) return twice;
    }
    return undefined;
  }

  async function calledAtOnce(eventIds: readonly EventId[]): Promise<Called> {
    const all = await Promise.all(
      eventIds.map(async (eventId) => [eventId, await tellings.callAtOnce(eventId)] as const),
    );
    return Object.fromEntries(
      all.flatMap(([eventId, called]) => (called ? [[eventId, called]] : [])),
    );
  }

  async function eventsOf(version: Version) {
    const { transaction } = version;
    const payment = await paymentEvents(version);
    const operation = await operationEvents(stores, transaction, version);
    const freed = await operationEvents(stores, transaction, version.freed ?? {});
    const { merchantId, sessionId } = transaction;
    const ofAlerts = (version.raisedAlerts ?? []).map((alert) =>
      alertEvents(stores, {
        merchantId,
        sessionId,
        task: alertTask(transaction, alert),
        news: { type: 'alert.raised', at: alert.at },
      }),
    );
    return {
      own: payment.events,
      ofOperation: [...operation.events, ...freed.events],
      copies: [
        ...payment.copies,
        ...operation.copies,
        ...freed.copies,
        ...(await Promise.all(ofAlerts)).flat(),
      ],
    };
  }

  /** For the customer, and for the merchant's people. */
  async function messagesOf(version: Version): Promise<readonly MessageRequest[]> {
    const { transaction, notifications = [], disputes = [] } = version;
    const alerts = (version.raisedAlerts ?? []).filter(isTold);
    if (alerts.length === 0 && disputes.length === 0) return notifications;
    const merchant = await merchants.find(transaction.merchantId);
    if (!merchant) return notifications;
    const people = await users.list(merchant.id);
    const readers = { merchant, users: people, operators };
    const told = alerts.map((alert) => mailsOfAlert(transaction, alert, readers));
    const mails = [
      ...told.flatMap(({ own }) => own),
      ...disputes.flatMap((dispute) =>
        mailOfDispute(transaction, { merchant, users: people, dispute, now: Date.now() }),
      ),
    ];
    return [
      ...notifications,
      ...told.flatMap((mail) => mail.operators),
      ...(await Promise.all(mails.map((mail) => inStaffLanguage(merchants, mail)))),
    ];
  }

  /** The event for the payment's own address, where that is told, and the copies for registered endpoints. */
  async function paymentEvents({
    transaction,
    notice: ownNotice,
    endpointNotice,
  }: Change): Promise<{
    readonly events: readonly NewEvent[];
    readonly copies: readonly NewEvent[];
  }> {
    const notice = ownNotice ?? endpointNotice;
    if (!notice) return { events: [], copies: [] };
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
    if (url === undefined || !ownNotice) return { events: [], copies };
    // A one-off address was given to the new API, which speaks its own language.
    if (!transaction.legacy || notice.url !== undefined)
      return { events: [{ ...event, url }], copies };
    const payload = disclosurePayload(transaction, notice);
    return { events: [{ ...event, url, payload, form: 'disclosure' }], copies };
  }
}
