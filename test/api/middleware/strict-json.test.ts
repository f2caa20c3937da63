import assert from 'node:assert/strict';
import { assert as holds, json, property } from 'fast-check';
import { MOST_LEVELS, parseJson } from '../../../api/middleware/strict-json.ts';

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('JSON that means one thing', () => {
  it('is read as ever', () => {
    holds(
      property(json({ maxDepth: 6 }), (text) => {
        if (text.includes('__proto__')) return;
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
    );
  });

  const fine = [
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"a","c":["a","a"]}',
    '{"a":"\\"a\\":1,\\"a\\":2","b":1}',
    '{"a\\\\":1,"a":2}',
    '{"a":"\\\\","b":"{\\"a\\":1}"}',
    '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    '{"A":1,"a":2}',
    '[{"a":1},{"a":1}]',
    '"a"',
  ];
  for (const text of fine)
    it(`is ${text}`, () => {
      assert.deepEqual(parseJson(text), JSON.parse(text));
    });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /valid JSON/],
    ['{"a":1,}', /valid JSON/],
    ['{"a":1,"a":1}', /"a" is duplicated/],
    ['{"a":1,"\\u0061":2}', /"a" is duplicated/],
    ['{ "a" : 1 , "b" : [ ] , "a" : 2 }', /"a" is duplicated/],
    ['{"x":[[{"a":"}","b":"]","a":","}]]}', /"a" is duplicated/],
    ['{"x":{"a":1},"y":{"a":{"b":1,"b":2}}}', /"b" is duplicated/],
    ['{"a":"\\\\","a":1}', /"a" is duplicated/],
    ['{"__proto__":1}', /__proto__/],
    ['[{"a":{"\\u005f_proto__":1}}]', /__proto__/],
  ];
  for (const [text, said] of refused)
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseJson(text), { status: 400, code: 'parse_error', message: said });
    });

  it('has no more levels than anybody needs', () => {
    assert.doesNotThrow(() => parseJson(nested(MOST_LEVELS)));
    assert.throws(() => parseJson(nested(MOST_LEVELS + 2)), /deeper than 32 levels/);
  });

  it('does not repeat a long key to whoever sent it', () => {
    const key = 'k'.repeat(5000);
    assert.throws(
      () => parseJson(`{"${key}":1,"${key}":2}`),
      ({ message }: Error) => message.length < 120,
    );
  });

  describe('has the number of an amount as the text that was sent', () => {
    const kept: readonly (readonly [string, object])[] = [
      ['{"amount":12.340}', { amount: '12.340' }],
      ['{"amount":1e3}', { amount: '1e3' }],
      ['{"amount" : 12.34500000000000001 }', { amount: '12.34500000000000001' }],
      ['{"amount":\n-0,"type":"x"}', { amount: '-0', type: 'x' }],
      ['{"amount":9007199254740993}', { amount: '9007199254740993' }],
      ['{"amount":"1e3"}', { amount: '1e3' }],
      [
        '{"agreement":{"max_amount_per_cycle":5.00}}',
        { agreement: { max_amount_per_cycle: '5.00' } },
      ],
      [
        '{"invoice_items":[{"quantity":1.50,"n":1.50},{"unit_price":2E0}]}',
        { invoice_items: [{ quantity: '1.50', n: 1.5 }, { unit_price: '2E0' }] },
      ],
      [
        '{"rows":[{"amount":1.0},[{"amount":2.0}]]}',
        { rows: [{ amount: '1.0' }, [{ amount: '2.0' }]] },
      ],
      [
        '{"context":{"amount":1.10,"extra":{"n":5.0,"is":true}},"after":1.0}',
        { context: { amount: '1.10', extra: { n: '5.0', is: true } }, after: 1 },
      ],
    ];
    for (const [text, value] of kept)
      it(`of ${JSON.stringify(text)}`, () => {
        assert.deepEqual(parseJson(text), value);
      });

    it('and leaves what is free as it is', () => {
      for (const text of [
        '{"extra":{"amount":1.0,"rows":[{"amount":1e3}]}}',
        '{"total_cycles":1e1,"a":[1.0,-2E-1,0],"amount_editable":true}',
        '[1.0]',
        '1.0',
      ])
        assert.deepEqual(parseJson(text), JSON.parse(text));
    });

    it('of a part of a form, as it stands in its field', () => {
      assert.deepEqual(parseJson('[{"quantity":1.0}]', { within: 'invoice_items' }), [
        { quantity: '1.0' },
      ]);
      assert.deepEqual(parseJson('{"amount":1.0}', { within: 'extra' }), { amount: 1 });
    });

    it('whatever else stands around it', () => {
      holds(
        property(json({ maxDepth: 4 }), json({ maxDepth: 4 }), (one, other) => {
          if (`${one}${other}`.includes('__proto__')) return;
          const read = parseJson(`{"extra":${one},"amount":7.70,"loyalty":${other}}`);
          assert.deepEqual(read, {
            extra: JSON.parse(one),
            amount: '7.70',
            loyalty: JSON.parse(other),
          });
        }),
      );
    });
  });

  it('of a key that is duplicated does not depend on what comes first', () => {
    for (const text of [
      '{"agreement":{"max_amount_per_cycle":1.0},"agreement":1}',
      '{"agreement":{"a":{"b":[{}]}},"agreement":null}',
      '{"rows":[{"amount":1.0}],"rows":"x"}',
    ])
      assert.throws(() => parseJson(text), /is duplicated/);
  });
});
