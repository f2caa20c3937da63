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
    ['{"a":1,"a":1}', /"a" stands twice/],
    ['{"a":1,"\\u0061":2}', /"a" stands twice/],
    ['{ "a" : 1 , "b" : [ ] , "a" : 2 }', /"a" stands twice/],
    ['{"x":[[{"a":"}","b":"]","a":","}]]}', /"a" stands twice/],
    ['{"x":{"a":1},"y":{"a":{"b":1,"b":2}}}', /"b" stands twice/],
    ['{"a":"\\\\","a":1}', /"a" stands twice/],
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
});
