import type { Language } from './payment.ts';

/** A language that the pages speak, or nothing. */
export function languageOf(value: unknown): Language | undefined {
  return value === 'en' || value === 'ar' ? value : undefined;
}
