import type { Dialogs } from './dialogs.ts';
import { pageIn } from './session.ts';
import type { BeforePaymentData, Callback, CallbackData } from './types.ts';

/** The merchant's own functions; where one is missing the checkout does what most would. */
export interface Hooks {
  readonly success?: Callback | undefined;
  readonly canceled?: Callback | undefined;
  readonly error?: Callback | undefined;
  readonly beforePayment?: ((data: BeforePaymentData) => unknown) | undefined;
  readonly validatePayment?: (() => unknown) | undefined;
}

/** The popup of a success is read before the page changes. */
const READING_MS = 1500;

/**
 * Tells the merchant's function how a payment ended, or does what is usual. A function that throws stops nothing. Where
 * nobody knows how it ended the window says so, and not that it failed.
 */
export function tell(
  data: CallbackData,
  {
    hooks,
    dialogs,
    retry,
    isUnknown = false,
  }: {
    readonly hooks: Hooks;
    readonly dialogs: Dialogs;
    readonly retry: () => unknown;
    readonly isUnknown?: boolean;
  },
): void {
  const { status, message, payment_gateway_info: gateway } = data;
  const named = hooks[status];
  if (named) {
    try {
      named(data);
    } catch (error) {
      console.error('Checkout: the callback has failed.', error);
    }
    return;
  }
  const next = pageIn(data.redirect_url);
  const isPaid = status === 'success';
  const leadsOn = status !== 'canceled' && next !== undefined;
  if (isPaid || leadsOn) {
    dialogs.popup(isPaid ? 'success' : 'redirect', message, gateway?.pg_response);
    if (leadsOn) setTimeout(() => location.assign(next), READING_MS);
    return;
  }
  // KNET obliges shops to show its own answer after each payment that failed.
  const isKnet = status === 'canceled' && gateway?.pg_name === 'kpay';
  const type = isUnknown ? 'unknown' : 'error';
  const { answer } = dialogs.popup(type, message, isKnet ? gateway.pg_response : undefined);
  void answer.then((pressed) => (pressed === 'retry' ? retry() : undefined));
}

/** Whether the merchant's two functions let the payment go on: a promise of theirs that is rejected stops it. */
export async function isLetThrough(
  { beforePayment, validatePayment }: Hooks,
  data: BeforePaymentData,
): Promise<boolean> {
  try {
    await validatePayment?.();
    await beforePayment?.(data);
    return true;
  } catch (error) {
    console.error('Checkout: the page has stopped the payment.', error);
    return false;
  }
}
