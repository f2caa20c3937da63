import type { CardFacts } from '../../domain/card/card.ts';
import { readExpiry } from '../../domain/card/expiry.ts';
import type { PgParams } from '../../domain/webhook/pg-params.ts';
import { additionalText } from './declines.ts';
import type { AdyenItem } from './shapes.ts';

interface CardWords {
  readonly reason?: string;
  readonly additionalData?: AdyenItem['additionalData'];
}

/**
 * What is told of the card: in the reason of an AUTHORISATION (`<authorisation code>:<last four>:<month>/<year>`), and in the
 * additional data that is switched on.
 */
function cardFacts({ reason = '', additionalData }: CardWords) {
  const [, code, four, end] = /^([^:]{1,20}):(\d{4}):(\d{1,2}\/\d{4})$/.exec(reason) ?? [];
  const [month = '', year = ''] = (end ?? additionalText(additionalData, 'expiryDate') ?? '').split(
    '/',
  );
  const lastFour = four ?? additionalText(additionalData, 'cardSummary') ?? '';
  return {
    authCode: code ?? additionalText(additionalData, 'authCode'),
    lastFour: /^\d{4}$/.test(lastFour) ? lastFour : undefined,
    expiry: readExpiry(month, year),
    holder: additionalText(additionalData, 'cardHolderName'),
    bin: /^\d{6}/.exec(additionalText(additionalData, 'cardBin') ?? '')?.[0],
    issuer: additionalText(additionalData, 'cardIssuingBank'),
    brand: additionalText(additionalData, 'paymentMethod'),
  };
}

/** The same as parameters of the gateway. */
export function cardParams(words: CardWords): PgParams {
  const { authCode, lastFour, expiry, holder, bin, issuer, brand } = cardFacts(words);
  const month = expiry && String(expiry.month).padStart(2, '0');
  const year = expiry && String(expiry.year).slice(-2);
  return {
    auth_code: authCode,
    card_type: brand,
    card_holder: holder,
    card_number: lastFour === undefined ? undefined : `${bin ?? '******'}******${lastFour}`,
    card_issuer: issuer,
    card_expiry_month: month,
    card_expiry_year: year,
    full_card_expiry: expiry && `${month}/${year}`,
  };
}

/** The card that Adyen keeps. One of which it does not say enough to show it is as if there were none. */
export function savedCard(item: AdyenItem): CardFacts | undefined {
  const { additionalData, paymentMethod = '' } = item;
  const token =
    additionalText(additionalData, 'tokenization.storedPaymentMethodId') ??
    additionalText(additionalData, 'recurring.recurringDetailReference');
  const { lastFour, expiry, holder } = cardFacts(item);
  if (token === undefined || token.length > 50 || lastFour === undefined || !expiry)
    return undefined;
  const brand = BRANDS[paymentMethod] ?? paymentMethod.toUpperCase();
  return {
    token,
    lastFour,
    expiry,
    ...(brand !== '' && { brand: brand.slice(0, 32) }),
    ...(holder !== undefined && { holder: holder.slice(0, 64) }),
  };
}

/** Under which name limits on tries know them (`domain/agreement/retries.ts`). */
const BRANDS: Readonly<Record<string, string>> = { mc: 'MASTERCARD' };
