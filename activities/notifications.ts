import { log } from '@temporalio/activity';
import type { NotificationId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isStillSo } from '../domain/notification/event.ts';
import {
  isForStaff,
  isOfDebit,
  type Notification,
  type NotificationStatus,
  type Wanted,
} from '../domain/notification/notification.ts';
import { statusAfter, type Handed } from '../domain/notification/outcome.ts';
import { renderCustomerMail } from '../render/mails/customer.ts';
import { renderDebitMail } from '../render/mails/debit.ts';
import type { RenderedMail } from '../render/mails/facts.ts';
import { renderStaffMail } from '../render/mails/staff.ts';
import type { Store } from '../store/index.ts';
import type { Mail, SendMail } from '../transports/mail.ts';
import { mailIsLate, notThere } from './failures.ts';
import { debitMailFacts } from './debit-mails.ts';
import { customerMailFacts } from './mail-facts.ts';
import { staffLinesOf } from './staff-mails.ts';

/** Writes down what is wanted, each once, and has it sent; worker/deps.ts gives it. */
export type Notify = (wanted: readonly Wanted[]) => Promise<void>;

/** How mails leave the house; left out where no mail server is set. */
export interface MailRoad {
  readonly send: SendMail;
  /** Under which payers reach our pages. */
  readonly publicUrl: string;
}

interface Stores {
  readonly notifications: Pick<
    Store['notifications'],
    'find' | 'begin' | 'hand' | 'takeBack' | 'settle'
  >;
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
}

export function notificationActivities(
  { notifications, transactions, merchants }: Stores,
  { notify, road }: { readonly notify: Notify; readonly road: MailRoad | undefined },
) {
  return {
    /** Writes down what is wanted and has it sent. Safe to repeat: what was wanted before is somebody's already. */
    async wantNotifications(wanted: readonly Wanted[]): Promise<void> {
      await notify(wanted);
    },

    /**
     * Sends one message, once. That a server may have it is durable before its last byte goes out, and whoever finds that a
     * try before it has come so far and said nothing more ends it as `unknown`. Fails, for another try, only when no
     * server can have it.
     */
    async sendNotification({ id }: { readonly id: NotificationId }): Promise<NotificationStatus> {
      const found = await notifications.find(id);
      if (!found) throw notThere(`notification ${id}`);
      if (found.status !== 'wanted') return found.status;
      if (found.handedAt !== undefined) return over(found, 'unknown', 'no answer');
      if (!road) return over(found, 'failed', 'no mail server is set');
      const mail = await mailOf(found, road.publicUrl);
      if (!mail) return over(found, 'dropped', 'not true any more');
      await notifications.begin(id);
      const at = Date.now();
      const handed = await road.send(mail, () => notifications.hand(id, at));
      return settled(found, handed, at);
    },

    /** After the last try. What a try has handed over since is known to nobody. */
    async giveUpNotification({ id }: { readonly id: NotificationId }): Promise<NotificationStatus> {
      const found = await notifications.find(id);
      if (!found) throw notThere(`notification ${id}`);
      if (found.status !== 'wanted') return found.status;
      return over(found, found.handedAt === undefined ? 'failed' : 'unknown', found.error);
    },
  };

  async function settled(
    found: Notification,
    handed: Handed,
    at: number,
  ): Promise<NotificationStatus> {
    const status = statusAfter(handed);
    const error = 'why' in handed ? handed.why : 'error';
    if (status === 'sent') return over(found, status);
    if (status !== 'wanted') return over(found, status, error);
    await notifications.takeBack(found.id, { at, error });
    throw mailIsLate(found.id, error);
  }

  async function over(
    { id, event, merchantId, sessionId }: Notification,
    status: NotificationStatus,
    error?: string,
  ): Promise<NotificationStatus> {
    await notifications.settle(id, {
      status,
      at: Date.now(),
      ...(error !== undefined && { error }),
    });
    const facts = { id, event, merchantId, sessionId, status, why: error };
    if (status === 'failed' || status === 'unknown') log.warn('a message was not sent', facts);
    else log.info('a message is dealt with', facts);
    return status;
  }

  /** Undefined when it would not be true any more, or is about what was removed. */
  async function mailOf(found: Notification, publicUrl: string): Promise<Mail | undefined> {
    const merchant = await merchants.find(found.merchantId);
    if (!merchant) throw notThere(`merchant ${found.merchantId}`);
    const rendered = await renderedOf(found, merchant, publicUrl);
    const { id: messageId, to, cc, language } = found;
    const { name, nameAr, supportEmail: replyTo } = merchant;
    return (
      rendered && {
        messageId,
        to,
        ...(cc && { cc }),
        fromName: language === 'ar' ? (nameAr ?? name) : name,
        ...(replyTo !== undefined && !isForStaff(found.event) && { replyTo }),
        language,
        ...rendered,
      }
    );
  }

  async function renderedOf(
    notification: Notification,
    merchant: Merchant,
    publicUrl: string,
  ): Promise<RenderedMail | undefined> {
    const { event, merchantId, sessionId } = notification;
    if (isForStaff(event)) {
      const lines = staffLinesOf(notification);
      return renderStaffMail({ kind: event, merchantName: merchant.name, lines });
    }
    const debit = debitMailFacts(notification, merchant);
    if (debit) return renderDebitMail(debit);
    const transaction = sessionId && (await transactions.find({ merchantId, sessionId }));
    if (!transaction || isOfDebit(event) || !isStillSo(event, transaction)) return undefined;
    return renderCustomerMail(
      customerMailFacts({ transaction, merchant, notification, event, publicUrl }),
    );
  }
}
