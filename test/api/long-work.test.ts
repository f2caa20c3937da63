import assert from 'node:assert/strict';
import { setImmediate as nextRound } from 'node:timers/promises';
import { rowsIn } from '../../api/bulk/file.ts';
import { yieldToOthers } from '../../api/yield-to-others.ts';
import { readBody } from '../../api/middleware/body.ts';
import { check } from '../../api/middleware/validate.ts';
import { invoiceBody } from '../../api/invoices/schema.ts';
import { sendBody } from '../../api/notifications/schema.ts';
import { creationBody } from '../../api/transactions/schema.ts';
import { turnsOf } from '../support/longest-turn.ts';
import { contextOf } from './support/body-context.ts';

const MB = 1_000_000;
const SCHEMAS = [creationBody, invoiceBody, sendBody];

/** Reads a body and checks it as a route does it, by every large schema in a turn of its own: a request is checked by one. */
async function readAndCheck(body: string, type = 'application/json'): Promise<void> {
  const ctx = contextOf(body, type);
  await readBody(ctx, { schema: creationBody, file: undefined }).catch(refused);
  for (const schema of SCHEMAS) {
    await nextRound();
    check<object>(schema, ctx.request.body ?? {});
  }
}

async function readFile(body: string, type: string): Promise<void> {
  const othersTurn = yieldToOthers();
  try {
    const listener = { unknown: () => undefined, part: () => undefined };
    for await (const { fields } of rowsIn(contextOf(body, type), listener)) {
      check(creationBody, fields);
      await othersTurn();
    }
  } catch (error) {
    refused(error as Error);
  }
}

/** What is refused has not been worked on; a fault of ours is none of that. */
function refused(error: Error): void {
  assert.ok(['RequestError', 'InvalidFields'].includes(error.name), error.stack);
}

const filled = (unit: string, bytes = MB - 200) => unit.repeat(Math.floor(bytes / unit.length));
const list = (unit: string, bytes?: number) => `[${filled(`${unit},`, bytes)}${unit}]`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

const ITEM_FIELDS = [
  'sku',
  'description',
  'quantity',
  'unit_price',
  'tax_rate',
  'discount_amount',
  'discount_percentage',
  'tax_amount',
  'total_excl_tax',
  'total_incl_tax',
];

const BODIES: Readonly<Record<string, string>> = {
  'faulty items of a list': `{"pg_codes":${list('1')}}`,
  'faulty items of several lists': `{"pg_codes":${list('1', 12_000)},"email_recipients":${list('1', 12_000)}}`,
  'long faulty items': `{"email_recipients":${list(`"${'a@'.repeat(4000)}"`)}}`,
  'unknown keys': keys(75_000),
  'as many unknown keys as there may be': keys(24_000),
  'unknown keys inside': `{"billing_address":${keys(24_000)}}`,
  'keys of a pattern': `{"branding_options":{"payment_methods":${keys(24_000)}}}`,
  'keys of one name': `{${filled('"a":1,')}"a":1}`,
  'empty lists': `{"extra":${list('[]')}}`,
  'empty objects': `{"context":${list('{}')}}`,
  'a text that is too long': `{"order_no":"${filled('x')}"}`,
  'an address that is too long': `{"redirect_url":"https://${filled('a.')}"}`,
  'a mail address that is too long': `{"customer_email":"${filled('a@')}"}`,
  quotes: `{"order_no":"${filled('\\"')}"}`,
  backslashes: `{"order_no":"${filled('\\\\')}"}`,
  'invoice items at fault': `{"invoice_items":${list('{"sku":1,"quantity":1,"unit_price":1,"tax_rate":1}', 50_000)}}`,
  'invoice items at fault in every field': `{"invoice_items":${list(`{${ITEM_FIELDS.map((name) => `"${name}":1`).join(',')}}`, 170_000)}}`,
  'empty invoice items': `{"invoice_items":${list('{}')}}`,
};

