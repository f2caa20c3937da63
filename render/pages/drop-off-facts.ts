import type { Amount, PageFrame } from './facts.ts';

/** The fields of the delivery form, by the names under which they are sent back. */
export type DropOffField =
  | 'line1'
  | 'line2'
  | 'city'
  | 'state'
  | 'country'
  | 'postal_code'
  | 'location';

export type FieldFault = 'required' | 'too-long' | 'unreadable';

export interface DropOffFacts extends PageFrame {
  readonly amount: Amount;
  readonly orderNo?: string;
  readonly formAction: string;
  readonly cancelAction: string;
  readonly asksAddress: boolean;
  readonly asksPlace: boolean;
  /** What the fields hold when the page opens. */
  readonly values: Readonly<Record<DropOffField, string>>;
  readonly faults: Readonly<Partial<Record<DropOffField, FieldFault>>>;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
}
