import {
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CycleStart } from '../activities/cycle-ports.ts';
import type { CycleState } from '../domain/agreement/autopay.ts';
import { nudgeSignal } from './messages.ts';
import { advanceCycle, advanceSoon } from './proxies.ts';
import { SEARCH_ATTRIBUTES } from './visibility.ts';

/** No timer is longer: what waits for another year is looked at now and then. */
const LONGEST_WAIT_MS = 100 * 24 * 60 * 60 * 1000;

/** A period that begins; `asked` when it is somebody at the API who has made it begin. */
export interface CycleInput extends CycleStart {
  readonly asked?: boolean;
}

/**
 * One period of an agreement, from the first word to the customer until it is charged or given up. It decides nothing: it
 * has the next step taken when it is time, or when somebody says that something has changed: soon when a caller of the API
 * has said so, in its turn otherwise. What was done is in the document, so that a run that takes the place of a lost one
 * goes on from there.
 */
export async function autoDebitCycle(start: CycleInput): Promise<CycleState> {
  const { merchantId, uuid, period } = start;
  let { ahead, asked: isAsked = false } = start;
  let isNudged = false;
  setHandler(
    nudgeSignal,
    (given) => {
      isNudged = true;
      ahead = Math.max(ahead, given.ahead);
      isAsked ||= given.asked === true;
    },
    { description: 'Something has changed: look again.' },
  );
  const now = () => Date.now() + ahead;
  for (;;) {
    isNudged = false;
    const advance = isAsked ? advanceSoon : advanceCycle;
    isAsked = false;
    const next = await advance({ merchantId, uuid, period, now: now() });
    setCurrentDetails(detailsOf(start, next));
    if ('over' in next) {
      if (next.over === 'unknown')
        upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.Alert, value: 'manual-action-required' }]);
      return next.over;
    }
    const wait = Math.min(next.until - now(), LONGEST_WAIT_MS);
    if (wait > 0 && !isNudged)
      await condition(() => isNudged, wait, { summary: `until ${next.for}` });
  }
}

function detailsOf(
  { period, number, dueAt }: CycleStart,
  next: Awaited<ReturnType<typeof advanceCycle>>,
): string {
  const stand = 'over' in next ? next.over : `waits for ${next.for}`;
  const lines = [
    `**${stand}** · cycle ${number} · ${period} · due ${new Date(dueAt).toISOString()}`,
    `Tries: ${next.tries}`,
    ...('until' in next ? [`Until ${new Date(next.until).toISOString()}`] : []),
    ...('over' in next && next.over === 'unknown'
      ? [
          '\n⚠ The network has not said whether it was charged. It is not charged again; ask the network.',
        ]
      : []),
  ];
  return lines.join('\n');
}
