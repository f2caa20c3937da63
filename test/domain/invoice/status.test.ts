import assert from 'node:assert/strict';
import {
  INVOICE_STATUSES,
  settlesInvoice,
  invoiceStatusOf,
  type InvoiceStatus,
} from '../../../domain/invoice/status.ts';
import {
  reachableFrom,
  TRANSACTION_STATES,
  type TransactionState,
} from '../../../domain/transaction/states.ts';

describe('the status of an invoice', () => {
  const dueAt = 1000;

  /** What a transaction in a state makes of an invoice that nothing has settled: before it is due, and from then on. */
  const TABLE: Readonly<
    Record<TransactionState | 'deleted', readonly [InvoiceStatus | 'as it was', InvoiceStatus]>
  > = {
    created: ['as it was', 'overdue'],
    pending: ['as it was', 'overdue'],
    attempted: ['as it was', 'overdue'],
    authorized: ['as it was', 'overdue'],
    failed: ['as it was', 'overdue'],
    expired: ['as it was', 'overdue'],
    invalided: ['as it was', 'overdue'],
    paid: ['paid', 'paid'],
    cod: ['paid', 'paid'],
    canceled: ['canceled', 'canceled'],
    deleted: ['canceled', 'canceled'],
  };

  for (const state of [...TRANSACTION_STATES, undefined])
    it(`of a transaction that is ${state ?? 'deleted'} follows the table`, () => {
      const [before, after] = TABLE[state ?? 'deleted'];
      for (const status of ['sent', 'overdue'] as const) {
        const at = (now: number) =>
          invoiceStatusOf({ status, dueAt, now, ...(state && { state }) });
        assert.equal(at(dueAt - 1), before === 'as it was' ? status : before);
        assert.equal(at(dueAt), after);
        assert.equal(at(dueAt + 1), after);
      }
    });

  it('stays when it is paid or canceled, whatever happens, but for cash that was canceled after it was agreed', () => {
    for (const status of ['paid', 'canceled'] as const)
      for (const state of [...TRANSACTION_STATES, undefined])
        for (const now of [dueAt - 1, dueAt + 1])
          assert.equal(
            invoiceStatusOf({ status, dueAt, now, ...(state && { state }) }),
            state === 'canceled' ? 'canceled' : status,
          );
    const payable = TRANSACTION_STATES.filter((state) => settlesInvoice(state));
    const endingCanceled = payable.filter((state) => reachableFrom(state).has('canceled'));
    assert.deepEqual(endingCanceled, ['canceled', 'cod']);
  });

  it('is looked at without delay exactly when a transaction settles it before it is due', () => {
    for (const state of TRANSACTION_STATES) {
      const now = invoiceStatusOf({ status: 'sent', state, dueAt, now: 0 });
      assert.equal(settlesInvoice(state), now !== 'sent', state);
    }
  });

  it('has no other values than those of the contract', () => {
    assert.deepEqual(INVOICE_STATUSES, ['sent', 'paid', 'overdue', 'canceled']);
  });
});
