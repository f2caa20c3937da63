import type { Language } from '../../domain/language.ts';
import type { FormFacts } from './form.tsx';

/** A part of the office that a person may open. */
export type Section = 'inbox' | 'payments' | 'new-payment' | 'bulk';

/** What stands around every page of the office. */
export interface OfficeFrame {
  readonly language: Language;
  /** The same page in the other language; left out where the page shows what no other one can show again. */
  readonly otherLanguageUrl?: string;
  readonly stylesheetUrl: string;
  readonly merchantName: string;
  /** IANA; UTC where the merchant has named none. */
  readonly timeZone?: string;
  /** Who is logged in. */
  readonly personName: string;
  /** What they may open. */
  readonly sections: readonly { readonly name: Section; readonly href: string }[];
  readonly current?: Section;
  /** How many tasks are open for them; left out where that is not known. */
  readonly openTasks?: number;
  readonly logOut: FormFacts;
  readonly isPaused?: boolean;
  /** What they typed before they had to log in again stands in the form once more. */
  readonly isFormBack?: boolean;
  /** The address named a place that is none of the list, which is shown from its beginning. */
  readonly isBegunAnew?: boolean;
}
