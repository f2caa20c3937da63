import { ApplicationFailure, patched } from '@temporalio/workflow';
import type { RevivedPage } from '../activities/revivals.ts';
import {
  reviveDeliveries,
  reviveNotifications,
  reviveOperations,
  revivePayments,
} from './proxies.ts';

/** So many pages a round at most, so that its history stays short. More is said aloud: nobody would look at it. */
const MOST_PAGES = 500;

/**
 * Every five minutes: opens again what has to have a run and has none, whatever ended it. The sweep looks once at what is
 * new; this looks at all that is not over. What fails holds up nothing else, and makes the round fail at its end, so that
 * operators see it.
 */
export async function revive(): Promise<{
  readonly operations: number;
  readonly deliveries: number;
  readonly notifications: number;
  readonly payments: number;
}> {
  const operations = await everyPage(reviveOperations);
  const deliveries = await everyPage(reviveDeliveries);
  // A round that was under way when there were no messages yet ends without.
  const notifications = patched('revive-notifications')
    ? await everyPage(reviveNotifications)
    : { revived: 0, failed: [] };
  const payments = patched('revive-payments')
    ? await everyPage(revivePayments)
    : { revived: 0, failed: [] };
  const failed = [
    ...operations.failed,
    ...deliveries.failed,
    ...notifications.failed,
    ...payments.failed,
  ];
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(
      `${failed.length} could not be dealt with: ${failed.slice(0, 10).join(', ')}.`,
      'NotRevived',
    );
  return {
    operations: operations.revived,
    deliveries: deliveries.revived,
    notifications: notifications.revived,
    payments: payments.revived,
  };
}

async function everyPage(
  revivePage: (after?: RevivedPage['next']) => Promise<RevivedPage>,
): Promise<Omit<RevivedPage, 'next'>> {
  let revived = 0;
  const failed: string[] = [];
  let after: RevivedPage['next'];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await attempt(() => revivePage(after));
    revived += page.revived;
    failed.push(...page.failed);
    after = page.next;
    if (!after) return { revived, failed };
  }
  return { revived, failed: [...failed, `what comes after ${after?.id}`] };
}

/** A page that could not even be read; the other rounds go on. */
async function attempt(read: () => Promise<RevivedPage>): Promise<RevivedPage> {
  try {
    return await read();
  } catch (error) {
    return { revived: 0, failed: [`a page (${String(error)})`] };
  }
}
