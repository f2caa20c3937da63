import assert from 'node:assert/strict';
import { exportable } from '../../office/payments/list-facts.ts';

describe('an export of what a list shows', () => {
  it('is offered with the filters that a report has, whichever comes first', () => {
    assert.deepEqual(exportable({ state: 'paid', sort: 'created', cursor: 'x' }), [
      { name: 'state', value: 'paid' },
    ]);
  });

  it('is barred where the list has another filter, also by an order that shows only what was paid', () => {
    assert.equal(exportable({ customer_id: 'c-1' }), undefined);
    assert.equal(exportable({ type: 'e_commerce', sort: '-paid' }), undefined);
  });
});
