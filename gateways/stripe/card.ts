import { threeDsOf, type ThreeDs } from '../../domain/card/three-ds.ts';
import type { CardTold } from '../card-told.ts';
import type { Card, NamedHolder } from './shapes.ts';

const THREE_DS: Readonly<Record<string, string>> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
  failed: 'failed',
  not_supported: 'unavailable',
  processing_error: 'unavailable',
};

/** What 3-D Secure came to, in our words. */
export function threeDsIn(card: Card | undefined): ThreeDs | undefined {
  const {
    authentication_flow,
    electronic_commerce_indicator: eci,
    result,
    version,
  } = card?.three_d_secure ?? {};
  return threeDsOf({
    challenge: authentication_flow ? authentication_flow === 'challenge' : undefined,
    version,
    eci,
    outcome: THREE_DS[result ?? ''],
  });
}

/** What Stripe says of a card, which it keeps by that token. */
export function cardTold(
  card: Card | undefined,
  token: string | undefined,
  from: NamedHolder | undefined,
): CardTold {
  return {
    token,
    lastFour: card?.last4,
    month: card && String(card.exp_month),
    year: card && String(card.exp_year),
    brand: card?.brand,
    holder: from?.billing_details?.name,
  };
}
