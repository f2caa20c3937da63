import assert from 'node:assert/strict';
import Joi from 'joi';
import { listColumnsBody, viewBody } from '../../../api/me/view-schema.ts';
import { resendBody } from '../../../api/notifications/schema.ts';
import { operationBody } from '../../../api/operations/schema.ts';
import { slug, url } from '../../../api/schema-parts.ts';
import { pageQuery } from '../../../api/lists/page.ts';
import { check } from '../../../api/middleware/validate.ts';
import { transactionBody } from '../../../api/transactions/schema.ts';
import { rowFieldFaults } from '../../../domain/bulk/row-faults.ts';
import { readFieldSentence } from '../../../domain/field-sentence.ts';

const schema = Joi.object({
  ...pageQuery,
  amount: Joi.string(),
  customer_email: Joi.string(),
  unit_code: slug(50),
  webhook_url: url,
  cycles: Joi.number().integer().min(1).max(9),
  ip: Joi.string().ip({ cidr: 'forbidden' }),
});

describe('what is wrong with a field', () => {
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['webhook_url', 'ftp://shop.example', 'Enter a valid http or https URL.'],
    ['amount', true, 'Expected a decimal number as a string, such as "12.50".'],
    ['customer_email', true, 'Expected a string.'],
    ['limit', 'abc', 'Use a whole number from 1 to 100.'],
    ['limit', '0', 'Use a whole number from 1 to 100.'],
    ['offset', '-1', 'Use a whole number from 0 to 999999.'],
    ['unit_code', 'a b', 'Use letters, digits, hyphens and underscores only.'],
    ['cycles', 'many', 'Expected a number.'],
    ['cycles', 1.5, 'Expected a whole number.'],
    ['cycles', 0, 'Ensure this value is at least 1.'],
    ['cycles', 10, 'Ensure this value is at most 9.'],
    ['ip', '999.1.1.1', 'Enter a valid IP address.'],
    ['ip', '10.0.0.0/8', 'Enter a valid IP address.'],
  ];
  for (const [field, value, sentence] of rows)
    it(`is told once, without our pattern: ${field} = ${JSON.stringify(value)}`, () => {
      assert.deepEqual(check(schema, { [field]: value }).faults, { [field]: [sentence] });
    });

  it('has a code wherever a form of the office may send it, so that pages have words for it', () => {
    const values = [
      null,
      '',
      'x',
      'x'.repeat(20_000),
      '\u0000',
      '\u202ex',
      0,
      -1,
      1.5,
      true,
      [],
      ['\u0000'],
      {},
      ['amount', 'amount'],
      Array.from({ length: 60 }, () => 'x'),
      { a: 1, text: '', email: 5, id: '\u0000', code: 'x', note: 'x'.repeat(501), enabled: 'x' },
    ];
    for (const [{ keys }, faultsOf] of FORMS)
      for (const field of Object.keys(keys))
        for (const value of values)
          for (const { sentence } of rowFieldFaults(faultsOf({ [field]: value })))
            assert.ok(readFieldSentence(sentence), `${field}: ${sentence}`);
  });
});

const FORMS = [
  formOf(transactionBody),
  formOf(operationBody),
  formOf(resendBody),
  formOf(viewBody),
  formOf(listColumnsBody),
];

function formOf<T extends object>(schema: Joi.ObjectSchema<T>) {
  const described = schema.describe() as { readonly keys: object };
  return [described, (body: object) => check(schema, body).faults] as const;
}
