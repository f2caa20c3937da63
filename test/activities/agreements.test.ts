import assert from 'node:assert/strict';
import { agreementActivities } from '../../activities/agreements.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { Reserved } from '../../store/agreements.ts';
import { aCard, anAgreement, CREATED_AT, DAY_MS, kwd, sessionOf } from '../support/builders.ts';

const sessionId = sessionOf('9');
const { merchantId, customerId, sandbox, pgCode, token } = aCard();
const card = { merchantId, customerId, sandbox, pgCode, token };
const charge = {
  card,
  amount: kwd('5'),
  now: CREATED_AT + DAY_MS,
  sessionId,
  uuid: anAgreement().uuid,
};

/** Activities on an agreement as it is at each look, and the store's answer to each reservation. */
function at(looks: readonly (Agreement | undefined)[], answers: readonly Reserved[] = []) {
  const [left, said] = [[...looks], [...answers]];
  const released: string[] = [];
  const activities = agreementActivities({
    agreements: {
      find: async () => left.shift(),
      reserve: async () => said.shift() ?? 'unknown',
      release: async (_ref, session) => void released.push(session),
    },
  });
  return { activities, released };
}

describe('counting a charge', () => {
  for (const answer of ['reserved', 'held'] as const)
    it(`is done when the store says "${answer}"`, async () => {
      const { activities } = at([anAgreement()], [answer]);
      assert.deepEqual(await activities.reserveCharge(charge), {});
    });

  for (const [what, looks, answers, code] of [
    ['there is none', [undefined], [], 'no_cit'],
    ['its limit is lower', [limited({ maxAmountPerCycle: kwd('1') })], [], 'agreement_violation'],
    [
      'another charge took the last cycle meanwhile',
      [limited({ totalCycles: 1 }), { ...limited({ totalCycles: 1 }), charges: [sessionOf('8')] }],
      ['no-cycle-left'],
      'agreement_violation',
    ],
    [
      'it was ended meanwhile',
      [anAgreement(), anAgreement({ state: 'ended' })],
      ['ended'],
      'agreement_violation',
    ],
  ] as const)
    it(`is refused when ${what}: ${code}`, async () => {
      const { refused } = await at(looks, answers).activities.reserveCharge(charge);
      assert.equal(refused?.code, code);
    });

  it('that was counted before is refused when it was ended since, unless a gateway may have been asked', async () => {
    const ended = anAgreement({ state: 'ended', charges: [sessionId] });
    const { activities } = at([ended, ended], ['held']);
    assert.deepEqual(await activities.reserveCharge(charge), {});
    const { refused } = await activities.reserveCharge({ ...charge, isNew: true });
    assert.equal(refused?.code, 'agreement_violation');
  });

  it('is taken back', async () => {
    const { activities, released } = at([]);
    await activities.releaseCharge({ merchantId, uuid: 'u-1', sessionId });
    assert.deepEqual(released, [sessionId]);
  });
});

function limited(terms: Partial<Agreement['terms']>): Agreement {
  return anAgreement({ terms: { ...anAgreement().terms, ...terms } });
}