const FORMS: Readonly<Record<string, string>> = {
  fields: filled('&a'),
  'as many fields as there may be': Array.from({ length: 999 }, (_, at) => `k${at}=1`).join('&'),
  'one field again and again': filled('&pg_codes=x', 10_900),
  lists: ['pg_codes', 'currencies', 'tags', 'extra', 'context', 'invoice_items', 'attachments']
    .map((name) => `${name}=${list('[]', 120_000)}`)
    .join('&'),
};

const extras = (count: number) =>
  Array.from({ length: count }, (_, index) => `extra.c${index}`).join(',');
const CELLS = (count: number) => filled('x,', 2 * count - 1).slice(0, -1);

const FILES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'many columns of extra': ['text/csv', `${extras(2000)}\n${`${CELLS(2000)}\n`.repeat(4)}`],
  'as many columns as there may be': [
    'text/csv',
    `${extras(499)}\n${`${CELLS(499)}\n`.repeat(400)}`,
  ],
  'many columns of one name': ['text/csv', `${filled('a,', 90_000)}b\n`],
  'long lists in a cell': ['text/csv', `pg_codes\n${`${filled('a|', 90_000)}\n`.repeat(40)}`],
  'nothing but commas': ['text/csv', `amount\n${filled(',', 90_000)}\n`.repeat(20)],
  'empty lines': ['text/csv', `amount\n${filled('\n', 5 * MB)}`],
  'rows of one letter': ['text/csv', `amount\n${filled('1\n', 20_000)}`],
  'an open quote': ['text/csv', `amount\n"${filled('""', 5 * MB)}`],
  'JSON of empty rows': ['application/json', `{"rows":${list('{}', 9 * MB)}}`],
  'JSON of as many rows as there may be': ['application/json', `{"rows":${list('{}', 30_000)}}`],
  'JSON beside the rows': ['application/json', `{"rows":[],"x":${list('[]', 9 * MB)}}`],
  'JSON without rows': ['application/json', `{"x":${list('[]', 9 * MB)}}`],
  'JSON of one large row': ['application/json', `{"rows":[${list('[]', 9 * MB)}]}`],
  'JSON of deep rows': ['application/json', `{"rows":${filled('[', 9 * MB)}`],
  'JSON of quotes': ['application/json', `{"rows":["${filled('\\"', 9 * MB)}"]}`],
};

const longest = async (work: () => Promise<void>) => (await turnsOf(work)).longest;

describe('a request that takes long', function () {
  this.timeout(120_000);

  /** How long the largest honest request keeps others waiting: an invoice of a thousand lines. */
  let honest: number;
  const item = '{"sku":"a","description":"Chair","quantity":"1","unit_price":"1.500"}';
  const invoice = `{"invoice_items":[${`${item},`.repeat(999)}${item}]}`;
  before(async () => {
    // The first time a schema is used it is compiled.
    for (let time = 0; time < 3; time += 1) await readAndCheck(invoice);
    honest = 0;
    for (let time = 0; time < 3; time += 1) await measureHonest();
  });

  /** The same work takes more of a processor that others use, too: what is compared is measured within a moment. */
  async function measureHonest(): Promise<void> {
    honest = Math.max(honest, await longest(() => readAndCheck(invoice)));
  }

  async function isAsShort(work: () => Promise<void>): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      const taken = await longest(work);
      if (taken < 5 * honest) return;
      assert.ok(tried < 5, `${taken} µs, where an honest request takes ${honest}`);
      await measureHonest();
    }
  }

  for (const [name, body] of Object.entries(BODIES))
    it(`keeps nobody waiting longer than an honest one does with ${name}`, () =>
      isAsShort(() => readAndCheck(body)));

  for (const [name, body] of Object.entries(FORMS))
    it(`keeps nobody waiting longer than an honest one does with a form of ${name}`, () =>
      isAsShort(() => readAndCheck(body, 'application/x-www-form-urlencoded')));

  for (const [name, [type, body]] of Object.entries(FILES))
    it(`keeps nobody waiting longer than an honest one does with a file of ${name}`, () =>
      isAsShort(() => readFile(body, type)));
});
