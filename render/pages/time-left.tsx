import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { Moment } from './moment.tsx';

/**
 * Until when the customer can pay, told only when that is less than half an hour. The script of the page counts down to it
 * (`scripts/countdown.ts`), and shows it too where the half hour begins later.
 */
export function TimeLeft(facts: CheckoutFacts): JSX.Element | null {
  const { language, timeZone, expiresAt } = facts;
  const leftMs = Date.parse(expiresAt) - Date.parse(facts.now);
  const { payBefore, timeLeft } = words(language).checkout;
  const time = <Moment iso={expiresAt} clock={{ language, timeZone }} show="time" />;
  return (
    <p
      class="time-left"
      data-expires={expiresAt}
      data-now={facts.now}
      data-page={facts.pageUrl}
      hidden={leftMs >= TOLD_BELOW_MS}
    >
      <Icon name="clock" />
      <span class="at-rest">
        <Fill text={payBefore} with={{ time }} />
      </span>
      <span class="counting">
        <Fill text={timeLeft} with={{ left: <Countdown />, time }} />
      </span>
    </p>
  );
}

/** Minutes and seconds, which every second would be too many to be read out. */
function Countdown(): JSX.Element {
  return (
    <strong>
      <bdi dir="ltr" role="timer" class="figure" data-left="" />
    </strong>
  );
}

/** How near the expiry has to be. */
export const TOLD_BELOW_MS = 30 * 60_000;
