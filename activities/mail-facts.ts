import { nameIn } from '../domain/language.ts';
import { isoUtc } from '../domain/duration.ts';
import { inLanguage, links } from '../domain/links.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isPositive, toDecimal, type Money } from '../domain/money.ts';
import type { NotificationEvent } from '../domain/notification/event.ts';
import { type Notification, isOfDebit } from '../domain/notification/notification.ts';
import { isSameMoney } from '../domain/transaction/amount.ts';
import { isAbandoned } from '../domain/transaction/conclude.ts';
import { brandOf } from '../domain/theme.ts';
import { hasReceipt } from '../domain/transaction/receipt.ts';
import { toldAttempt } from '../domain/transaction/settled.ts';
import { isUnpaid } from '../domain/transaction/states.ts';
import { methodOf, type Attempt, type Transaction } from '../domain/transaction/transaction.ts';
import { isCovered, walletPaid } from '../domain/wallet/part.ts';
import type { CustomerMailFacts, DebitMailFacts, MailKind } from '../render/mails/facts.ts';

interface About {
  readonly transaction: Transaction;
  readonly merchant: Merchant;
  readonly notification: Notification;
  readonly event: NotificationEvent;
  /** Under which payers reach our pages. */
  readonly publicUrl: string;
}

/** What a mail says to a customer of a transaction as it is now. */
export function customerMailFacts(about: About): CustomerMailFacts {
  const { transaction, merchant, event } = about;
  const { language, customer, methods, orderNo, sessionId, invoiceNumber } = transaction;
  const { firstName, lastName } = customer;
  const { supportEmail, timeZone } = merchant;
  return {
    language,
    ...(timeZone !== undefined && { timeZone }),
    kind: kindOf(event, transaction),
    merchantName: nameIn(merchant, language),
    brand: brandOf(merchant, about.publicUrl),
    ...(supportEmail !== undefined && { supportEmail }),
    isSandbox: methods.some(({ sandbox }) => sandbox),
    ...(firstName !== undefined && { customerFirstName: firstName }),
    ...(lastName !== undefined && { customerLastName: lastName }),
    sessionId,
    ...(orderNo !== undefined && { orderNo }),
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...moneyFacts(about),
    ...pageFacts(about),
  };
}

/** What was paid in cash, and what the payer has ended, have words of their own. */
function kindOf(event: NotificationEvent, transaction: Transaction): MailKind {
  if (event === 'paid' && transaction.state === 'cod') return 'cash';
  return event === 'expired' && isAbandoned(transaction) ? 'canceled' : event;
}

/** An operation has its own amount; what was decided has that of the attempt that decided it. */
function moneyFacts({ transaction, event, notification }: About) {
  const { amount, settledAmount, operations } = transaction;
  const operation = operations?.find(({ sessionId }) => sessionId === notification.operationId);
  if (operation)
    return { amount: mailAmount(operation.amount), referenceNumber: operation.referenceNumber };
  if (event === 'created') return { amount: mailAmount(amount) };
  const attempt = toldAttempt(transaction);
  if (event !== 'paid' && event !== 'authorized')
    return {
      amount: mailAmount(amount),
      ...(attempt && { referenceNumber: attempt.referenceNumber }),
    };
  const main = settledAmount ?? amount;
  return { amount: mailAmount(main), ...(attempt && attemptFacts(transaction, attempt, main)) };
}

function attemptFacts(transaction: Transaction, attempt: Attempt, main: Money) {
  const { fee, total, exchange, concludedAt, referenceNumber, pgCode, state } = attempt;
  const method = isCovered(attempt) ? undefined : methodOf(transaction, pgCode);
  const byWallet = walletPaid(transaction)?.amount;
  return {
    referenceNumber,
    ...(isPositive(fee) && { fee: mailAmount(fee) }),
    ...(exchange && {
      exchange: {
        from: mailAmount(exchange.from),
        rate: exchange.rate,
        to: mailAmount(exchange.to),
      },
    }),
    ...(byWallet && { fromWallet: mailAmount(byWallet) }),
    ...(!isSameMoney(total, main) && !isCovered(attempt) && { charged: mailAmount(total) }),
    ...(method && { gatewayName: nameIn(method, transaction.language) }),
    // Who pays in cash has yet to.
    ...(concludedAt !== undefined && state !== 'cod' && { happenedAt: isoUtc(concludedAt) }),
  };
}

/** Where there is something to pay the page to pay, else the one that says how it stands. */
function pageFacts({ transaction, merchant, event, publicUrl }: About) {
  const { sessionId, language, state, attachment, invoiceNumber } = transaction;
  const { dueDatetime, expiresAt, expiresByTimer } = transaction;
  const to = links(publicUrl);
  const open = isUnpaid(state);
  return {
    pageUrl: inLanguage(open ? to.start(sessionId) : to.result(sessionId), language),
    ...(invoiceNumber !== undefined && {
      invoiceUrl: inLanguage(to.invoice(sessionId), language),
    }),
    ...(hasReceipt(transaction, merchant) && {
      receiptUrl: inLanguage(to.receiptPdf(sessionId), language),
    }),
    ...(attachment &&
      event === 'created' && {
        attachment: { name: attachment.name, url: to.attachment(attachment.file) },
      }),
    ...(open && dueDatetime !== undefined && { dueDatetime }),
    ...(open && expiresByTimer && { expiresAt: isoUtc(expiresAt) }),
  };
}

/** Money as mails have it among their facts. */
export function mailAmount(amount: Money) {
  return { value: toDecimal(amount), currency: amount.currency };
}

/** What such a mail says, as it was written down with it; undefined for any other message. */
export function debitMailFacts(
  { event, language, facts }: Pick<Notification, 'event' | 'language' | 'facts'>,
  merchant: Merchant,
  publicUrl: string,
): DebitMailFacts | undefined {
  if (!isOfDebit(event)) return undefined;
  const { supportEmail } = merchant;
  return {
    ...(facts as unknown as Written),
    kind: event,
    language,
    merchantName: nameIn(merchant, language),
    brand: brandOf(merchant, publicUrl),
    ...(supportEmail !== undefined && { supportEmail }),
  };
}

export type Written = Pick<
  DebitMailFacts,
  'amount' | 'agreed' | 'fee' | 'agreementId' | 'dueOn' | 'isSandbox' | 'customerName'
>;
