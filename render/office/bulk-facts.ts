import type { BulkCommand, BulkState } from '../../domain/bulk/bulk.ts';
import type { Amount } from '../pages/facts.ts';
import type { FormFacts } from './form.tsx';
import type { OfficeFrame } from './frame-facts.ts';

/** A file of requests, as far as it has come. */
export interface BulkRow {
  readonly href: string;
  readonly id: string;
  /** Empty where nobody has called it anything. */
  readonly name: string;
  readonly state: BulkState;
  readonly total: number;
  readonly made: number;
  readonly failed: number;
  /** Left out where a program has sent it. */
  readonly uploadedBy?: string;
  readonly at: string;
}

/** Files of requests, the newest first. */
export interface BulksFacts extends OfficeFrame {
  readonly rows: readonly BulkRow[];
  /** Where a file is uploaded, for who may. */
  readonly newUrl?: string;
  readonly nextUrl?: string;
  readonly firstUrl?: string;
}

/** A row of which no request was made, and what is wrong with it. */
export interface WrongRowFacts {
  readonly row: number;
  /** Whether it was at fault at the upload, or only when it was made. */
  readonly isLeftOut: boolean;
  readonly rowFaults: readonly { readonly column: string; readonly sentence: string }[];
}

/** A file of requests with all that is known of it. */
export interface BulkFacts extends OfficeFrame, Omit<BulkRow, 'href' | 'id'> {
  readonly href: string;
  readonly left: number;
  /** Rows of the file that were wrong, and so are none of the rows to be made. */
  readonly leftOut: number;
  readonly sums: readonly Amount[];
  readonly unknownColumns: readonly string[];
  readonly pace?: { readonly perMinute: number; readonly expectedEnd: string };
  readonly lookedAt: string;
  /** The first of them. */
  readonly wrong: readonly WrongRowFacts[];
  readonly resultUrl: string;
  readonly errorsUrl: string;
  /** The payments that were made of it. */
  readonly paymentsUrl: string;
  readonly pause?: FormFacts;
  readonly resume?: FormFacts;
  /** Where it is asked whether it shall be canceled. */
  readonly cancelUrl?: string;
  /** What was pressed, and has happened. */
  readonly told?: BulkCommand | 'confirm';
  readonly refusal?: string;
  readonly refusalCode?: string;
  readonly isUnknown?: boolean;
}

/** The question before a file is canceled. */
export interface CancelBulkFacts extends OfficeFrame {
  readonly form: FormFacts;
  readonly href: string;
  readonly name: string;
  readonly state: BulkState;
  readonly made: number;
  readonly left: number;
  readonly isBarred: boolean;
}
