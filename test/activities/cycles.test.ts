import assert from 'node:assert/strict';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { cycleActivities } from '../../activities/cycles.ts';
import type { Advanced, CustomerNews } from '../../activities/cycle-ports.ts';
import type { ChargeOutcome } from '../../domain/agreement/outcome.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { cycleOf } from '../../domain/agreement/autopay.ts';
import { look } from '../../domain/agreement/look.ts';
import { chargeAt } from '../../domain/agreement/step.ts';
import { memoryStores } from '../support/memory-agreements.ts';
import { aWish, anAgreement } from '../domain/agreement/agreements.ts';
import { aCard, aMerchant } from '../support/builders.ts';

const START = Date.parse('2027-01-01T00:00Z');
const PERIOD = '2027-01-05';
const DAY = 24 * 3_600_000;

describe('a step of a cycle', () => {
  it('charges once when the worker dies between the word of the network and our writing it', async () => {
    const scene = aScene();
    scene.dieAfterCharge = true;
    await assert.rejects(scene.advance(0), /died/);
    scene.dieAfterCharge = false;
    assert.deepEqual(await scene.advance(0), { over: 'paid', tries: 1 });
    assert.equal(scene.charged.size, 1);
    assert.equal(scene.kept().charges.length, 1);
  });

  it('charges once when the document could not be written, wherever that was', async () => {
    for (let failing = 1; failing < 6; failing += 1) {
      const scene = aScene();
      scene.failSave = failing;
      await scene.advance(0).catch(() => undefined);
      assert.deepEqual(await scene.advance(0), { over: 'paid', tries: 1 });
      assert.equal(scene.charged.size, 1, `save ${failing}`);
    }
  });

  it('asks, and never charges again, while the network has not decided', async () => {
    const scene = aScene();
    scene.word = 'pending';
    const first = await scene.advance(0);
    assert.ok('until' in first);
    for (const days of [1, 5, 20]) assert.ok('until' in (await scene.advance(days * DAY)));
    assert.equal(scene.charged.size, 1);
    scene.word = 'paid';
    assert.deepEqual(await scene.advance(21 * DAY), { over: 'paid', tries: 1 });
    assert.equal(scene.charged.size, 1);
  });

  it('gives the cycle free when it was declined, and never tries a forbidden card again', async () => {
    const scene = aScene();
    scene.word = 'do-not-retry';
    assert.ok('until' in (await scene.advance(0)));
    assert.equal(scene.kept().charges.length, 0);
    scene.word = 'paid';
    await scene.advance(3 * DAY);
    assert.equal(scene.charged.size, 1);
    assert.deepEqual(await scene.advance(8 * DAY), { over: 'failed', tries: 1 });
    assert.equal(scene.kept().state, 'ended');
    assert.deepEqual(
      scene.told.map(({ news }) => news),
      ['try-failed', 'given-up'],
    );
  });

  it('charges nothing while an operator has paused the Schedule', async () => {
    const scene = aScene();
    scene.isHeld = true;
    const step = await scene.advance(0);
    assert.ok('until' in step && step.for.startsWith('an operator'));
    scene.isHeld = false;
    assert.deepEqual(await scene.advance(DAY), { over: 'paid', tries: 1 });
  });

  it('charges nothing while its merchant is paused, and charges when that is taken back in time', async () => {
    const scene = aScene();
    scene.isMerchantPaused = true;
    const step = await scene.advance(0);
    assert.deepEqual('until' in step && [step.for, step.tries], [
      'an operator, who has paused the merchant',
      0,
    ]);
    assert.equal(scene.charged.size, 0);
    scene.isMerchantPaused = false;
    assert.deepEqual(await scene.advance(2 * DAY), { over: 'paid', tries: 1 });
  });

  it('has missed the period when the pause outlasts its plan', async () => {
    const scene = aScene();
    scene.isMerchantPaused = true;
    await scene.advance(0);
    scene.isMerchantPaused = false;
    assert.deepEqual(await scene.advance(4 * DAY), { over: 'missed', tries: 0 });
    assert.equal(scene.charged.size, 0);
  });

  it('charges nothing while the whole installation is paused', async () => {
    const scene = aScene({}, { paused: true });
    const step = await scene.advance(0);
    assert.equal('until' in step && step.for, 'an operator, who has paused everything');
    assert.equal(scene.charged.size, 0);
  });

  it('makes no payment during a pause for a try that died before it had one', async () => {
    const scene = aScene();
    scene.dieBeforeCharge = true;
    await assert.rejects(scene.advance(0), /died/);
    scene.dieBeforeCharge = false;
    scene.isMerchantPaused = true;
    const step = await scene.advance(60_000);
    assert.deepEqual('until' in step && [step.for, step.tries], [
      'an operator, who has paused the merchant',
      1,
    ]);
    scene.isMerchantPaused = false;
    assert.deepEqual(await scene.advance(DAY), { over: 'paid', tries: 1 });
    assert.equal(scene.charged.size, 1);
  });

  it('has missed the period when a try without a payment outlasts its plan, and gives its cycle free', async () => {
    const scene = aScene();
    scene.dieBeforeCharge = true;
    await assert.rejects(scene.advance(0), /died/);
    scene.dieBeforeCharge = false;
    assert.deepEqual(await scene.advance(4 * DAY), { over: 'missed', tries: 1 });
    assert.equal(scene.charged.size, 0);
    assert.deepEqual(scene.kept().charges, []);
  });

  it('has missed the period when a pause outlasts the plan of its further tries', async () => {
    const scene = aScene();
    scene.word = 'soft';
    await scene.advance(0);
    scene.isMerchantPaused = true;
    assert.ok('until' in (await scene.advance(2 * DAY)));
    scene.isMerchantPaused = false;
    assert.deepEqual(await scene.advance(11 * DAY), { over: 'missed', tries: 1 });
    assert.equal(scene.charged.size, 1);
  });

  it('charges nothing when the agreement has no cycle left', async () => {
    const scene = aScene({ terms: { id: 'gym', type: 'recurring', totalCycles: 0 } });
    assert.deepEqual(await scene.advance(0), { over: 'skipped', tries: 0 });
    assert.equal(scene.charged.size, 0);
  });
});

