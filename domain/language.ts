/** The languages of pages, mails and documents. */
export type Language = 'en' | 'ar';
