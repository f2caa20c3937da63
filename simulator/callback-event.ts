import type { CallbackEvent } from './events.ts';
import { newEventId } from './ids.ts';
import type { Strikes } from './fault-book.ts';
import type { Payment } from './payment.ts';
import { presentPayment } from './present.ts';
import { toldMoney } from './wrong-money.ts';

/** Fresh news of a payment as it is at `at`, with an id of its own; a fault may make it tell other money. */
export function callbackEvent(
  payment: Payment,
  { at, base, strikes }: { readonly at: string; readonly base: string; readonly strikes: Strikes },
): CallbackEvent {
  const eventId = newEventId();
  const body = JSON.stringify({
    event_id: eventId,
    type: 'payment.updated',
    created_at: at,
    payment: toldMoney(presentPayment(payment, base), strikes),
  });
  const { id: paymentId, account, notifyUrl: url } = payment;
  return {
    eventId,
    paymentId,
    account,
    url,
    body,
    send: strikes.callback?.fault !== 'no-callback',
  };
}
