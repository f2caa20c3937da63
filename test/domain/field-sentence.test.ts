import assert from 'node:assert/strict';
import {
  FIELD_SENTENCES,
  fieldSentence,
  readFieldSentence,
  readFieldSentences,
} from '../../domain/field-sentence.ts';

/** Each sentence, filled with texts that could lead astray: what somebody has sent may stand in it. */
const FILLED = Object.entries(FIELD_SENTENCES).map(([code, sentence]) => {
  const values: Record<string, string> = {};
  const said = sentence.replaceAll(/\{(\w+)\}/g, (_blank, name: string) => {
    values[name] = `${name},"x".(y)$&{code}`;
    return values[name];
  });
  return { code, said, values };
});

describe('the sentence about a field', () => {
  it('is read as its own code with what it was filled with, and as no other', () => {
    for (const { code, said, values } of FILLED)
      assert.deepEqual(readFieldSentence(said), { code, values });
  });

  it('is filled once: what it is filled with is text, whatever stands in it', () => {
    assert.equal(fieldSentence('required'), 'This field is required.');
    assert.equal(
      fieldSentence('method-currency', { code: '{currency}', currency: '$&', accepted: 'KWD' }),
      '"{currency}" does not accept $&; it accepts KWD.',
    );
  });

  it('is read of several that were said together, each with its field perhaps', () => {
    for (const { code, said } of FILLED) {
      assert.deepEqual(codes(said), [code]);
      assert.deepEqual(codes(`order_no: ${said}`), [`order_no ${code}`]);
      assert.deepEqual(codes(`This field is required. ${said}`), ['required', code]);
    }
    assert.deepEqual(codes('"a" is not active. "b" is not active. limit: Say it once.'), [
      'inactive-method',
      'inactive-method',
      'limit once',
    ]);
    for (const text of ['', 'This field is required. Really.', 'Really. This field is required.'])
      assert.equal(codes(text), undefined, text);
  });

  it('is not looked for where it has none, nor in a text as long as a request', () => {
    for (const sentence of ['', 'x', 'This field is required. Really.', ' This field is required.'])
      assert.equal(readFieldSentence(sentence), undefined);
    assert.equal(readFieldSentence(`"${'x'.repeat(100_000)}" is not a payment method.`), undefined);
  });
});

function codes(text: string) {
  return readFieldSentences(text)?.map(({ code, of }) =>
    of === undefined ? code : `${of} ${code}`,
  );
}
