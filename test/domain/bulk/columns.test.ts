import assert from 'node:assert/strict';
import { columnNames, mayTellContacts } from '../../../domain/bulk/columns.ts';

describe('columns of a file of requests', () => {
  it('may say how to reach a customer where they are for that, or mean nothing here', () => {
    assert.deepEqual(
      columnNames().filter(
        (name) => mayTellContacts(['amount', name]) && !name.includes('address.'),
      ),
      ['customer_email', 'customer_phone', 'customer_phone_2', 'email_recipients'],
    );
    for (const name of [
      'billing_address.line1',
      'shipping_address.phone',
      'E-Mail',
      'shipping_address',
    ])
      assert.ok(mayTellContacts([name]), name);
    assert.ok(!mayTellContacts(['amount', 'customer_first_name', 'extra.note']));
  });
});
