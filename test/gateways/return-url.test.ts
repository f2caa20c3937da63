import assert from 'node:assert/strict';
import { isReturning, returnUrl } from '../../gateways/return-url.ts';
import { anAttempt, aTransaction, referenceOf } from '../support/builders.ts';

const { sessionId } = aTransaction();
const { referenceNumber } = anAttempt();
const RETURNING = { sessionId, referenceNumber };

describe('the address to which a network sends the browser', () => {
  const address = returnUrl('https://pay.example.test', RETURNING, 'ar');
  const query = Object.fromEntries(new URL(address).searchParams);

  it('is the same every time, has the language, and does not say the session id', () => {
    assert.equal(address, returnUrl('https://pay.example.test', RETURNING, 'ar'));
    assert.ok(
      address.startsWith(`https://pay.example.test/b/gw/return/${referenceNumber}/?lang=ar&`),
    );
    assert.ok(!address.includes(sessionId));
  });

  it('is known by its token, whatever the network adds', () => {
    assert.ok(isReturning({ ...query, payment_id: 'pay_1', status: 'CAPTURED' }, RETURNING));
  });

  const token = String(query['return_token']);
  const FORGED: Readonly<Record<string, object>> = {
    'has no token': {},
    'has an empty one': { return_token: '' },
    'has it twice': { return_token: [token, token] },
    'has a part of it': { return_token: token.slice(0, -1) },
    'has more than it': { return_token: `${token}A` },
    'has that of another attempt': Object.fromEntries(
      new URL(
        returnUrl(
          'https://pay.example.test',
          { sessionId, referenceNumber: referenceOf('demoOTHER234') },
          'ar',
        ),
      ).searchParams,
    ),
    'has the session id in its place': { return_token: sessionId },
  };
  for (const [what, forged] of Object.entries(FORGED))
    it(`is not known when it ${what}`, () => {
      assert.equal(isReturning({ ...forged }, RETURNING), false);
    });
});
