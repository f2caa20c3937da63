const DAY = 24 * 3_600_000;

/** A word to the customer before a cycle is charged. */
export type Reminder = 'week-ahead' | 'day-ahead';

const AHEAD: readonly { readonly reminder: Reminder; readonly ms: number }[] = [
  { reminder: 'week-ahead', ms: 7 * DAY },
  { reminder: 'day-ahead', ms: DAY },
];

/** When the customer is told of a period before it is due, oldest first; nothing is told before the last one was due. */
export function remindersOf(
  dueAt: number,
  formerDueAt = Number.NEGATIVE_INFINITY,
): readonly { readonly reminder: Reminder; readonly at: number }[] {
  return AHEAD.map(({ reminder, ms }) => ({ reminder, at: dueAt - ms })).filter(
    ({ at }) => at > formerDueAt,
  );
}

/** Time enough for a Schedule that fires late, or for a worker that is busy. */
const LEAD_MS = 3_600_000;

/** When a cycle is begun, so that there is time for what comes first: a reminder, or the charge. */
export function beginOf(dueAt: number, formerDueAt?: number): number {
  return (remindersOf(dueAt, formerDueAt)[0]?.at ?? dueAt) - LEAD_MS;
}

/** What comes later than this to a customer is no debit that he expects: it is left out. */
export const LATEST_MS = 3 * DAY;

/** Over so long the charges are spread that are due at the same minute. */
export const SPREAD_MS = 15 * 60_000;

/** The delay of an agreement's charges after their due instant: always the same, and even over many agreements. */
export function spreadOf(uuid: string): number {
  const digits = uuid.replaceAll('-', '').slice(0, 8);
  return Math.floor((Number.parseInt(digits, 16) / 0x1_0000_0000) * SPREAD_MS);
}
