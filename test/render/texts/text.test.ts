import assert from 'node:assert/strict';
import { NOTIFICATION_EVENTS } from '../../../domain/notification/event.ts';
import { lengthOf } from '../../../domain/notification/parts.ts';
import { renderText } from '../../../render/texts/text.ts';

const values = {
  merchant_name: 'Pearl',
  amount: 'KWD 12.500',
  checkout_url: 'https://pay.example/b/checkout/redirect/start/?session_id=x',
  checkout_short_url: 'https://pay.example/b/AbCdEfGh',
};

describe('a message by telephone', () => {
  const kinds = [...NOTIFICATION_EVENTS, 'cash'] as const;
  for (const [language, encoding, most] of [
    ['en', 'gsm-7', 1],
    ['ar', 'ucs-2', 2],
  ] as const)
    it(`has words for every event in ${language}, none of more than ${most} parts`, () => {
      const texts = kinds.map((kind) => renderText({ kind, language, values }) ?? '');
      assert.equal(new Set(texts).size, kinds.length);
      for (const text of texts) {
        assert.doesNotMatch(text, /\{\{|undefined|[\u2066-\u2069]/);
        const length = lengthOf(text);
        assert.ok(length.encoding === encoding && length.parts <= most, text);
      }
    });

  it('has the short link where there is one, else the long one', () => {
    const { checkout_short_url: short, ...long } = values;
    const said = (given: typeof long) =>
      renderText({ kind: 'created', language: 'en', values: given });
    assert.ok(said(values)?.endsWith(short));
    assert.ok(said(long)?.endsWith(values.checkout_url));
  });

  it('says something else where the template says nothing, and nothing where there is nothing', () => {
    const nothing = { kind: 'communication', language: 'en', values } as const;
    assert.equal(renderText({ ...nothing, body: ' Hello ' }), 'Hello');
    assert.equal(renderText(nothing), undefined);
  });
});
