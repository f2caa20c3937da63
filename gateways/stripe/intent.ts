import type { Opened } from '../../domain/transaction/network.ts';
import { accepted, get, type StripeAnswer } from './client.ts';
import { intentIn, type PaymentIntent } from './shapes.ts';
import type { StripeSettings } from './settings.ts';
import { intentAnswer } from './wire.ts';

/** What Stripe says to an intent that was confirmed when it was made; a decline is its word too. */
export async function confirmedIntent(
  settings: StripeSettings,
  answer: StripeAnswer,
  what: string,
): Promise<Opened> {
  const { error } = answer;
  if (answer.status === 402 && error?.payment_intent)
    return intentAnswer(intentIn(error.payment_intent));
  const intent = intentIn(accepted(answer, what));
  return intentAnswer(answer.isReplayed ? await intentNow(settings, intent.id) : intent);
}

export async function intentNow(settings: StripeSettings, id: string): Promise<PaymentIntent> {
  return intentIn(
    accepted(await get(settings, intentPath(id), { expand: ['latest_charge'] }), 'the inquiry'),
  );
}

export const intentPath = (id: string) => `/v1/payment_intents/${encodeURIComponent(id)}`;
