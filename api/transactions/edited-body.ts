import type { JsonObject } from '../../domain/json.ts';
import { isDeepStrictEqual } from 'node:util';
import { toDecimal } from '../../domain/money.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { agreementFields } from '../../domain/webhook/agreement.ts';
import { bodyOfTransaction } from './present.ts';

/** What a PUT or PATCH asks for, as the whole body that the transaction would then have been created with. */
export interface EditedBody {
  readonly body: Readonly<Record<string, unknown>>;
  /** True when methods and fees must be computed anew (contract/transactions#changing). */
  readonly touchesMoney: boolean;
  /** Attempts to change what never changes. */
  readonly faults: FieldErrors;
}

/** The fields from which methods and fees follow. */
export const MONEY: readonly string[] = ['amount', 'currency_code', 'pg_codes'];

const REQUIRED: ReadonlySet<string> = new Set(['type', 'amount', 'currency_code', 'pg_codes']);
const IMMUTABLE = ['type', 'payment_type'];

/**
 * PUT starts from nothing, PATCH from the transaction as it is; null and the empty text clear an optional field.
 * Sending the same value for something that cannot change is fine.
 */
export function editedBody(
  transaction: Transaction,
  given: Readonly<Record<string, unknown>>,
  how: 'whole' | 'partial',
): EditedBody {
  const base = how === 'whole' ? {} : bodyOfTransaction(transaction);
  // What it is for never changes, and by that its amount and methods are right or wrong.
  const type = {
    payment_type: transaction.paymentType,
    agreement: transaction.agreement ? agreementFields(transaction.agreement) : null,
  };
  const merged = Object.entries<unknown>({ ...base, ...given, ...type }).filter(
    ([key, value]) => REQUIRED.has(key) || (value !== null && value !== ''),
  );
  return {
    body: Object.fromEntries(merged),
    touchesMoney: how === 'whole' || MONEY.some((key) => key in given),
    faults: immutableFaults(transaction, given),
  };
}

function immutableFaults(
  transaction: Transaction,
  given: Readonly<Record<string, unknown>>,
): FieldErrors {
  const now: Readonly<Record<string, unknown>> = {
    type: transaction.type,
    payment_type: transaction.paymentType,
  };
  const changed = IMMUTABLE.filter((key) => key in given && given[key] !== now[key]);
  const isOther = 'agreement' in given && !isSameAgreement(transaction, given['agreement']);
  const keys = [...changed, ...(isOther ? ['agreement'] : [])];
  return {
    ...Object.fromEntries(keys.map((key) => [key, ['This cannot change after creation.']])),
    ...currencyFaults(transaction, given['currency_code']),
  };
}

/** Its limit cannot change, and another currency would leave the agreement with a limit that allows no charge. */
function currencyFaults({ agreement, amount }: Transaction, given: unknown): FieldErrors {
  const most = agreement?.maxAmountPerCycle;
  if (!most || given === undefined || given === amount.currency || given === most.currency)
    return {};
  return {
    currency_code: [
      `The agreement ${agreement.id} allows ${most.currency} ${toDecimal(most)} a cycle: it stays in ${most.currency}.`,
    ],
  };
}

/** Whether it says nothing but what the agreement says; that may be less. */
function isSameAgreement({ agreement }: Transaction, given: unknown): boolean {
  if (!agreement || !given || typeof given !== 'object') return !agreement && !given;
  const now: JsonObject = agreementFields(agreement);
  return Object.entries(given).every(([key, value]) => isDeepStrictEqual(value, now[key]));
}
