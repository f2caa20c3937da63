/** The languages of pages, mails and documents. */
export type Language = 'en' | 'ar';

/** A name in this language, where it has one of its own there. */
export function nameIn(
  { name, nameAr }: { readonly name: string; readonly nameAr?: string },
  language: Language,
): string {
  return language === 'ar' ? (nameAr ?? name) : name;
}
