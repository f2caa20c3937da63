import type { Context } from 'koa';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { fieldOf, formInputIn, type FormInput } from './form-input.ts';

/** What of the payment's form is carried on. Not what payers agree to, for whoever passes on an address could agree for them. */
const CHOICES = ['pg_code', 'amount', 'customer_phone_2', 'wallet'] as const;

/** As long as a link of a map may be; everything else that people type here is shorter. */
const LONGEST = 2000;

/**
 * The address of a page, which begins with what the payer has chosen or typed on another one: an address, because a page that
 * answers a form cannot be gone back to. What could be a card number is left out.
 */
export function keeping(ctx: Context, url: string, names: readonly string[] = CHOICES): string {
  const kept = new URL(url);
  for (const name of names) {
    const value = fieldOf(ctx, name);
    if (value !== undefined && value.length <= LONGEST && !holdsCardNumber(value))
      kept.searchParams.set(name, value);
  }
  return kept.href;
}

/** What a page that is looked at shall begin with. */
export function keptInput(ctx: Context): FormInput {
  return { ...formInputIn(ctx), terms: false, saveCard: false };
}
