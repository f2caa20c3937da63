import { wantedAtStart } from '../../domain/notification/notification.ts';
import type { TransactionStart } from '../messages.ts';
import { wantNotifications } from '../proxies.ts';
import type { RunContext } from './background-tasks.ts';

/**
 * Sends the customer of a new transaction the request for payment, where its terms want that. A run that begins anew asks
 * again, which does no harm: each message is wanted once.
 */
export function askForPayment({ backgroundTasks }: RunContext, { opened }: TransactionStart): void {
  const wanted = opened ? wantedAtStart(opened) : [];
  if (wanted.length === 0) return;
  backgroundTasks.send(() => wantNotifications(wanted));
}
