import assert from 'node:assert/strict';
import { runsOf } from '../../office/payments/detail-facts.ts';

describe('the runs of a payment, as an operator is led to them', () => {
  const own = { session_id: 'a', workflow_id: 'transaction/a' };

  it('are its own, its invoice, its operations and its webhooks, in one query', () => {
    const webhooks = [
      { id: 'e1', type: 'payment.paid', state: 'delivered', url: '', at: '', calls: 1 },
    ] as const;
    assert.equal(
      runsOf(
        { ...own, invoice_number: '7', operations: [{ session_id: 'b' }, { session_id: 'c' }] },
        webhooks,
      ),
      'WorkflowId IN ("transaction/a", "invoice/a", "operation/c", "operation/b", "delivery/e1")',
    );
  });

  it('are a hundred at most, the newest operations before others', () => {
    const operations = Array.from({ length: 150 }, (_, nth) => ({ session_id: `o${nth}` }));
    const ids = runsOf({ ...own, operations }, 'failed').match(/"[^"]*"/g);
    assert.equal(ids?.length, 100);
    assert.deepEqual(ids?.slice(0, 2), ['"transaction/a"', '"operation/o149"']);
  });
});
