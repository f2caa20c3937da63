import assert from 'node:assert/strict';
import { declineReason } from '../../../domain/card/decline-reason.ts';
import { declineOfRefusal, resultOfRefusal } from '../../../gateways/adyen/declines.ts';

const AT = Date.UTC(2026, 10, 25);

describe('a refusal of Adyen', () => {
  const table = {
    soft: '2 3 4 9 12 15 16 21 27 28 29 39 40',
    hard: '5 6 7 8 10 11 17 18 19 23 24 25 32 33 34 35 36 37 38 41 42 43 44 45 50',
    'do-not-retry': '14 20 22 26 31 46',
  } as const;
  for (const [advice, numbers] of Object.entries(table))
    for (const number of numbers.split(' '))
      it(`by the number ${number} advises ${advice}`, () => {
        assert.equal(declineOfRefusal({ number, at: AT }).advice, advice);
      });

  for (const [number, reason, code] of [
    ['6', 'Expired Card', 'expired_card'],
    ['8', 'Invalid Card Number', 'invalid_card'],
    ['12', 'Not enough balance', 'insufficient_funds'],
    ['34', 'No checking account available on Card', 'no_such_account'],
    ['38', 'Authentication required', 'challenge_required'],
    ['50', 'Token revoked', 'card_removed'],
    ['9', 'Issuer Unavailable', 'issuer_unavailable'],
    ['14', 'Acquirer Fraud', 'suspected_fraud'],
    ['20', 'FRAUD', 'suspected_fraud'],
    ['22', 'FRAUD-CANCELLED', 'suspected_fraud'],
    ['31', 'Issuer Suspected Fraud', 'suspected_fraud'],
  ] as const)
    it(`has the code ${code}, by its number and by the text that webhooks have`, () => {
      const byNumber = declineOfRefusal({ number, reason: 'x', at: AT });
      assert.equal(byNumber.code, code);
      assert.deepEqual(declineOfRefusal({ reason: ` ${reason.toUpperCase()}`, at: AT }), byNumber);
    });

  for (const number of ['14', '20', '22', '31'])
    it(`for a suspicion, by the number ${number}, tells the payer only that it was refused`, () => {
      assert.equal(declineReason(declineOfRefusal({ number, at: AT })), 'refused');
    });

  it('that nobody has heard of may be tried again, under its own words', () => {
    const decline = declineOfRefusal({ number: '99', reason: 'Moon in the wrong house!', at: AT });
    assert.deepEqual(decline, { code: 'moon_in_the_wrong_house', advice: 'soft' });
    assert.deepEqual(declineOfRefusal({ at: AT }), { code: 'refused', advice: 'soft' });
  });

  it('gives way to what the card’s own network advises, and says from when', () => {
    const mastercard = {
      brand: 'mc',
      additionalData: { merchantAdviceCode: '30 : Retry after 10 days' },
    };
    assert.deepEqual(declineOfRefusal({ number: '2', at: AT, ...mastercard }), {
      code: 'refused',
      advice: 'soft',
      notBefore: AT + 10 * 24 * 60 * 60 * 1000,
    });
    const visa = { brand: 'visa', additionalData: { refusalReasonRaw: 'R1 : Revoked' } };
    assert.equal(declineOfRefusal({ number: '2', at: AT, ...visa }).advice, 'do-not-retry');
    const other = { brand: 'amex', additionalData: { refusalReasonRaw: '04 : Pick up' } };
    assert.equal(declineOfRefusal({ number: '2', at: AT, ...other }).advice, 'soft');
  });

  for (const [number, reason, result] of [
    ['4', 'Acquirer Error', 'error'],
    ['21', 'Not Submitted', 'error'],
    ['15', 'Cancelled', 'canceled'],
    ['16', 'Shopper Cancelled', 'canceled'],
    ['2', 'Refused', 'failed'],
    ['99', 'Moon in the wrong house!', 'failed'],
  ] as const)
    it(`ends as ${result} by the number ${number} and by the text "${reason}"`, () => {
      assert.equal(resultOfRefusal({ number, at: AT }), result);
      assert.equal(resultOfRefusal({ reason, at: AT }), result);
    });

  it('ends as failed where nothing is said of why', () => {
    assert.equal(resultOfRefusal({ at: AT }), 'failed');
  });
});
