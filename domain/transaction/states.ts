/** The states of a transaction; `refunded` belongs to children only. */
export const TRANSACTION_STATES = [
  'created',
  'pending',
  'attempted',
  'authorized',
  'paid',
  'failed',
  'canceled',
  'expired',
  'invalided',
  'cod',
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** What can happen to a transaction, in the business's words (contract/attempts#state-changes). */
export const TRIGGERS = [
  'view',
  'begin',
  'pay',
  'hold',
  'pay-cash',
  'attempt-over',
  'fail',
  'abandon',
  'expire',
  'cancel',
  'invalidate',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

// oxfmt-ignore
const settled = { pay: 'paid', hold: 'authorized', 'pay-cash': 'cod' } as const;
// oxfmt-ignore
const unpaid = { ...settled, begin: 'pending', expire: 'expired', cancel: 'canceled', invalidate: 'invalided' } as const;

/**
 * The state table. What is not written here is refused. Refund, capture and void leave the transaction where it is:
 * they make a child. `attempt-over` is an attempt without success where another may follow; `fail` and `abandon` are
 * the ends of a transaction that allows a single attempt.
 */
// oxfmt-ignore
export const TRANSITIONS: Readonly<Record<TransactionState, Partial<Record<Trigger, TransactionState>>>> = {
  created:    { ...unpaid, view: 'pending' },
  pending:    { ...unpaid, 'attempt-over': 'attempted', fail: 'failed', abandon: 'expired' },
  attempted:  { ...unpaid },
  cod:        { cancel: 'canceled' },
  failed:     { ...settled },  // Late success: the money came after all.
  expired:    { ...settled },  // Late success.
  paid:       {},
  authorized: {},
  canceled:   {},
  invalided:  {},
};

/** The state after the trigger, or undefined when the table refuses it. */
export function next(state: TransactionState, trigger: Trigger): TransactionState | undefined {
  return TRANSITIONS[state][trigger];
}

const UNPAID: ReadonlySet<TransactionState> = new Set(['created', 'pending', 'attempted']);

/** The payer can still act, the merchant can still change it, the expiry timer still runs. */
export function isUnpaid(state: TransactionState): boolean {
  return UNPAID.has(state);
}

const SUCCESS: ReadonlySet<TransactionState> = new Set(['paid', 'authorized', 'cod']);

/** The payer has done their part. */
export function isSuccess(state: TransactionState): boolean {
  return SUCCESS.has(state);
}

/** The states in which a transaction can be that was once in this one, which is one of them. */
export function reachableFrom(state: TransactionState): ReadonlySet<TransactionState> {
  const found = new Set([state]);
  // A set that grows while it is walked is walked to its end.
  for (const one of found) for (const after of Object.values(TRANSITIONS[one])) found.add(after);
  return found;
}
