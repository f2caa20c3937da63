import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { redacted, redactedText, redactedUrl, REMOVED } from '../../../domain/webhook/redact.ts';

describe('what is kept of an answer', () => {
  const GONE = [
    ['{"password": "hunter2", "ok": false}', 'hunter2'],
    ["{'api_key': 'abc-123'}", 'abc-123'],
    ['DB_PASSWORD=s3cr3t; retry', 's3cr3t'],
    ['Authorization: Bearer eyJhbGciOi.J9.x-y_z', 'eyJhbGciOi'],
    ['sent "Basic dXNlcjpwYXNz"', 'dXNlcjpwYXNz'],
    ['"access_token":"abcdef"', 'abcdef'],
    [String.raw`{"body":"{\"client_secret\":\"abcdef\"}"}`, 'abcdef'],
    ['card 4111 1111 1111 1111 was', '1111'],
    ['card 4111111111111111 was', '4111111111111111'],
    ['5555-5555-5555-4444', '4444'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', 'MIIE'],
    ['Set-Cookie: sid=31d4d96e; HttpOnly', '31d4d96e'],
  ] as const;
  for (const [text, secret] of GONE)
    it(`has not ${JSON.stringify(secret)} of ${JSON.stringify(text)}`, () => {
      const shown = redactedText(text);
      assert.ok(!shown.includes(secret), shown);
      assert.ok(shown.includes(REMOVED), shown);
    });

  const KEPT = [
    'Fatal: no such order ORD-1001',
    '{"error":"invalid signature","at":1760000000000}',
    'session 0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01',
    'order 4111111111111112',
    '<html><body>502 Bad Gateway</body></html>',
    'ready for shipping: yes',
  ];
  for (const text of KEPT)
    it(`has all of ${JSON.stringify(text)}`, () => {
      assert.equal(redactedText(text), text);
    });

  it('has no key of ours that a receiver sends back', () => {
    assert.equal(redactedText('wrong key whk_1234!', ['whk_1234']), `wrong key ${REMOVED}!`);
  });

  it('comes to an end, whatever it was', () => {
    const WORST = [
      'a',
      '"',
      'token=',
      'token"',
      '-----BEGIN A-----',
      '4 ',
      '4',
      'basic ',
      '\\"secret',
    ];
    for (const piece of WORST) {
      const text = piece.repeat(Math.ceil(20_000 / piece.length));
      assert.ok(redactedText(text).length <= 3 * text.length, piece);
    }
  });

  it('says the same again when it is shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const once = redactedText(text);
        assert.equal(redactedText(once), once);
      }),
    );
  });
});

describe('what is shown of an event', () => {
  it('has no secret at any depth, and the rest as it is', () => {
    const shown = redacted({
      amount: '1.000',
      token: { token: '9923965822244314', brand: 'VISA', cvv_required: true },
      extra: { list: [{ apiKey: 'k', n: 1 }], note: 'card 4111111111111111', session_token: 7 },
    });
    assert.deepEqual(shown, {
      amount: '1.000',
      token: { token: REMOVED, brand: 'VISA', cvv_required: true },
      extra: { list: [{ apiKey: REMOVED, n: 1 }], note: `card ${REMOVED}`, session_token: REMOVED },
    });
  });

  it('has an address without what stands in its query', () => {
    assert.equal(redactedUrl('https://a.example/hook'), 'https://a.example/hook');
    assert.equal(redactedUrl('https://a.example/h?k=secret&b=2#x'), 'https://a.example/h?k=…&b=…');
  });
});
