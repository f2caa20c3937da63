import assert from 'node:assert/strict';
import { failureOf } from '../../../clients/node/src/error.ts';

const TABLE: readonly {
  readonly what: string;
  readonly status: number;
  readonly body: unknown;
  readonly code: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    what: 'a detail and its code',
    status: 401,
    body: { detail: 'Send a key.', code: 'not_authenticated' },
    code: 'not_authenticated',
    message: 'Send a key.',
    fields: {},
  },
  {
    what: 'what else a refusal tells, which is no error of fields',
    status: 400,
    body: {
      detail: 'Only 3.000 is left.',
      code: 'amount_exceeds_balance',
      result: 'failed',
      available: '3.000',
    },
    code: 'amount_exceeds_balance',
    message: 'Only 3.000 is left.',
    fields: {},
  },
  {
    what: 'the errors of several fields',
    status: 400,
    body: { amount: ['Too small.', 'Too odd.'], non_field_errors: ['No.'] },
    code: 'validation_error',
    message: 'amount: Too small. Too odd.; non_field_errors: No.',
    fields: { amount: ['Too small.', 'Too odd.'], non_field_errors: ['No.'] },
  },
  {
    what: 'errors inside of objects and lists',
    status: 400,
    body: {
      billing_address: { city: ['Needed.'] },
      invoice_items: [{}, { unit_price: ['Wrong.'] }],
      file: 'Too big.',
    },
    code: 'validation_error',
    message: 'billing_address.city: Needed.; invoice_items.1.unit_price: Wrong.; file: Too big.',
    fields: {
      'billing_address.city': ['Needed.'],
      'invoice_items.1.unit_price': ['Wrong.'],
      file: ['Too big.'],
    },
  },
  {
    what: 'the errors of fields of a refund to a wallet',
    status: 422,
    body: { detail: 'Not right.', code: 'validation_error', errors: { amount: ['Wrong.'] } },
    code: 'validation_error',
    message: 'Not right.',
    fields: { amount: ['Wrong.'] },
  },
  {
    what: 'a field by the name of code',
    status: 400,
    body: { code: ['Unknown.'] },
    code: 'validation_error',
    message: 'code: Unknown.',
    fields: { code: ['Unknown.'] },
  },
  {
    what: 'an answer that is none of the API',
    status: 502,
    body: '<html>Bad Gateway</html>',
    code: 'unreadable_answer',
    message: "The answer, 502, is none of the API's.",
    fields: {},
  },
  {
    what: 'a name that every object has',
    status: 400,
    body: { constructor: ['No.'] },
    code: 'validation_error',
    message: 'constructor: No.',
    fields: { constructor: ['No.'] },
  },
];

describe('an error of the client for Node', () => {
  for (const { what, status, body, ...expected } of TABLE)
    it(`tells of ${what}`, () => {
      const { code, message, fields } = failureOf({ status, body });
      assert.deepEqual({ code, message, fields: { ...fields } }, expected);
    });
});
