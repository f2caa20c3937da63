import type { Context } from 'koa';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { fieldOf, formInputIn, type FormInput } from './form-input.ts';

/** What of the payment's form is carried on. Not the terms: who agrees has to have read the text of the page that they see. */
const CHOICES = ['pg_code', 'amount', 'customer_phone_2', 'wallet', 'save_card'] as const;

/** A link of a map is long; everything else that people type here is shorter than this. */
const LONGEST = 1000;

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
  return { ...formInputIn(ctx), terms: false };
}
