import assert from 'node:assert/strict';
import { invoiceActivities } from '../../activities/invoices.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { tombstoneOf, type Tombstone } from '../../domain/transaction/tombstone.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { anInvoice, aTransaction, sessionOf, SHOP } from '../support/builders.ts';
import { failure } from './support/failures.ts';
import { memoryTombstones } from './support/memory-tombstones.ts';
import { memoryInvoices, memoryTransactions } from './support/memory-store.ts';

describe('reviewInvoice', () => {
  const REF = { merchantId: SHOP, sessionId: sessionOf('a1') };
  const { dueAt } = anInvoice();

  it('keeps the status that follows from the transaction, and gives it', async () => {
    const { activities, invoices } = setting({}, [aTransaction({ state: 'paid' })]);
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt - 1 }), 'paid');
    assert.equal((await invoices.find(REF))?.status, 'paid');
  });

  it('finds it overdue from the due instant on, by the clock of the workflow', async () => {
    const { activities, invoices } = setting({}, [aTransaction({ state: 'expired' })]);
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt - 1 }), 'sent');
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt }), 'overdue');
    assert.equal((await invoices.find(REF))?.status, 'overdue');
  });

  it('finds it canceled when the transaction is gone', async () => {
    const { activities } = setting({}, []);
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt - 1 }), 'canceled');
  });

  it('changes nothing that is paid', async () => {
    const { activities, invoices } = setting({ status: 'paid' }, []);
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt }), 'paid');
    assert.equal((await invoices.find(REF))?.status, 'paid');
  });

  it('is canceled when it was removed with its transaction', async () => {
    const removed = tombstoneOf(aTransaction(), { now: dueAt });
    const { activities, invoices } = setting({}, [], removed);
    await invoices.remove(REF);
    assert.equal(await activities.reviewInvoice({ ...REF, now: dueAt }), 'canceled');
  });

  it('is final when there is no such invoice', async () => {
    const { activities } = setting({ sessionId: sessionOf('b2') }, []);
    await assert.rejects(
      activities.reviewInvoice({ ...REF, now: dueAt }),
      failure('NotFound', 'final'),
    );
  });
});

function setting(
  given: Partial<Invoice>,
  transactions: readonly Transaction[],
  ...tombstones: readonly Tombstone[]
) {
  const invoices = memoryInvoices(anInvoice(given));
  const stores = {
    invoices,
    transactions: memoryTransactions(...transactions),
    tombstones: memoryTombstones(...tombstones),
  };
  return { invoices, activities: invoiceActivities(stores) };
}
