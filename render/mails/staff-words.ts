import type { StaffEvent } from '../../domain/notification/notification.ts';
import type { OperationKind } from '../../domain/operation/operation.ts';
import type { Language } from '../../domain/transaction/transaction.ts';
import type { StaffLabel } from './facts.ts';
import { staffAr } from './staff-words-ar.ts';

/** What people of a merchant are told, and what the facts of it are called. */
export interface StaffWords {
  readonly mails: Readonly<Record<StaffEvent, { readonly subject: string; readonly text: string }>>;
  /** The subject of `request-waits` where the operation is known: a mailbox shows what there is to decide. */
  readonly waiting: Readonly<Record<OperationKind, string>>;
  readonly labels: Readonly<Record<StaffLabel, string>>;
}

export function staffWords(language: Language): StaffWords {
  return language === 'ar' ? staffAr : { mails, waiting, labels };
}

const mails: StaffWords['mails'] = {
  'webhook-not-acknowledged': {
    subject: 'A webhook of {{merchant_name}} was not acknowledged',
    text: 'Your server did not acknowledge the event below. The payment itself is not affected. Sarraf calls again by itself, first and last at the times below, until your server acknowledges; where no time is named, it does not call for this event any more. While your server goes on failing you get one such mail a day, and after five days it is not called any more.\n\nTo have this very event sent at once, under the same id: POST /b/webhooks/v1/deliveries/{event_id}/replay/ of the API, with the id of the event below.',
  },
  'webhook-failed': {
    subject: 'A webhook of {{merchant_name}} could not be delivered',
    text: 'Your server did not acknowledge the event below, and it is not called for it any more. When it answers again, have this very event sent once more, under the same id: POST /b/webhooks/v1/deliveries/{event_id}/replay/ of the API, with the id of the event below. Many are sent again together by POST /b/webhooks/v1/replays/. What an endpoint that is disabled should get is held: enable it first.',
  },
  'endpoint-failing': {
    subject: 'A webhook endpoint of {{merchant_name}} has not answered for three days',
    text: 'Your server has not acknowledged a single event since the time below. When that goes on, it is not called any more, two days from now at the earliest.',
  },
  'endpoint-disabled': {
    subject: 'A webhook endpoint of {{merchant_name}} is disabled',
    text: 'Your server has not acknowledged a single event for five days, so it is not called any more. New events are held. Enable the endpoint by the API when your server answers again, and have what was held sent.',
  },
  'request-waits': {
    subject: 'A request at {{merchant_name}} needs your approval',
    text: 'Somebody has asked for an operation that a second person has to approve. It ends by itself when nobody decides in time.',
  },
  'request-break-glass': {
    subject: 'A request of {{merchant_name}} was approved alone in an emergency',
    text: 'One person has said yes for all who have to approve it. Look at whether that was right.',
  },
  'request-rejected': {
    subject: 'Your request at {{merchant_name}} was rejected',
    text: 'Somebody has said no to the operation that you asked for. Nothing was done.',
  },
  'request-needs-hand': {
    subject: 'Your request at {{merchant_name}} needs a hand',
    text: 'The operation was approved, and then the gateway did not do it. Decide whether it is tried again.',
  },
  'request-done': {
    subject: 'Your request at {{merchant_name}} is done',
    text: 'The operation that you asked for is done.',
  },
  'second-success': {
    subject: 'A customer of {{merchant_name}} has paid twice',
    text: 'A further attempt took money for a payment that had succeeded already. The first one counts. Return the money of the reference below at the gateway; the engine does not do it by itself.',
  },
  'report-ready': {
    subject: 'A report of {{merchant_name}} is ready',
    text: 'A report of your payments was written. It is with this mail where that was asked for and it is no larger than 5 MB; who may view reports finds it in the list of reports in any case, for as long as it is kept.',
  },
};

const waiting: StaffWords['waiting'] = {
  refund: 'Refund of {{amount}} needs your approval',
  capture: 'Capture of {{amount}} needs your approval',
  void: 'Void of {{amount}} needs your approval',
};

const labels: StaffWords['labels'] = {
  operation: 'Operation',
  amount: 'Amount',
  order: 'Order number',
  payment: 'Payment',
  request: 'Request',
  maker: 'Asked for by',
  checker: 'Decided by',
  reason: 'Reason',
  error: 'Last error',
  answer: 'Answer of your server',
  next: 'Next call',
  last: 'Last call',
  receiver: 'Receiver',
  event: 'Event',
  calls: 'Calls',
  endpoint: 'Endpoint',
  failing: 'Failing since',
  report: 'Report',
  rows: 'Rows',
  period: 'Until',
  kept: 'Kept until',
  reference: 'Reference number',
  account: 'Gateway account',
  paidBy: 'First paid with',
};
