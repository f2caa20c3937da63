import assert from 'node:assert/strict';
import { declineReason } from '../../../domain/card/decline-reason.ts';

describe('the reason of a decline', () => {
  const REASONS: readonly (readonly [string, string | undefined])[] = [
    ['insufficient_funds', 'insufficient-funds'],
    ['51', 'insufficient-funds'],
    ['Insufficient Funds', 'insufficient-funds'],
    ['limit_exceeded', 'limit'],
    ['61', 'limit'],
    ['expired_card', 'expired'],
    ['54', 'expired'],
    ['card_expires_soon', 'expires-soon'],
    ['unknown_card', 'wrong-details'],
    ['14', 'wrong-details'],
    ['incorrect-cvc', 'wrong-code'],
    ['N7', 'wrong-code'],
    ['3ds_failed', 'not-recognized'],
    ['challenge_required', 'not-recognized'],
    ['transaction_not_allowed', 'not-accepted'],
    ['57', 'not-accepted'],
    ['token_not_found', 'gone'],
    ['91', 'bank-away'],
    ['too_many_tries', 'too-often'],
    ['issuer_decline', 'refused'],
    ['05', 'refused'],
    // Who holds the card must not learn what its bank knows.
    ['stolen_card', 'refused'],
    ['lost_card', 'refused'],
    ['41', 'refused'],
    ['43', 'refused'],
    ['suspected_fraud', 'refused'],
    // Nothing that we know.
    ['declined', undefined],
    ['99', undefined],
    ['', undefined],
    ['constructor', undefined],
  ];
  for (const [code, reason] of REASONS)
    it(`is ${reason ?? 'not known'} for "${code}"`, () => {
      assert.equal(declineReason({ code }), reason);
    });
});
