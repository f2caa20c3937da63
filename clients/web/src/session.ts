import type { CheckoutSettings } from './config.ts';
import { isRecord } from './record.ts';
import type { CallbackData } from './types.ts';

export interface Figure {
  readonly display: string;
  readonly value: string;
  readonly currency_code: string;
  readonly label: string;
}

export interface Billing {
  readonly amount: Figure;
  readonly sub_total: Figure;
  readonly fee: Figure;
}

export interface Method {
  readonly code: string;
  readonly name: string;
  readonly fee_description: string;
  readonly icon: string;
  readonly flow: string;
  readonly redirect_url?: string | null;
  readonly can_save_card: boolean;
  readonly submit_url: string;
  /** The network's frame for a new card. */
  readonly card_url?: string;
  readonly billing: Billing;
}

/** A wallet of the payer's device that an account takes. */
export interface Service {
  readonly flow: string;
  readonly pg_code: string;
  readonly name: string;
  readonly payment_url: string;
  readonly validation_url?: string;
  readonly shop_name?: string;
  readonly merchant_name?: string;
  /** What the browser is asked, where it can be. */
  readonly payment_request?: {
    readonly supportedMethods: string;
    readonly data: {
      /** Google's: of cards. */
      readonly allowedPaymentMethods?: readonly [
        {
          readonly parameters: {
            readonly allowedAuthMethods: unknown;
            readonly allowedCardNetworks: unknown;
          };
        },
      ];
    };
  };
  readonly billing: Billing;
}

export interface Card {
  readonly token: string;
  readonly brand: string | null;
  readonly number: string;
  readonly expiry_month: string;
  readonly expiry_year: string;
  readonly is_preferred: boolean;
  readonly is_expired: boolean;
  readonly cvv_required: boolean;
  readonly cvv_url?: string;
  readonly agreements: readonly unknown[];
  readonly pg_code: string;
  readonly submit_url: string;
  readonly delete_url: string;
}

export interface Wallet {
  readonly name: string;
  readonly balance_display: string;
  readonly currency_code: string;
  readonly applicable_amount: string;
  readonly applicable_display: string;
  readonly pg_code: string;
}

/** The payment as the server shows it to its payer. */
export interface Session {
  readonly state: string;
  readonly amount: string;
  readonly amount_display: string;
  readonly currency_code: string;
  readonly payment_type: string;
  readonly expiration_time: string;
  readonly is_amount_editable: boolean;
  readonly billing: Billing;
  /** What the merchant wants to have said before the payment. */
  readonly disclaimer?: string;
  /** What the payer has to agree to before anything can be paid. */
  readonly terms?: {
    /** What the payer ticks. */
    readonly label: string;
    readonly url?: string;
    readonly url_label?: string;
  };
  readonly cards: readonly Card[];
  readonly payment_methods: readonly Method[];
  /** Left out by servers of before. */
  readonly payment_services?: readonly Service[];
  readonly wallets: readonly Wallet[];
  readonly response: Partial<CallbackData>;
  readonly cancel_url: string;
}

type Check = (value: unknown) => boolean;

/**
 * The payment, or undefined where this is no answer about the session by the merchant's own Sarraf. The key is sent to the
 * addresses in it, so each of them is of that origin: a payload that somebody has changed on its way can lead nowhere else.
 */
export function readSession(
  given: unknown,
  { sessionId, base }: Pick<CheckoutSettings, 'sessionId' | 'base'>,
): Session | undefined {
  const ours: Check = (value) => originOf(value) === new URL(base).origin;
  const billing = shape({ amount: figure, sub_total: figure, fee: figure });
  const isSession = shape({
    session_id: (value) => value === sessionId,
    state: text,
    amount: decimal,
    amount_display: text,
    currency_code: text,
    payment_type: text,
    expiration_time: text,
    is_amount_editable: flag,
    billing,
    disclaimer: optional(text),
    terms: optional(shape({ label: text })),
    cards: listOf(
      shape({
        token: text,
        brand: orNull(text),
        number: text,
        expiry_month: text,
        expiry_year: text,
        is_preferred: flag,
        is_expired: flag,
        cvv_required: flag,
        cvv_url: optional(page),
        agreements: Array.isArray,
        pg_code: text,
        submit_url: ours,
        delete_url: ours,
      }),
    ),
    payment_methods: listOf(
      shape({
        code: text,
        name: text,
        fee_description: text,
        icon: text,
        flow: text,
        redirect_url: optional(orNull(page)),
        can_save_card: flag,
        submit_url: ours,
        card_url: optional(page),
        billing,
      }),
    ),
    payment_services: optional(
      listOf(
        shape({
          flow: text,
          pg_code: text,
          name: text,
          payment_url: ours,
          validation_url: optional(ours),
          billing,
        }),
      ),
    ),
    wallets: listOf(
      shape({
        name: text,
        balance_display: text,
        currency_code: text,
        applicable_amount: decimal,
        applicable_display: text,
        pg_code: text,
      }),
    ),
    response: isRecord,
    cancel_url: ours,
  });
  // The shape has just been checked, field by field.
  return isSession(given) ? (given as Session) : undefined;
}

/** Whether it can still be paid. */
export function isOpen({ state }: Session): boolean {
  return state === 'created' || state === 'pending' || state === 'attempted';
}

/** How something ended, where the answer says it. */
export function outcomeIn(given: unknown): CallbackData | undefined {
  const isOutcome = shape({
    status: (value) => value === 'success' || value === 'canceled' || value === 'error',
    message: text,
    form_of_payment: text,
  });
  return isOutcome(given) ? (given as CallbackData) : undefined;
}

/** The address, where a browser may be sent to it. */
export function pageIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:/.test(originOf(value) ?? '') ? value : undefined;
}

function originOf(value: unknown): string | undefined {
  try {
    return new URL(String(value)).origin;
  } catch {
    return undefined;
  }
}

const page: Check = (value) => pageIn(value) !== undefined;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const decimal: Check = (value) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
const figure = shape({ display: text, value: decimal, currency_code: text, label: text });

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));
}
