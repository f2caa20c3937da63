import type { CardFacts } from '../../domain/card/card.ts';
import type { PgParams } from '../../domain/webhook/pg-params.ts';
import { expiryParams, keptCard, type CardTold } from '../card-told.ts';
import { additionalText, type AdyenItem } from './shapes.ts';

interface CardWords {
  readonly reason?: string;
  readonly additionalData?: AdyenItem['additionalData'];
}

/**
 * What is told of the card: in the reason of an AUTHORISATION (`<authorisation code>:<last four>:<month>/<year>`), and in the
 * additional data that is switched on.
 */
function cardIn({ reason = '', additionalData }: CardWords) {
  const said = (name: string) => additionalText(additionalData, name);
  const [, code, four, end] = /^([^:]{1,20}):(\d{4}):(\d{1,2}\/\d{4})$/.exec(reason) ?? [];
  const [month, year] = (end ?? said('expiryDate') ?? '').split('/');
  const told: CardTold = {
    token: said('tokenization.storedPaymentMethodId') ?? said('recurring.recurringDetailReference'),
    lastFour: four ?? said('cardSummary'),
    month,
    year,
    holder: said('cardHolderName'),
  };
  return { told, said, authCode: code ?? said('authCode') };
}

/** The same as parameters of the gateway. */
export function cardParams(words: CardWords): PgParams {
  const { told, said, authCode } = cardIn(words);
  const { lastFour = '', holder } = told;
  const bin = /^\d{6}/.exec(said('cardBin') ?? '')?.[0];
  return {
    auth_code: authCode,
    card_type: said('paymentMethod'),
    card_holder: holder,
    card_number: /^\d{4}$/.test(lastFour) ? `${bin ?? '******'}******${lastFour}` : undefined,
    card_issuer: said('cardIssuingBank'),
    ...expiryParams(told),
  };
}

/** The card that Adyen keeps. */
export function savedCard(item: AdyenItem): CardFacts | undefined {
  return keptCard({ ...cardIn(item).told, brand: brandNamed(item.paymentMethod) });
}

/** Under which name limits on tries, and the card networks' advice, know a brand (`domain/agreement/retries.ts`). */
export function brandNamed(method: string | undefined): string | undefined {
  return method === 'mc' ? 'MASTERCARD' : method;
}
