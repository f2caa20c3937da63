import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { sweepBirths, sweepCards, sweepInbox, sweepInvoices, sweepOperations } from './proxies.ts';
import { SEARCH_ATTRIBUTES } from './visibility.ts';

/**
 * Each minute: starts what was written but never started, signals callbacks that nobody heard (decisions.md 3, 9),
 * and tells networks of cards that were deleted.
 * Each of the five rounds is made whatever became of the others; what failed makes the sweep fail afterwards, so that
 * operators see it.
 */
export async function sweep(): Promise<{ readonly started: number; readonly signaled: number }> {
  const births = await settled(sweepBirths());
  const inbox = await settled(sweepInbox());
  const invoices = await settled(sweepInvoices());
  const operations = await settled(sweepOperations());
  // Last, and nothing follows from it: a run that began before there was this round ends the same.
  const cards = await settled(sweepCards());
  // A line of its own among what a person has to look at: what was removed has no run that could say so.
  if ('value' in inbox && inbox.value.late !== undefined) sayLate(inbox.value.late);
  if ('error' in births) throw births.error;
  if ('error' in inbox) throw inbox.error;
  if ('error' in invoices) throw invoices.error;
  if ('error' in operations) throw operations.error;
  if ('error' in cards) throw cards.error;
  const started = births.value.started + invoices.value.started + operations.value.started;
  return { started, signaled: inbox.value.signaled };
}

function sayLate(count: number): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.Alert, value: 'late-money' }]);
  setCurrentDetails(
    `⚠ **late-money**: money came for ${count} payments of transactions that were removed. It must be refunded; the tombstones with \`lateMoney\` have it.`,
  );
}

async function settled<T>(
  round: Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await round };
  } catch (error) {
    return { error };
  }
}
