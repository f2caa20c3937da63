import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import {
  sweepBirths,
  sweepCards,
  sweepInbox,
  sweepInvoices,
  sweepOperations,
  sweepUnbegun,
} from './proxies.ts';
import { SEARCH_ATTRIBUTES } from './visibility.ts';

/**
 * Each minute: starts what was written but never started, signals callbacks that nobody heard (decisions.md 3, 9),
 * and tells networks of cards that were deleted.
 * Each of the six rounds is made whatever became of the others; what failed makes the sweep fail afterwards, so that
 * operators see it.
 */
export async function sweep(): Promise<{ readonly started: number; readonly signaled: number }> {
  const births = await settled(sweepBirths());
  const inbox = await settled(sweepInbox());
  const invoices = await settled(sweepInvoices());
  const operations = await settled(sweepOperations());
  // Last, and no command follows from them: a run that began before there were these rounds ends the same.
  const cards = await settled(sweepCards());
  const unbegun = await settled(sweepUnbegun());
  // A line of its own among what a person has to look at: what was removed has no run that could say so.
  if ('value' in inbox && inbox.value.late !== undefined) sayLate(inbox.value.late);
  if ('error' in births) throw births.error;
  if ('error' in inbox) throw inbox.error;
  if ('error' in invoices) throw invoices.error;
  if ('error' in operations) throw operations.error;
  if ('error' in cards) throw cards.error;
  if ('error' in unbegun) throw unbegun.error;
  const started = [births, invoices, operations, unbegun]
    .map(({ value }) => value.started)
    .reduce((sum, count) => sum + count, 0);
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
