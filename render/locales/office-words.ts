import type { Language } from '../../domain/language.ts';
import { officeAr } from './office-ar.ts';
import { officeEn, type OfficeWords } from './office-en.ts';

/** Every sentence of the office's pages in one language. */
export function officeWords(language: Language): OfficeWords {
  return language === 'ar' ? officeAr : officeEn;
}
