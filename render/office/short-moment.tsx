import type { JSX } from 'preact';
import { momentInShort, zoneName } from '../calendar.ts';
import type { OfficeFrame } from './frame-facts.ts';

/** A moment in a row, by the merchant's clock. Its zone stands in the head of the column. */
export function ShortMoment({ iso, frame }: MomentFacts): JSX.Element {
  return (
    <time dateTime={new Date(iso).toISOString()}>
      <bdi>{momentInShort(iso, clockOf(frame))}</bdi>
    </time>
  );
}

/** A moment in a sentence, with its zone. */
export function ZonedMoment({ iso, frame }: MomentFacts): JSX.Element {
  return (
    <time dateTime={new Date(iso).toISOString()}>
      <bdi>{momentInShort(iso, clockOf(frame))}</bdi>{' '}
      <bdi dir="ltr">{zoneName(iso, clockOf(frame))}</bdi>
    </time>
  );
}

export function clockOf({ language, timeZone }: Pick<OfficeFrame, 'language' | 'timeZone'>) {
  return { language, timeZone };
}

interface MomentFacts {
  readonly iso: string;
  readonly frame: Pick<OfficeFrame, 'language' | 'timeZone'>;
}
