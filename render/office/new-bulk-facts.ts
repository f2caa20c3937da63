import type { FormFacts } from './form.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import type { BulkFacts, WrongRowFacts } from './bulk-facts.ts';
import type { NewPaymentFacts } from './new-payment-facts.ts';

/** What is typed beside the file, by the API's names. */
export const BULK_FIELDS_TYPED = ['name', 'currency_code', 'language', 'expiration_time'] as const;

/** What went wrong that the API has no sentence for. */
export type UploadTrouble = 'no-file' | 'unknown' | 'other-file' | 'gone';

/** Why a whole file was not read; those that there are words for. */
export type FileFaultName =
  | 'empty'
  | 'not-utf-8'
  | 'no-columns'
  | 'not-csv'
  | 'too-large'
  | 'too-many-rows';

/** The form that takes a file of requests. */
export interface NewBulkFacts extends OfficeFrame {
  readonly form: FormFacts;
  readonly methods: NewPaymentFacts['methods'];
  readonly currencies: readonly string[];
  /** As it was typed. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly picked: readonly string[];
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly refusal?: string;
  readonly refusalCode?: string;
  readonly fileFault?: FileFaultName;
  readonly trouble?: UploadTrouble;
  /** Of a file in which no row is right. */
  readonly found?: {
    readonly rows: number;
    readonly unknownColumns: readonly string[];
    /** The first of them. */
    readonly wrong: readonly WrongRowFacts[];
  };
}

/** A file that was looked at, and of which nothing is made yet. */
export interface CheckedBulkFacts
  extends OfficeFrame, Pick<BulkFacts, 'name' | 'total' | 'leftOut' | 'sums' | 'unknownColumns'> {
  /** In the whole file. */
  readonly rows: number;
  readonly wrong: readonly WrongRowFacts[];
  readonly errorsUrl: string;
  /** Left out for who may not say yes any more. */
  readonly form?: FormFacts;
  /** Until then the file is kept. */
  readonly confirmBy?: string;
  readonly refusal?: string;
  readonly refusalCode?: string;
  readonly isUnknown?: boolean;
}
