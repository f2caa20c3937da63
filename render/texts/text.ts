import { fill, type Values } from '../../domain/notification/template.ts';
import type { Language } from '../../domain/language.ts';
import { textWords, type TextKind } from './words.ts';

/** A message by SMS or WhatsApp, before it is worded. */
export interface TextFacts {
  readonly kind: TextKind;
  readonly language: Language;
  readonly values: Values;
  /** The merchant's own template; ours where it has none. */
  readonly own?: string;
  /** Said where the template says nothing with these values. */
  readonly body?: string;
}

/**
 * The message as it is sent, without marks that old telephones show as boxes; a short link that was not asked for is the
 * long one. Undefined where there is nothing to say.
 */
export function renderText({ kind, language, values, own, body }: TextFacts): string | undefined {
  const { checkout_url: checkout = '', receipt_url: receipt = '' } = values;
  const all: Values = {
    ...values,
    checkout_short_url: values.checkout_short_url || checkout,
    receipt_short_url: values.receipt_short_url || receipt,
  };
  const text = fill(own ?? textWords(language)[kind], all).trim();
  return text || body?.trim() || undefined;
}
