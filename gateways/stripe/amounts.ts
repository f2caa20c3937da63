import { amountsOf } from '../exponents.ts';

/** docs.stripe.com/currencies: ISK and UGX have two decimals there that are always 00, and MGA none. */
export const STRIPE_AMOUNTS = amountsOf('Stripe', {
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  steps: { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10 },
});
