import type { FormFacts } from './form.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import type { PaymentRow, SeveralAct } from './payments-facts.ts';

/** What came of it for one payment; `waiting`: it was not asked for yet. */
export type SeveralOutcome =
  | { readonly is: 'done' | 'unknown' | 'waiting' }
  /** `unknown`: it was refused to ask again for what nobody knows. */
  | {
      readonly is: 'refused' | 'unknown';
      /** The API's, and by which it knows it; or one of the page's own. */
      readonly sentence: string;
      readonly code?: string;
      readonly isOurs?: true;
    };

interface SeveralRow extends PaymentRow {
  readonly outcome?: SeveralOutcome;
  /** By which channels its message was asked for already, so that the same is asked for again. */
  readonly sentBy?: readonly string[];
}

/** Several payments before something is done to them, or after. */
export interface SeveralFacts extends OfficeFrame {
  readonly act: SeveralAct;
  readonly rows: readonly SeveralRow[];
  /** So many were named and are not to be found. */
  readonly missing: number;
  /** More were named than can be asked for at once. */
  readonly isTooMany?: boolean;
  /** The list from which they came. */
  readonly backUrl: string;
  readonly back: string;
  readonly form: FormFacts;
  /** It was pressed. */
  readonly isTold: boolean;
}
