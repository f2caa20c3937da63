import type { CardForm } from './card-entry.ts';
import { readCard } from './card-entry.ts';
import { brandOf, cvvLength } from './brands.ts';
import type { Fields } from './fields.ts';
import { optionalFlag, optionalText, text } from './fields.ts';
import type { Network } from './network.ts';
import { plan } from './outcomes.ts';
import type { Payment } from './payment.ts';
import { challengeOf } from './payment.ts';
import { Refusal, invalid } from './refusals.ts';
import { CHALLENGE_CODE } from './transitions.ts';

/**
 * Does what a customer does on the page: gives the card and, when the issuer asks, the code. A code
 * that is left out is the right one; a wrong one is entered until the payment ends. Answers the
 * final payment after the merchant has answered the callback.
 */
export async function payWithoutBrowser(
  network: Network,
  payment: Payment,
  body: Fields,
): Promise<Payment> {
  const { checkout, now } = network;
  const form = formOf(body, now());
  const code = optionalText(body, 'code', 20) ?? CHALLENGE_CODE;
  const send = optionalFlag(body, 'callback') ?? true;
  const reading = readCard(form, now());
  if (!reading.ok) throw invalid(`Correct the card: ${Object.values(reading.faults).join(', ')}.`);
  const { number, card } = reading;
  const action = { type: 'card', card, plan: plan(number, payment.amount) } as const;
  let moved = taken(await checkout.act(payment.id, action, send), payment);
  while (challengeOf(moved) !== undefined)
    moved = taken(await checkout.act(payment.id, { type: 'code', code }, send), moved);
  return moved;
}

function formOf(body: Fields, now: Date): CardForm {
  const number = text(body, 'card_number', 32);
  return {
    name: 'Test Customer',
    number,
    expiry: optionalText(body, 'expiry', 10) ?? `12/${now.getUTCFullYear() + 1}`,
    cvv: optionalText(body, 'cvv', 4) ?? '1234'.slice(0, cvvLength(brandOf(number))),
  };
}

function taken(moved: Payment | undefined, before: Payment): Payment {
  if (moved !== undefined) return moved;
  throw new Refusal(
    409,
    'not_open',
    `This payment is ${before.state.status} or waits for a challenge; create another to pay again.`,
  );
}
