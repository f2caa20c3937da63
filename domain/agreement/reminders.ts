const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A word to the customer before a cycle is charged. */
export type Reminder = 'week-ahead' | 'day-ahead';

const AHEAD: readonly { readonly reminder: Reminder; readonly ms: number }[] = [
  { reminder: 'week-ahead', ms: 7 * DAY },
  { reminder: 'day-ahead', ms: DAY },
];

/** Which agreement, and when a period of it is due and the one before it was, in epoch milliseconds. */
export interface Coming {
  readonly uuid: string;
  readonly dueAt: number;
  readonly formerDueAt?: number | undefined;
}

/** A customer is told up to so much earlier than promised: never all customers of a minute at once. */
const TOLD_SPREAD_MS = HOUR;

/** When the customer is told of a period before it is due, oldest first; nothing is told before the last one was due. */
export function remindersOf({
  uuid,
  dueAt,
  formerDueAt = Number.NEGATIVE_INFINITY,
}: Coming): readonly { readonly reminder: Reminder; readonly at: number }[] {
  const earlier = spreadOver(TOLD_SPREAD_MS, uuid);
  return AHEAD.map(({ reminder, ms }) => ({ reminder, at: dueAt - ms - earlier })).filter(
    ({ at }) => at > formerDueAt,
  );
}

/** A cycle is begun between six and one hours before there is something to do, so that a late worker is in time. */
const LEAD_MS = 6 * HOUR;
const BEGUN_SPREAD_MS = 5 * HOUR;

/** When a cycle is begun, so that there is time for what comes first: a reminder, or the charge. To the second, as Schedules are. */
export function beginOf(coming: Coming): number {
  const first = remindersOf(coming)[0]?.at ?? coming.dueAt;
  const at = first - LEAD_MS + spreadOver(BEGUN_SPREAD_MS, coming.uuid);
  return Math.ceil(at / 1000) * 1000;
}

/** What comes later than this to a customer is no debit that they expect: it is left out. */
export const LATEST_MS = 3 * DAY;

/**
 * Over so long the charges are spread that are due at the same minute. A cycle that wakes costs as much as a payer's request,
 * whether or not its charge has to wait for others: ten thousand wake three times a second so.
 */
export const SPREAD_MS = HOUR;

/** The delay of an agreement's charges after their due instant. */
export function spreadOf(uuid: string): number {
  return spreadOver(SPREAD_MS, uuid);
}

/** A part of this time: of an agreement always the same, and even over many agreements. */
function spreadOver(ms: number, uuid: string): number {
  const digits = uuid.replaceAll('-', '').slice(0, 8);
  return Math.floor((Number.parseInt(digits, 16) / 0x1_0000_0000) * ms);
}
