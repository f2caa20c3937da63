import assert from 'node:assert/strict';
import { cursorFor, placeAfter } from '../../api/lists/cursor.ts';
import { InvalidFields } from '../../api/middleware/errors.ts';
import { readSearch } from '../../api/transactions/search.ts';
import type { SearchQuery } from '../../api/transactions/search-query.ts';
import { readFieldSentence } from '../../domain/field-sentence.ts';
import { rowFieldFaults } from '../../domain/bulk/row-faults.ts';

type Wrong = readonly (string | readonly string[])[];

/** What no line of text may have, and half a character. */
// oxfmt-ignore
const STEERING = [
  ...Array.from({ length: 32 }, (_one, code) => String.fromCodePoint(code)),
  '\u007f', '\u0085', '\u009f', '\u2028', '\u2029', '\u202d', '\u202e', '\ud800', '\udfff',
];

/** Of every parameter: nothing, and twice. */
const ANY: Wrong = ['', ['paid', 'failed'], ['', '']];

/** A text of at most so many characters. */
function texts(most: number): Wrong {
  return [...ANY, 'x'.repeat(most + 1), ...STEERING.map((one) => `A${one}1`)];
}

/** What is none of a few words, whatever they are. */
// oxfmt-ignore
const NO_WORD: Wrong = [
  ...ANY,
  ' ', ',', ',,', '*', '%', '.', '-', '0', '1', '-1', 'null', 'undefined', 'NaN', '[]', '{}',
  '__proto__', 'constructor', 'toString', '$ne', '{"$ne":null}', '\u0000', '\u202e', 'نعم',
  'Paid', 'PAID', ' paid', 'paid ', 'paid,', ',paid', 'paid, failed', 'paid;failed', 'paid|failed',
  'yes', 'no', 'on', 'TRUE', 'True', 'true ', ' true', 'true,false', 'x'.repeat(5000),
];

// oxfmt-ignore
const NO_MOMENT: Wrong = [
  ...ANY,
  'yesterday', 'now', '0', '1', '-1', '1767225600', '1767225600000', 'NaN', 'null', '*', ' ',
  '2026', '2026-11', '2026-13-01', '2026-00-01', '2026-02-30', '2025-02-29', '2026-11-31',
  '2026-1-1', '26-11-01', '01-11-2026', '01/11/2026', '2026/11/01', '20261101', '2026-11-01 ',
  '2026-11-01T', '2026-11-01T25:00:00Z', '2026-11-01T10:61:00Z', '2026-11-01T10:00:00+99:99',
  '2026-11-01T10:00:00Zx', '٢٠٢٦-١١-٠١', '0000-00-00', '99999-01-01', '2026-11-01\u0000',
];

// oxfmt-ignore
const NO_AMOUNT: Wrong = [
  ...ANY.slice(1),
  'x', '-1', '+1', '1,5', '1,000.000', '1.2345', '0.0001', '.5', '1.', '1e3', '1E3', '0x10',
  'Infinity', 'NaN', 'null', ' ', ' 1', '1 ', '1 KWD', 'KWD 1', '١٫٥', '١', '1..2', '1.2.3',
  '9'.repeat(30), '99999999999999.999', '--1', '1-', '*', '$1', '1\u0000', '\u202e1', '1/3',
];

/** Each parameter of the list with what it does not take (contract/search#filters). */
// oxfmt-ignore
const WRONG: Readonly<Record<keyof SearchQuery, Wrong>> = {
  q: [...texts(200), 'state:payed', 'last4:12', 'from:yesterday'],
  state: NO_WORD,
  type: NO_WORD,
  operation: NO_WORD,
  payment_type: NO_WORD,
  channel: NO_WORD,
  has_alert: NO_WORD,
  alert: NO_WORD,
  refunded: NO_WORD,
  webhook: NO_WORD,
  sandbox: NO_WORD,
  deleted: NO_WORD,
  sort: NO_WORD,
  currency_code: [...NO_WORD, 'XYZ', 'kwd', 'KWD,XYZ', 'KW', 'KWDD'],
  pg_code: [
    ...ANY,
    ' ', ',', ',,', '*', '%', '.', 'a b', 'a,', ',a', 'a, b', 'a;b', 'a|b', 'a/b', 'a\\b',
    '"a"', "'a'", '$ne', '{"$ne":null}', '[]', '<a>', 'بطاقة', 'é', '\u0000', '\u202e', 'a\n',
    'x'.repeat(17), 'x'.repeat(5000), 'a@b', 'a:b',
  ],
  initiator_id: NO_WORD.filter((one) => !['0', '1'].some((id) => id === one)),
  created_after: NO_MOMENT,
  created_before: NO_MOMENT,
  paid_after: NO_MOMENT,
  paid_before: NO_MOMENT,
  amount_min: NO_AMOUNT,
  amount_max: NO_AMOUNT,
  order_no: [...texts(128), '*'],
  session_id: [
    ...NO_WORD,
    'f'.repeat(39), 'f'.repeat(41), 'F'.repeat(40), 'g'.repeat(40), `${'f'.repeat(40)},`,
    Array.from({ length: 101 }, () => 'f'.repeat(40)).join(','),
  ],
  reference_number: texts(64),
  gateway_reference: texts(255),
  bulk_id: texts(64),
  unit_code: texts(50),
  card_brand: texts(32),
  invoice_number: texts(255),
  customer_id: texts(64),
  customer_email: [...NO_WORD, 'a@', '@b', 'a@b@c.example', 'a b@c.example', 'a@b..example'],
  customer_phone: [...texts(20), '123', '١٢٣', 'abc', '+', '12-34-5'],
  customer_name: [...texts(128), '123', '!?', '٠١٢', 'ـ', 'ﹰ', 'ـ ـ'],
  last4: [
    ...NO_WORD,
    '123', '12345', '12 4', '12.4', '-123', '١٢٣٤', '1881 ', ' 1881', '****', '1881,0007',
  ],
  limit: [
    ...NO_WORD.filter((one) => one !== '1'),
    '101', '1000', '1.5', '1e1', '+1', '01', '٢٥', '25 ', ' 25', '0x10',
  ],
  cursor: [...texts(200)],
  count: NO_WORD,
};

