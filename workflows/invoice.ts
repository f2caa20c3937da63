import {
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { InvoiceStatus } from '../domain/invoice/status.ts';
import { settledSignal, type InvoiceStart } from './messages.ts';
import { reviewInvoice } from './proxies.ts';
import { statusAttribute } from './visibility.ts';

/** No timer is longer: what waits for a date in another century is looked at once a year. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * The status of one invoice (contract/invoices#status): waits until it is due or its transaction is settled, then looks
 * at the transaction and says how things stand. Ends when it is paid, canceled or overdue; money that comes after the
 * due date, or agreed cash that is canceled, opens a short further run of the same id. A signal says only that there is something to see, so one that
 * comes twice or late does no harm, and one that never came is made up for when the invoice is due.
 */
export async function invoice({ dueAt, ...ref }: InvoiceStart): Promise<InvoiceStatus> {
  let isTold = false;
  setHandler(
    settledSignal,
    () => {
      isTold = true;
    },
    { description: 'The transaction was paid or canceled.' },
  );
  for (;;) {
    const wait = Math.min(dueAt - Date.now(), LONGEST_WAIT_MS);
    if (wait > 0 && !isTold)
      await condition(() => isTold, wait, { summary: 'until the invoice is due' });
    isTold = false;
    const status = await reviewInvoice({ ...ref, now: Date.now() });
    setCurrentDetails(`**${status}** · due ${new Date(dueAt).toISOString()}`);
    upsertSearchAttributes([statusAttribute(status)]);
    if (status !== 'sent' && !isTold) return status;
  }
}
