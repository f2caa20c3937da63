import type { Language } from '../../domain/language.ts';
import { mailsAr } from './ar.ts';
import { mailsEn, type MailWords } from './en.ts';

/** Every sentence of the mails to customers in one language. */
export function mailWords(language: Language): MailWords {
  return language === 'ar' ? mailsAr : mailsEn;
}