/** What names the currency of an amount and the rest of a span. */
const BESIDE: Readonly<Partial<Record<keyof SearchQuery, object>>> = {
  amount_min: { currency_code: 'KWD' },
  amount_max: { currency_code: 'KWD' },
};

describe('a wrong value of the search', () => {
  for (const [name, values] of Object.entries(WRONG))
    it(`is a fault of ${name}, in a sentence that pages have words for`, () => {
      assert.ok(new Set(values.map((value) => JSON.stringify(value))).size >= 30);
      for (const value of values) {
        const { faults } = readSearch({ ...besideOf(name), ...queryOf(name, value) }, undefined);
        const named = name === 'q' ? Object.keys(faults) : [name];
        assert.ok(named.length > 0, `${name} = ${JSON.stringify(value)} shows everything`);
        for (const one of named)
          assert.ok(one in faults, `${name} = ${JSON.stringify(value)} shows everything`);
        for (const { sentence } of rowFieldFaults(faults))
          assert.ok(readFieldSentence(sentence), sentence);
      }
    });

  it('is a box that names what something else is asked of, beside it or in it', () => {
    for (const asked of [
      { created_after: '2026-01-01', q: 'from:2026-11-01' },
      { last4: '4242', q: 'last4:1881' },
      { state: 'paid', q: 'state:payed' },
      { q: 'state:paid state:failed' },
      { q: 'state:paid Sara state:failed state:paid' },
    ]) {
      const { faults } = readSearch(asked, undefined);
      assert.deepEqual(Object.keys(faults), ['q'], JSON.stringify(asked));
      const [said, ...others] = rowFieldFaults(faults);
      assert.ok(said && others.length === 0 && readFieldSentence(said.sentence), said?.sentence);
    }
    for (const asked of [
      { last4: '1881', q: 'last4:١٨٨١' },
      { q: 'state:paid Sara state:paid' },
      { state: 'paid', q: 'last4:1881' },
    ])
      assert.deepEqual(readSearch(asked, undefined).faults, {});
  });

  it('is one of a name that there is not: in capitals, misspelt, or of an object', () => {
    for (const name of [
      'State',
      'states',
      'state[]',
      'state[$ne]',
      'stat e',
      'constructor',
      '$where',
    ])
      assert.deepEqual(Object.keys(readSearch({ [name]: 'paid' }, undefined).faults), [name]);
  });
});

describe('a cursor that is none', () => {
  const place = { at: Date.UTC(2026, 0, 15), id: '65a4f0c2b1d2e3f405060708' };
  const asked = { state: 'paid', q: 'x' };
  const cursor = cursorFor(place, asked);
  const text = Buffer.from(cursor, 'base64url').toString();

  it('is refused wherever it is cut, and with anything behind it', () => {
    for (let length = 0; length < cursor.length; length += 1)
      assertRefused(cursor.slice(0, length));
    for (const more of ['A', 'AA', 'AAAA', '.', '?', '\u0000'])
      assertRefused(`${cursor}${more}AAAA`);
  });

  it('is refused where somebody has made it up, with the check of another question or none', () => {
    for (const forged of [
      text.replace(/[0-9a-f]{16}$/, '0'.repeat(16)),
      text.replace(/[0-9a-f]{16}$/, ''),
      text.replace(/^\d+/, ''),
      text.replace(/^\d+/, '--1'),
      text.replace(/^\d+/, '1e9'),
      text.replace(/^\d+/, '9'.repeat(17)),
      text.replace(place.id, '{"$gt":""}'),
      text.replace(place.id, 'f'.repeat(65)),
      text.replace(place.id, place.id.toUpperCase()),
      JSON.stringify(place),
      `${text}.${text}`,
    ])
      assertRefused(Buffer.from(forged).toString('base64url'));
    for (const question of [
      {},
      { state: 'paid' },
      { state: 'failed', q: 'x' },
      { ...asked, sort: 'created' },
    ])
      assert.throws(() => placeAfter(cursor, question), isFault);
  });

  function assertRefused(forged: string): void {
    assert.throws(() => placeAfter(forged, asked), isFault, forged);
  }
});

function isFault(error: unknown): boolean {
  return error instanceof InvalidFields && 'cursor' in error.fields;
}

function besideOf(name: string): object {
  return Object.entries(BESIDE).find(([one]) => one === name)?.[1] ?? {};
}

function queryOf(name: string, value: Wrong[number]) {
  return { [name]: typeof value === 'string' ? value : [...value] };
}
