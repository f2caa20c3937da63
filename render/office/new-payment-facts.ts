import type { CostFacts } from './cost.tsx';
import type { FormFacts } from './form.tsx';
import type { OfficeFrame } from './frame-facts.ts';

/** What is typed, by the API's names. */
export const TYPED_FIELDS = [
  'amount',
  'currency_code',
  'order_no',
  'customer_first_name',
  'customer_last_name',
  'customer_email',
  'customer_phone',
  'customer_id',
  'language',
  'expiration_time',
  'unit_code',
] as const;

/** The form that makes a payment. */
export interface NewPaymentFacts extends OfficeFrame {
  readonly form: FormFacts;
  readonly methods: readonly {
    readonly code: string;
    readonly name: string;
    readonly isSandbox: boolean;
  }[];
  readonly currencies: readonly string[];
  /** The parts of the merchant that the payment can name. */
  readonly units: readonly { readonly code: string; readonly name: string }[];
  /** The file that it will have: the API's name for it, and the one that somebody gave it. */
  readonly attachment?: { readonly url: string; readonly name: string };
  readonly channels: readonly string[];
  /** As it was typed. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly picked: { readonly methods: readonly string[]; readonly channels: readonly string[] };
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly refusal?: string;
  /** By which the API knows it. */
  readonly refusalCode?: string;
  readonly isUnknown?: boolean;
  /** When the form was shown first (ISO 8601): what was made before is not of it. */
  readonly shownAt: string;
  /** A payment that has this order number already, and for which another press is asked. */
  readonly sameOrder?: {
    readonly orderNo: string;
    readonly href: string;
    readonly createdAt: string;
  };
  /** Of which they were told before. */
  readonly knownOrder?: string;
  /** What it would come to, by each way to pay. Nothing is made. */
  readonly costs?: readonly (CostFacts & { readonly name: string })[];
  /** Beside the costs: why ways that were ticked would not be offered, in the API's sentences. */
  readonly hiddenMethods?: readonly string[];
}
