import type { JSX } from 'preact';
import { type MerchantClock, dayAndTime, timeOfDay, zoneName } from '../calendar.ts';

interface MomentProps {
  /** An instant. */
  readonly iso: string;
  readonly clock: MerchantClock;
  readonly show?: 'date and time' | 'time';
}

/** A moment in the customer's language by the merchant's clock, in Western digits, always with its time zone. */
export function Moment({ iso, clock, show }: MomentProps): JSX.Element {
  const shown = show === 'time' ? timeOfDay(iso, clock) : dayAndTime(iso, clock);
  return (
    <time dateTime={new Date(iso).toISOString()}>
      <bdi>{shown}</bdi> <bdi dir="ltr">{zoneName(iso, clock)}</bdi>
    </time>
  );
}
