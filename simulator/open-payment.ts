import type { Fields } from './fields.ts';
import { flag, optionalFlag, optionalText, text, webAddress } from './fields.ts';
import { newPaymentId } from './ids.ts';
import { languageOf } from './language.ts';
import { amountFault } from './money.ts';
import type { Payment } from './payment.ts';
import { invalid } from './refusals.ts';

/** A new open payment from a merchant's request; the first fault in it is refused with a sentence. */
export function openPayment(account: string, body: Fields, now: Date): Payment {
  const currency = text(body, 'currency', 3);
  if (!/^[A-Z]{3}$/u.test(currency))
    throw invalid('Send currency as the three capital letters of ISO 4217, such as "KWD".');
  const amount = text(body, 'amount', 20);
  const saveCard = optionalFlag(body, 'save_card') ?? false;
  // Saving a card may cost nothing: then it is only tried.
  const fault = amountFault(amount, currency, saveCard);
  if (fault !== undefined) throw invalid(fault);
  const language = languageOf(body['language']);
  if (language === undefined) throw invalid('Send language as "en" or "ar".');
  const description = optionalText(body, 'description', 255);
  const at = now.toISOString();
  return {
    id: newPaymentId(),
    account,
    merchantReference: text(body, 'merchant_reference', 128),
    amount,
    currency,
    capture: flag(body, 'capture'),
    ...(saveCard && { saveCard }),
    returnUrl: webAddress(body, 'return_url'),
    notifyUrl: webAddress(body, 'notify_url'),
    language,
    ...(description !== undefined && description !== '' && { description }),
    createdAt: at,
    updatedAt: at,
    state: { status: 'OPEN' },
  };
}
