import type { Random } from '../chaos/random.ts';

/** What the agreements of a round are charged, and when their worker dies. */
export interface Debits {
  readonly agreements: readonly PlannedDebit[];
  /** So many pass on the merchant's clock. */
  readonly days: number;
  readonly kills: readonly DebitKill[];
  /** Of what the network does wrong. */
  readonly seed: number;
}

export interface PlannedDebit {
  readonly fils: number;
  /** The first is due so many days from now. */
  readonly firstIn: number;
  readonly everyDays: number;
  /** `HH:MM` in its time zone. */
  readonly at: string;
  readonly timeZone: string;
}

/** A SIGKILL of the worker, so many milliseconds after this day has begun to pass. */
export interface DebitKill {
  readonly day: number;
  readonly afterMs: number;
}

const RHYTHMS = [7, 14, 30];
const ZONES = ['Asia/Kuwait', 'Europe/Berlin', 'America/New_York'];
/** Three deaths in a month. */
const DAYS_A_KILL = 31 / 3;
/** Within this what is due on a day is done, where nothing is in its way. */
const SOON_MS = 900;

/** Money that is due in so many days, and deaths on days on which it is. */
export function debitsOf(
  random: Random,
  {
    agreements: count,
    days,
    step,
  }: { readonly agreements: number; readonly days: number; readonly step: number },
): Debits {
  const agreements = Array.from({ length: count }, () => ({
    fils: step * random.whole(1000 / step, 50_000 / step),
    firstIn: random.whole(2, 9),
    everyDays: RHYTHMS[random.whole(0, RHYTHMS.length - 1)] ?? 30,
    at: `${String(random.whole(0, 23)).padStart(2, '0')}:30`,
    timeZone: ZONES[random.whole(0, ZONES.length - 1)] ?? 'UTC',
  }));
  const dueDays = Array.from({ length: days }, (_, day) => day + 1).filter((day) =>
    agreements.some(
      ({ firstIn, everyDays }) => day >= firstIn && (day - firstIn) % everyDays === 0,
    ),
  );
  const kills = random
    .shuffled(dueDays)
    .slice(0, Math.round(days / DAYS_A_KILL))
    .map((day) => ({ day, afterMs: random.whole(0, SOON_MS) }));
  return { agreements, days, kills, seed: random.whole(0, 1_000_000) };
}
