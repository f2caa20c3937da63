import type { CardFacts } from '../../domain/card/card.ts';
import { readExpiry } from '../../domain/card/expiry.ts';
import { threeDsOf, type ThreeDs } from '../../domain/card/three-ds.ts';
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

/** The card that is kept. One of which Stripe does not say enough to show it is as if there were none. */
export function cardFactsOf(
  card: Card | undefined,
  token: string | undefined,
  { billing_details }: NamedHolder,
): CardFacts | undefined {
  const expiry = readExpiry(String(card?.exp_month), String(card?.exp_year));
  const { last4, brand } = card ?? {};
  if (!token || token.length > 50 || !expiry || !last4 || !/^\d{4}$/.test(last4)) return undefined;
  const holder = billing_details?.name;
  return {
    token,
    lastFour: last4,
    expiry,
    ...(brand && { brand: brand.toUpperCase().slice(0, 32) }),
    ...(holder && { holder: holder.slice(0, 64) }),
  };
}