/** What fails here is meant to. */
const logger = new DefaultLogger('ERROR', () => undefined);

/** An agreement whose first cycle is due, a network that pays by default, and what can go wrong. */
function aScene(given: Partial<Agreement> = {}, { paused = false } = {}) {
  const begun = look(begunBy(anAgreement(given), aWish({ cycles: 3 }), START), START);
  const card = { ...aCard(), token: begun.token };
  const stores = memoryStores([begun], new Map([[card.token, card]]));
  const charged = new Set<string>();
  const told: CustomerNews[] = [];
  let saves = 0;
  const scene = {
    charged,
    told,
    word: 'paid' as ChargeOutcome,
    dieBeforeCharge: false,
    dieAfterCharge: false,
    failSave: 0,
    isHeld: false,
    isMerchantPaused: false,
    kept: (): Agreement => stores.all()[0] ?? begun,
    /** So long after the cycle is charged. */
    advance: (later: number): Promise<Advanced> => {
      const cycle = cycleOf(begun.autopay, PERIOD);
      assert.ok(cycle);
      const now = chargeAt(begun, cycle) + later;
      const { merchantId, uuid } = begun;
      const step = () => activities.advanceCycle({ merchantId, uuid, period: PERIOD, now });
      return new MockActivityEnvironment({}, { logger }).run(step);
    },
  };
  const activities = cycleActivities(
    {
      ...stores,
      merchants: { find: async () => ({ ...aMerchant(), paused: scene.isMerchantPaused }) },
      agreements: {
        ...stores.agreements,
        save: async (agreement) => {
          saves += 1;
          if (saves === scene.failSave) throw new Error('The database is away.');
          return stores.agreements.save(agreement);
        },
      },
    },
    {
      charge: async (_agreement, _cycle, sessionId) => {
        if (scene.dieBeforeCharge) throw new Error('The worker has died.');
        charged.add(sessionId);
        if (scene.dieAfterCharge) throw new Error('The worker has died.');
        return scene.word;
      },
      outcome: async (_agreement, sessionId) => (charged.has(sessionId) ? scene.word : 'untried'),
      arrange: async () => undefined,
      isHeld: async () => scene.isHeld,
      paused,
      tellCustomer: async (news) => void told.push(news),
    },
  );
  return scene;
}
