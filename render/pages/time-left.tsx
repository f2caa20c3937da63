import type { JSX } from 'preact';
import { pluralForm } from '../locales/plural.ts';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { Moment } from './moment.tsx';

/** How long the customer still has, told only when it is less than half an hour. */
export function TimeLeft(facts: CheckoutFacts): JSX.Element | null {
  const { language, timeZone, expiresAt } = facts;
  const leftMs = Date.parse(expiresAt) - Date.parse(facts.now);
  if (leftMs >= TOLD_BELOW_MS) return null;
  const { timeLeft, underMinute, minutes } = words(language).checkout;
  const count = Math.floor(leftMs / MINUTE_MS);
  const left = count < 1 ? underMinute : pluralForm(language, minutes, count);
  const time = <Moment iso={expiresAt} clock={{ language, timeZone }} show="time" />;
  return (
    <p class="time-left">
      <Icon name="clock" />
      <span>
        <Fill text={timeLeft} with={{ left: <strong>{left}</strong>, time }} />
      </span>
    </p>
  );
}

const MINUTE_MS = 60_000;
const TOLD_BELOW_MS = 30 * MINUTE_MS;
