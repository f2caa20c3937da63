import type { Language } from '../../domain/language.ts';
import { ar } from './ar.ts';
import { type Words, en } from './en.ts';

/** Every sentence of the pages in one language. */
export function words(language: Language): Words {
  return language === 'ar' ? ar : en;
}
