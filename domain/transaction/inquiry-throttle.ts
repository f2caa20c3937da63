import type { Transaction } from './transaction.ts';

/**
 * How often a merchant may make us ask gateways about one transaction (contract/attempts#inquiry): a setting, so that
 * the sandbox and tests use seconds where merchants have minutes.
 */
export interface InquiryThrottle {
  /** From the creation to the first call, in whole seconds: until then the gateway has hardly anything to say. */
  readonly firstAfterSeconds: number;
  /** Between two calls, in whole seconds. */
  readonly everySeconds: number;
  /** Calls within 24 hours; at least one. */
  readonly perDay: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many whole seconds the merchant has to wait before they may make us ask; 0 where they need not, as where nothing limits it. */
export function inquiryWaitSeconds(
  transaction: Transaction,
  throttle: InquiryThrottle | undefined,
  now: number,
): number {
  if (!throttle) return 0;
  return Math.max(0, Math.ceil((mayAskAt(transaction, throttle, now) - now) / 1000));
}

/** When the merchant may make us ask next; an instant that is over means now. Epoch milliseconds. */
function mayAskAt(
  transaction: Transaction,
  { firstAfterSeconds, everySeconds, perDay }: InquiryThrottle,
  now: number,
): number {
  const asked = ofTheLastDay(transaction, now);
  const last = asked.at(-1);
  const first = asked.at(-perDay);
  return Math.max(
    transaction.createdAt + firstAfterSeconds * 1000,
    last === undefined ? 0 : last + everySeconds * 1000,
    asked.length < perDay || first === undefined ? 0 : first + DAY_MS,
  );
}

/** The transaction with one more call of the merchant's counted. */
export function countInquiry(transaction: Transaction, now: number): Transaction {
  return { ...transaction, inquiredAt: [...ofTheLastDay(transaction, now), now] };
}

function ofTheLastDay({ inquiredAt = [] }: Transaction, now: number): readonly number[] {
  return inquiredAt.filter((at) => at > now - DAY_MS);
}
