import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { currencyCode } from '../../../domain/currencies.ts';
import {
  currenciesTyped,
  customerReadings,
  nameTerms,
  phonesOf,
  readingsOf,
  splitQuery,
  type QueryReading,
} from '../../../domain/search/query.ts';
import { searchTerms, nameWords } from '../../../domain/search/terms.ts';
import { amountOf, anAccount, anAttempt, aTransaction } from '../../support/builders.ts';

const CURRENCIES = ['KWD', 'USD', 'JPY'].map(currencyCode).filter((one) => one !== undefined);
const read = (text: string) => readingsOf(text, CURRENCIES).map(fieldsOf);
/** Each once, in however many spellings. */
const fieldsOf = ({ understoodAs }: QueryReading) => [
  ...new Set(understoodAs.map(({ field }) => field)),
];
const TEXTS = ['order_no', 'invoice_number', 'gateway_reference'];

describe('the one box of the search', () => {
  for (const [text, expected] of [
    ['a'.repeat(40), [['session_id']]],
    ['A'.repeat(40), [['session_id']]],
    ['Sara@Example.test', [['customer_email']]],
    ['+965 5000 0001', [['customer_phone'], TEXTS, ['customer_id']]],
    ['٥٠٠٠٠٠٠١', [['customer_phone'], TEXTS, ['customer_id']]],
    ['1881', [['last4'], ['amount'], TEXTS]],
    ['12.500', [['amount'], TEXTS, ['customer_id']]],
    ['kwd 12.500', [['amount'], TEXTS, ['customer_name']]],
    ['12.5 USD', [['amount'], TEXTS, ['customer_name']]],
    ['PEARLA2B3C4D5', [['reference_number'], TEXTS, ['customer_name']]],
    ['Sara Al-Ali', [TEXTS, ['customer_name'], ['customer_id']]],
    ['نورة', [TEXTS, ['customer_name'], ['customer_id']]],
    ['ORD/2026-7', [TEXTS, ['customer_name'], ['customer_id']]],
    ['12.5 XYZ', [TEXTS, ['customer_name'], ['customer_id']]],
  ] as const)
    it(`reads "${text.slice(0, 20)}" as ${expected.flat().join(', ')}`, () => {
      assert.deepEqual(read(text), expected);
    });

  for (const [text, expected] of [
    ['Sara@Example.test', ['customer_email', 'customer_id']],
    ['+965 5000 0001', ['customer_phone', 'customer_id']],
    ['٥٠٠٠٠٠٠١', ['customer_phone', 'customer_id']],
    ['Sara Al-Ali', ['customer_name', 'customer_id']],
    ['PEARLA2B3C4D5', ['customer_name', 'customer_id']],
    ['a'.repeat(40), ['customer_name', 'customer_id']],
    ['1881', ['customer_id']],
    ['12.500', ['customer_id']],
  ] as const)
    it(`reads "${text.slice(0, 20)}" as ${expected.join(', ')} where people are looked for`, () => {
      const readings = customerReadings(text);
      assert.deepEqual(readings.flatMap(fieldsOf), expected);
      assert.ok(readings.every(({ isPersonal, terms }) => isPersonal && terms.length > 0));
    });

  it('takes an amount without a currency for one of each of them, as far as they have the decimals', () => {
    const [reading] = readingsOf('12.5', CURRENCIES);
    assert.deepEqual(
      reading?.terms[0]?.map(({ value }) => value),
      ['12500 KWD', '1250 USD'],
    );
  });

  it('takes the currencies of the merchant, and where it has every one, those of its accounts', () => {
    const accounts = [
      anAccount({ currencies: ['KWD', 'USD'] }),
      anAccount({ currencies: ['USD', 'EUR'], active: false }),
      anAccount({ exchange: { rates: { SAR: '0.08' } } }),
    ];
    assert.deepEqual(currenciesTyped({ currencies: ['BHD'] }, accounts), ['BHD']);
    assert.deepEqual(currenciesTyped({ currencies: [] }, accounts), ['KWD', 'USD', 'EUR', 'SAR']);
    assert.deepEqual(currenciesTyped({ currencies: [] }, []), []);
  });

  it('finds what merchants have named with Arabic digits, however they are typed', () => {
    const named = ['order_no', 'invoice_number', 'customer_id'];
    for (const kept of ['فاتورة-١٢', 'فاتورة-12'])
      assert.deepEqual(
        readingsOf(kept === 'فاتورة-12' ? 'فاتورة-١٢' : kept, CURRENCIES)
          .flatMap(({ terms }) => terms.flat())
          .filter(({ kind, value }) => named.includes(kind) && value === kept)
          .map(({ kind }) => kind),
        named,
      );
    assert.ok(
      customerReadings('عميل-١٢').some(({ terms }) =>
        terms.flat().some(({ kind, value }) => kind === 'customer_id' && value === 'عميل-12'),
      ),
    );
    assert.ok(nameTerms('نورة ٢').every(({ value }) => names('نورة ٢').has(value)));
    assert.deepEqual(
      readingsOf('نورة ٢', CURRENCIES).find(({ understoodAs }) =>
        understoodAs.some(({ field }) => field === 'customer_name'),
      )?.terms,
      nameTerms('نورة ٢').map((term) => [term]),
    );
  });

  it('takes out the parameters that are named in it, and nothing else', () => {
    assert.deepEqual(splitQuery('state:paid  Sara from:2026-11-01 note:x'), {
      text: 'Sara note:x',
      typed: [
        ['state', 'paid'],
        ['created_after', '2026-11-01'],
      ],
    });
    assert.deepEqual(splitQuery('from:٢٠٢٦-١١-٠١ last4:١٨٨١ order_no:١٢').typed, [
      ['created_after', '2026-11-01'],
      ['last4', '1881'],
      ['order_no', '١٢'],
    ]);
    assert.deepEqual(splitQuery('INV:7'), { text: 'INV:7', typed: [] });
  });

  it('has never more than three readings, and each says what it looks for', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const readings = readingsOf(text, CURRENCIES);
        assert.ok(readings.length <= 3);
        for (const { understoodAs, terms } of readings) {
          const isId = understoodAs.some(({ field }) => /^(session|reference)/.test(field));
          assert.ok(isId || terms.length > 0, text);
        }
      }),
    );
  });
});

