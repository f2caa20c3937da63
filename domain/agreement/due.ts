import type { Agreement } from './agreement.ts';
import type { Cycle } from './autopay.ts';
import { isRunning, openCycles, type Running } from './look.ts';
import { stepOf } from './step.ts';

const DAY = 24 * 3_600_000;

/** Whether somebody has to look at an agreement by then: its next cycle begins, or one that is open goes a step further. */
export function isDue(agreement: Agreement, now: number): boolean {
  if (!isRunning(agreement)) return false;
  const { autopay } = agreement;
  return (
    (autopay.lookAt !== undefined && autopay.lookAt <= now) ||
    openCycles(autopay).some((cycle) => stepAt(agreement, cycle, now).do !== 'wait')
  );
}

/** Whether the engine is still to do what was due by then. A network that has said nothing for a day is not waited for. */
export function isBehind(agreement: Agreement, now: number): boolean {
  if (!isRunning(agreement) || !isDue(agreement, now)) return false;
  const open = openCycles(agreement.autopay);
  const steps = open
    .map((cycle) => stepAt(agreement, cycle, now))
    .filter(({ do: what }) => what !== 'wait');
  return (
    steps.length === 0 || steps.some((step) => step.do !== 'watch' || step.open.at > now - DAY)
  );
}

/** With a card as good as the agreement knows: one that could not even be tried has made it ask the customer for another. */
function stepAt(agreement: Running, cycle: Cycle, now: number) {
  const { token } = agreement;
  const card = cycle.told.includes('card-needed')
    ? undefined
    : { token, declined: [], never: false };
  return stepOf(agreement, cycle.name, { now, card });
}
