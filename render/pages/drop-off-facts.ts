import type { LocalAddress } from '../../domain/local-address.ts';
import type { Amount, PageFrame } from './facts.ts';

/** The fields of the delivery form that people fill in, by the names under which they are sent back. */
export type DropOffField =
  | 'country'
  | 'state'
  | 'city'
  | 'block'
  | 'street'
  | 'building'
  | 'line1'
  | 'line2'
  | 'postal_code'
  | 'location';

export type FieldFault =
  | 'required'
  | 'too-long'
  | 'unreadable'
  | 'card-number'
  | 'control-characters';

export interface DropOffFacts extends PageFrame {
  readonly amount: Amount;
  readonly orderNo?: string;
  readonly formAction: string;
  readonly cancelAction: string;
  /** Where the form is sent for the fields of the country that it names. */
  readonly refitAction: string;
  readonly asksAddress: boolean;
  readonly asksPlace: boolean;
  /** How addresses are said in the country; left out where any address will do. */
  readonly local?: LocalAddress;
  /** What the fields hold when the page opens; `here` is where the phone has said that it is, which nobody reads. */
  readonly values: Readonly<Record<DropOffField | 'here', string>>;
  /** A place is kept already. */
  readonly hasPlace: boolean;
  readonly faults: Readonly<Partial<Record<DropOffField, FieldFault>>>;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
}
