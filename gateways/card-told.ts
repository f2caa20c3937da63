import type { CardFacts } from '../domain/card/card.ts';
import { readExpiry } from '../domain/card/expiry.ts';
import type { PgParams } from '../domain/webhook/pg-params.ts';
import { cutText } from '../domain/cut-text.ts';

/** A card as its network tells of it; what it does not say is left out. */
export interface CardTold {
  readonly token?: string | undefined;
  readonly lastFour?: string | undefined;
  readonly month?: string | undefined;
  /** Of two digits or four. */
  readonly year?: string | undefined;
  readonly brand?: string | undefined;
  readonly holder?: string | undefined;
}

/** The card that the network keeps. One of which it does not say enough to show it is as if there were none. */
export function keptCard(told: CardTold): CardFacts | undefined {
  const { token = '', lastFour = '', month = '', year = '', brand = '', holder = '' } = told;
  const expiry = readExpiry(month, year);
  if (token === '' || token.length > 50 || !expiry || !/^\d{4}$/.test(lastFour)) return undefined;
  return {
    token,
    lastFour,
    expiry,
    ...(brand !== '' && { brand: cutText(brand.toUpperCase(), 32) }),
    ...(holder !== '' && { holder: cutText(holder, 64) }),
  };
}

/** When it expires, as the parameters of a gateway have it. */
export function expiryParams({ month = '', year = '' }: CardTold): PgParams {
  const expiry = readExpiry(month, year);
  if (!expiry) return {};
  const [mm, yy] = [String(expiry.month).padStart(2, '0'), String(expiry.year).slice(-2)];
  return { card_expiry_month: mm, card_expiry_year: yy, full_card_expiry: `${mm}/${yy}` };
}
