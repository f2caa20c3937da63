import type { LoggedIn } from '../api/access/asked-for.ts';
import type { IncomingFile, UploadedFile } from '../api/middleware/multipart.ts';
import type { Language } from '../domain/language.ts';
import type { Permission } from '../domain/permission.ts';
import type { FormFacts, TypedFields } from '../render/office/form.tsx';
import type { ApiClient } from './client.ts';

/** What a page knows of who looks at it, and how it asks for the rest. */
export interface OfficeRequest {
  readonly language: Language;
  readonly otherLanguageUrl: string;
  readonly stylesheetUrl: string;
  /** Who is logged in, and since when. For what they may do there is `may`. */
  readonly person: LoggedIn;
  readonly may: (permission: Permission) => boolean;
  /** The API, asked as this person: all that a page knows comes from there. */
  readonly api: ApiClient;
  /** The names in the path. */
  readonly params: Readonly<Record<string, string>>;
  /** A field of the form that was sent, else of the address of a page that is looked at; empty where it is not there. */
  readonly field: (name: string) => string;
  /** What the address asks for: of a name that is there several times all values, with commas between; what is empty is left out. */
  readonly asked: Readonly<Record<string, string>>;
  /** Which of the boxes of a form were ticked that are called `name.value`. */
  readonly ticked: (name: string) => readonly string[];
  /** The fields of the form with which the page is shown in the other language, or after its person has logged in again; undefined where it is looked at by its address. */
  readonly kept?: TypedFields;
  /** They have logged in again since they sent the form, and nothing was done. */
  readonly isFormBack?: true;
  /** What pages have to know of the merchant to show anything. */
  readonly merchant: MerchantShown;
  /** How many tasks are open for them, as far as that is known. */
  readonly openTasks?: number;
  /** Where the workflow of a payment is looked at, for superusers, where the installation wants that. */
  readonly workflowUi?: string;
  /**
   * What a form to this address carries. Its number is sent to the API as `Idempotency-Key`; a form that is shown again keeps the one it
   * had, so that a press whose answer was lost acts once, and what was typed.
   */
  readonly form: (action: string) => FormFacts;
  /** The number of the form that was sent. */
  readonly number: string;
  /** The file that was sent with it, on a page that takes one as it comes. */
  readonly file?: Pick<IncomingFile, 'name' | 'stream'>;
  /** The same on a page that takes one as a whole. */
  readonly wholeFile?: UploadedFile;
}

/** The merchant whose office it is. */
export interface MerchantShown {
  readonly name: string;
  /** IANA; left out: UTC. */
  readonly timeZone?: string;
  /** Its own; none means every one. */
  readonly currencies: readonly string[];
  readonly isPaused: boolean;
}

/** Whether the form was sent before without an answer: a refusal now says nothing of that (contract/requests#idempotency). */
export function isAskedAgain({ field }: Pick<OfficeRequest, 'field'>): boolean {
  return field('unanswered') !== '';
}
