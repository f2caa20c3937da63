import assert from 'node:assert/strict';
import { problemOf } from '../../demo/problem.ts';

describe('problemOf', () => {
  it('reads a detail and its code', () => {
    assert.deepEqual(problemOf(401, { detail: 'Send a key.', code: 'not_authenticated' }), {
      status: 401,
      code: 'not_authenticated',
      messages: [{ text: 'Send a key.' }],
    });
  });

  it('reads the errors of several fields', () => {
    assert.deepEqual(
      problemOf(400, { amount: ['Too small.', 'Too odd.'], non_field_errors: ['No.'] }),
      {
        status: 400,
        messages: [
          { field: 'amount', text: 'Too small.' },
          { field: 'amount', text: 'Too odd.' },
          { text: 'No.' },
        ],
      },
    );
  });

  it('reads errors inside objects and lists, and counts rows from one', () => {
    const body = {
      notifications: { sms: ['Needs customer_phone.'] },
      invoice_items: [{}, { unit_price: ['Wrong.'] }],
      file: 'Too big.',
    };
    assert.deepEqual(problemOf(400, body).messages, [
      { field: 'notifications.sms', text: 'Needs customer_phone.' },
      { field: 'invoice_items.2.unit_price', text: 'Wrong.' },
      { field: 'file', text: 'Too big.' },
    ]);
  });

  it('takes a field named code for a field when there is no detail', () => {
    assert.deepEqual(problemOf(400, { code: ['Unknown.'] }), {
      status: 400,
      messages: [{ field: 'code', text: 'Unknown.' }],
    });
  });

  it('keeps the status of an answer that is not JSON', () => {
    assert.deepEqual(problemOf(502, undefined), { status: 502, messages: [] });
  });
});
