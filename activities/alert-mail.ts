import type { Merchant } from '../domain/merchant.ts';
import { isPositive, toDecimal } from '../domain/money.ts';
import type { MessageRequest, StaffEvent } from '../domain/notification/notification.ts';
import { alertName } from '../domain/transaction/alert.ts';
import { attemptOf, type Alert, type Transaction } from '../domain/transaction/transaction.ts';
import type { ToldAlert } from '../domain/transaction/told-alerts.ts';
import { alertReceivers, type AlertAbout } from '../domain/staff-receivers.ts';
import { mailTo, type About } from './staff-mails.ts';

const EVENTS: Readonly<Record<ToldAlert['kind'], StaffEvent>> = {
  'second-success': 'second-success',
  'late-money': 'late-money',
  'amount-mismatch': 'amount-mismatch',
  'manual-action-required': 'manual-action',
  'reference-mismatch': 'reference-mismatch',
};

/** Who may be told of an alert, besides those whom the merchant's settings name. */
export interface AlertReaders {
  readonly merchant: Merchant;
  /** All users of the merchant. */
  readonly users: Parameters<typeof alertReceivers>[1];
  /** The people who run the installation. */
  readonly operators: readonly string[];
}

/** The mails of an alert: one to the merchant's people, one to the operators. */
export interface AlertMails {
  readonly own: readonly MessageRequest[];
  readonly operators: readonly MessageRequest[];
}

/** Of which payment an alert is. */
export type AlertedPayment = Pick<
  Transaction,
  'merchantId' | 'sessionId' | 'orderNo' | 'type' | 'legacy'
>;

/** What an alert says. */
export interface AlertWords
  extends Pick<About, 'event' | 'key' | 'lines' | 'now'>, Pick<AlertAbout, 'kind'> {
  readonly event: StaffEvent;
}

/**
 * The mails about money that a person has to look at, once for each alert (contract/messages#staff): to the merchant's people
 * (`alertReceivers`), and to the operators, who read there when nobody else is told at once.
 */
export function mailsOfAlert(
  transaction: Transaction,
  alert: Alert & ToldAlert,
  readers: AlertReaders,
): AlertMails {
  const { kind, referenceNumber, at, detail } = alert;
  const attempt = attemptOf(transaction, referenceNumber);
  const amount =
    attempt?.total ??
    transaction.operations?.find((one) => one.referenceNumber === referenceNumber)?.amount;
  const words: AlertWords = {
    kind,
    event: EVENTS[kind],
    key: `${kind}/${transaction.sessionId}/${alertName(transaction, alert)}`,
    lines: [
      // Nothing, where a wallet has paid it all.
      [
        'amount',
        amount && isPositive(amount) ? `${amount.currency} ${toDecimal(amount)}` : undefined,
      ],
      ['reference', referenceNumber],
      ['account', attempt?.pgCode],
      ['paidBy', kind === 'second-success' ? transaction.settledPgCode : undefined],
      ['error', isPlain(transaction, alert) ? undefined : detail],
    ],
    now: at,
  };
  return alertMailsTo(transaction, words, readers);
}

/**
 * The same of whatever is alerted: the payment is named, whether it is there or not. Where it is not known which one is meant, nobody is
 * told for their permissions.
 */
export function alertMailsTo(
  payment: AlertedPayment | (Pick<AlertedPayment, 'merchantId'> & { readonly type?: never }),
  { kind, ...words }: AlertWords,
  { merchant, users, operators }: AlertReaders,
): AlertMails {
  const { merchantId } = payment;
  const known = payment.type === undefined ? undefined : payment;
  const people = alertReceivers(merchant, users, { kind, payment: known });
  const named = [
    ['order', known?.orderNo] as const,
    ['payment', known?.sessionId] as const,
    ...words.lines,
  ];
  const about = {
    ...words,
    merchantId,
    ...(known && { sessionId: known.sessionId }),
    lines: named,
  };
  const nobody = people.length === 0 ? ([['told', 'nobody']] as const) : [];
  return {
    own: mailTo(people, about),
    operators: mailTo(operators, {
      ...about,
      key: `${words.key}/operators`,
      lines: [...named, ...nobody],
      forOperators: true,
    }),
  };
}

/** True for the first alert of a second success, which the mail's own text explains; of one that did not go back by itself `detail` says it. */
function isPlain({ alerts }: Transaction, { kind, referenceNumber, detail }: Alert): boolean {
  const first = alerts.find(
    (one) => one.kind === 'second-success' && one.referenceNumber === referenceNumber,
  );
  return kind === 'second-success' && first?.detail === detail;
}
