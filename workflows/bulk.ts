import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { BulkLook } from '../activities/bulks.ts';
import type { BulkRef, BulkState } from '../domain/bulk/bulk.ts';
import { bulkChangedSignal } from './messages.ts';
import { dispatchRows } from './proxies.ts';

/** With 25 rows at a time, 25 rows a second at most: gateways, mails and other merchants shall not notice. */
const PACE = '1 second';
const WHILE_HELD = '1 minute';

/**
 * Makes the rows of a file, some at a time, until none is left. It decides nothing: the document says whether it is paused
 * or canceled, and a row says what has become of it, so that a run that takes the place of a lost one goes on from there.
 */
export async function bulk(ref: BulkRef): Promise<BulkState> {
  let isChanged = false;
  setHandler(
    bulkChangedSignal,
    () => {
      isChanged = true;
    },
    { description: 'It was paused, resumed or canceled: look again.' },
  );
  for (;;) {
    isChanged = false;
    const look = await dispatchRows(ref);
    if (!look) return 'canceled';
    setCurrentDetails(detailsOf(look));
    const { state, held } = look;
    if (state === 'done' || state === 'canceled') return state;
    if (state === 'paused') await condition(() => isChanged);
    else if (held)
      await condition(() => isChanged, WHILE_HELD, { summary: 'merchant or plugin is closed' });
    else await sleep(PACE, { summary: 'so many rows a second' });
    if (workflowInfo().continueAsNewSuggested && !isChanged) await continueAsNew<typeof bulk>(ref);
  }
}

function detailsOf({ state, progress, held }: BulkLook): string {
  const { pending, dispatched, failed } = progress;
  const total = pending + dispatched + failed;
  return [
    `**${state}** · ${dispatched + failed} of ${total} rows`,
    `Made: ${dispatched} · failed: ${failed} · left: ${pending}`,
    ...(held ? ['It waits: the merchant is paused, or a plugin is switched off.'] : []),
  ].join('\n');
}