describe('what a transaction is found by', () => {
  it('is its customer, however their name is spelt', () => {
    for (const [kept, asked] of [
      ['Sara', 'SARA'],
      ['Sarah', 'sar'],
      ['José', 'jose'],
      ['نُورَة', 'نوره'],
      ['أحمد', 'احمد'],
      ['إيمان', 'ايمان'],
      ['مصطفى', 'مصطفي'],
      ['عبـــد الله', 'عبد'],
      ['Al-Ali', 'ali'],
    ] as const)
      for (const { value } of nameTerms(asked))
        assert.ok(names(kept).has(value), `${kept} by ${asked}`);
    assert.ok(!names('Sara').has('sarah'));
  });

  it('is a telephone number with and without its country', () => {
    const kept = new Set(termsIn('customer_phone', { customer: { phone: '+965 5000 0001' } }));
    for (const typed of ['+96550000001', '0096550000001', '50000001', '٥٠٠٠٠٠٠١'])
      assert.ok(
        phonesOf(typed).some((one) => kept.has(one)),
        typed,
      );
    for (const typed of ['+97350000001', '50000002'])
      assert.ok(!phonesOf(typed).some((one) => kept.has(one)), typed);
  });

  it('is what was asked for, and what was charged', () => {
    const total = amountOf('10.250', 'KWD');
    const amounts = termsIn('amount', {
      amount: amountOf('10', 'KWD'),
      attempts: [anAttempt({ total })],
    });
    assert.deepEqual(new Set(amounts), new Set(['10000 KWD', '10250 KWD']));
  });

  it('is the end of a card, and never more of it', () => {
    const cards = termsIn('card', {
      attempts: [
        anAttempt({ pgParams: { card_type: 'Visa', card_number: '411111********1881' } }),
        anAttempt({ pgParams: { card_number: '4111111111111111 is no mask' } }),
      ],
    });
    assert.deepEqual(cards, ['1881', 'VISA 1881']);
    assert.deepEqual(
      termsIn('card_brand', { attempts: [anAttempt({ pgParams: { card_type: 'Visa' } })] }),
      ['VISA'],
    );
  });

  it('has no term twice, and no empty one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (firstName, phone, orderNo) => {
        const terms = searchTerms(aTransaction({ orderNo, customer: { firstName, phone } }));
        const texts = terms.map(({ kind, value }) => `${kind}:${value}`);
        assert.equal(new Set(texts).size, texts.length);
        for (const { value } of terms) assert.notEqual(value, '');
      }),
    );
  });

  it('has words of letters and digits alone', () => {
    assert.deepEqual(nameWords("O'Neill–Smith  3rd, (Sara)"), [
      'o',
      'neill',
      'smith',
      '3rd',
      'sara',
    ]);
  });
});

function termsIn(kind: string, given: Parameters<typeof aTransaction>[0]): readonly string[] {
  return searchTerms(aTransaction(given))
    .filter((term) => term.kind === kind)
    .map(({ value }) => value);
}

function names(firstName: string): ReadonlySet<string> {
  return new Set(termsIn('customer_name', { customer: { firstName } }));
}
