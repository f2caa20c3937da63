import type { Language } from '../pages/facts.ts';
import { ar } from './ar.ts';
import type { Words } from './en.ts';
import { en } from './en.ts';

/** Every sentence of the pages in one language. */
export function words(language: Language): Words {
  return language === 'ar' ? ar : en;
}
