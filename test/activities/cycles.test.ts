import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { agreementActivities } from '../../activities/agreements.ts';
import { cyclePayments } from '../../activities/cycle-payments.ts';
import { cycleActivities } from '../../activities/cycles.ts';
import type { Advanced, CustomerNews, CyclePayments } from '../../activities/cycle-ports.ts';
import type { ChargeOutcome } from '../../domain/agreement/outcome.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy, endedByMerchant, hurriedUp, paused } from '../../domain/agreement/arrange.ts';
import { cycleOf } from '../../domain/agreement/autopay.ts';
import { isRunning, look, type Running } from '../../domain/agreement/look.ts';
import { chargeAt } from '../../domain/agreement/step.ts';
import { isLate, tooLate } from '../../domain/begin-by.ts';
import { refusalNote } from '../../domain/refusal.ts';
import type { ActivityEngine } from '../../engine/activity-engine.ts';
import type { Store } from '../../store/index.ts';
import {
  memoryClocks,
  memoryStores,
  type MemoryStores,
} from '../../drills/time-travel/memory-stores.ts';
import { anAutopayRequest, aPaidAgreement } from '../domain/agreement/agreements.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import {
  aCard,
  aMerchant,
  anAccount,
  anAttempt,
  aTransaction,
  codeOf,
} from '../support/builders.ts';
import { gate } from '../workflows/support/lines.ts';
import { memoryTransactions } from './support/memory-store.ts';
import { memoryTombstones } from './support/memory-tombstones.ts';

const START = Date.parse('2027-01-01T00:00Z');
const PERIOD = '2027-01-05';
const OTHER = 'tok_other';
const DAY = 24 * 3_600_000;

describe('the payment of a try', () => {
  it('that was removed for good after its decline was made, and no card is charged for it again', async () => {
    const agreement = aScene().kept();
    assert.ok(isRunning(agreement));
    const decline = { code: 'insufficient_funds', advice: 'soft', notBefore: START + DAY } as const;
    const { merchantId } = agreement;
    const attempts = [anAttempt({ state: 'failed', decline })];
    const declined = aTransaction({ merchantId, state: 'failed', attempts });
    const payments = cyclePayments(
      {
        transactions: {
          find: async () => undefined,
          insert: never,
          isTaken: never,
          findByReference: never,
        },
        tombstones: memoryTombstones(tombstoneOf(declined, { now: START })),
        merchants: { find: never },
        gatewayAccounts: { list: never },
      },
      { submit: never, expire: never },
    );
    const { sessionId } = declined;
    assert.equal(await payments.outcome(agreement, sessionId), 'soft');
    assert.equal(await payments.close(agreement, sessionId), 'soft');
    assert.equal(await payments.restUntil(agreement, sessionId), decline.notBefore);
  });
});

describe('a look at an agreement', () => {
  it('locks its card, also where whoever moved it to that died before', async () => {
    const scene = aScene();
    await scene.change((known) => ({ ...known, token: OTHER }));
    await scene.look();
    assert.deepEqual(scene.locked, [OTHER]);
  });

  it('gives the card of one free that has ended, also where whoever ended it died before', async () => {
    const scene = aScene();
    await scene.change((known) => endedByMerchant(known, START));
    await scene.look();
    assert.deepEqual([scene.freed, scene.locked], [1, []]);
  });
});

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
      ['card-refused', 'given-up'],
    );
  });

  it('lets a declined card rest as long as its network has said', async () => {
    const scene = aScene();
    scene.word = 'soft';
    const first = await scene.advance(0);
    assert.ok('until' in first);
    const rested = aScene();
    rested.word = 'soft';
    rested.rest = first.until + 2 * DAY;
    const later = await rested.advance(0);
    assert.equal('until' in later && later.until, rested.rest);
    await rested.advance(2 * DAY);
    assert.equal(rested.charged.size, 1);
    await rested.advance(4 * DAY);
    assert.equal(rested.charged.size, 2);
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
    await scene.diesBeforePayment();
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

  it('charges nothing when another worker has left the period out while its payment was being written', async () => {
    const { scene, slow, moved } = aSlowScene();
    const first = assert.rejects(scene.advance(0), /too slow to charge/);
    await slow.writing.passed;
    await scene.change((known) => paused(known, START));
    assert.deepEqual(await scene.advance(60_000), { over: 'skipped', tries: 0 });
    await wait(HEARTBEAT_TIMEOUT_MS);
    slow.goOn.open();
    await first;
    assert.deepEqual(moved, []);
    assert.deepEqual(scene.kept().charges, []);
  });

  it('is taken anew, and charges once, when its payment was written too slowly', async () => {
    const { scene, slow, moved, transactions } = aSlowScene();
    const first = assert.rejects(scene.advance(0), /too slow to charge/);
    await slow.writing.passed;
    await wait(HEARTBEAT_TIMEOUT_MS);
    slow.goOn.open();
    await first;
    assert.deepEqual(moved, []);
    assert.deepEqual(await scene.advance(0), { over: 'paid', tries: 1 });
    assert.equal(moved.length, 1);
    assert.deepEqual(scene.kept().paid, moved);
    const [sessionId] = scene.kept().paid;
    assert.ok(sessionId);
    const { merchantId } = scene.kept();
    // Its card has to be good for as long as the merchant said at the first payment, where that is less than is usual.
    const payment = await transactions.find({ merchantId, sessionId });
    assert.deepEqual(payment?.cardAcceptanceCriteria, { min_expiry_time: '7' });
  });

  it('has missed the period when a try without a payment outlasts its plan, and gives its cycle free', async () => {
    const scene = aScene();
    await scene.diesBeforePayment();
    assert.deepEqual(await scene.advance(4 * DAY), { over: 'missed', tries: 0 });
    assert.equal(scene.charged.size, 0);
    assert.deepEqual(scene.kept().charges, []);
    assert.deepEqual((await scene.declines()).declined, []);
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

  it('charges nothing for a period whose declined try was paid after all, by whomever', async () => {
    const { scene, first } = await afterTry('soft');
    scene.others.set(first, 'paid');
    assert.deepEqual(await scene.advance(DAY), { over: 'paid', tries: 1 });
    assert.equal(scene.charged.size, 1);
    assert.deepEqual(scene.kept().paid, [first]);
  });

  it('charges nothing where a declined try is paid after all once the next one is promised', async () => {
    for (const later of [DAY + 60_000, 11 * DAY]) {
      const { scene, first } = await afterTry('soft');
      scene.word = 'paid';
      await scene.diesBeforePayment(DAY);
      scene.others.set(first, 'paid');
      assert.deepEqual(await scene.advance(later), { over: 'paid', tries: 1 });
      assert.deepEqual([...scene.charged], [first]);
      assert.deepEqual(scene.kept().paid, [first]);
    }
  });

  it('closes a declined try before it charges the next one, and waits for whoever is paying it', async () => {
    const { scene, first } = await afterTry('soft');
    assert.equal(scene.closed.size, 0);
    scene.others.set(first, 'pending');
    scene.word = 'pending';
    const step = await scene.advance(DAY);
    assert.deepEqual('until' in step && step.for, 'somebody who pays an earlier try');
    assert.deepEqual([...scene.closed], [first]);
    assert.equal(scene.charged.size, 1);
    scene.others.delete(first);
    scene.word = 'paid';
    assert.deepEqual(await scene.advance(2 * DAY), { over: 'paid', tries: 2 });
    assert.equal(scene.charged.size, 2);
  });

  it('gives nothing up that was paid after the last try', async () => {
    const { scene, first } = await afterTry('hard');
    scene.others.set(first, 'paid');
    assert.deepEqual(await scene.advance(8 * DAY), { over: 'paid', tries: 1 });
    assert.equal(scene.kept().state, 'active');
    assert.ok(!scene.told.some(({ news }) => news === 'given-up'));
  });

  for (const [what, change, end] of [
    ['the agreement was ended', (known) => endedByMerchant(known, START), 'skipped'],
    ['charging was paused', (known) => paused(known, START), 'skipped'],
  ] as const satisfies readonly (readonly [string, (known: Running) => Agreement, string])[])
    it(`makes no payment for a try that died before it had one, when ${what} since`, async () => {
      const scene = aScene();
      await scene.diesBeforePayment();
      await scene.change(change);
      assert.deepEqual(await scene.advance(60_000), { over: end, tries: 0 });
      assert.equal(scene.charged.size, 0);
      assert.deepEqual(scene.kept().charges, []);
      assert.deepEqual((await scene.declines()).declined, []);
    });

  it('charges the new card, by a try of its own, when the card was changed before a try had a payment', async () => {
    const scene = aScene();
    await scene.diesBeforePayment();
    await scene.change((known) => ({ ...known, token: OTHER, pgCode: codeOf('other') }));
    assert.deepEqual(await scene.advance(60_000), { over: 'paid', tries: 1 });
    // The card of the former account was never tried.
    assert.deepEqual((await scene.declines()).declined, []);
    const [cycle] = scene.kept().autopay?.history ?? [];
    assert.deepEqual(
      cycle?.tries.map(({ token }) => token),
      [OTHER],
    );
  });

  it('leaves nothing behind of a try that could not be written down before the period was left out', async () => {
    const scene = aScene();
    scene.failSave = 1;
    await assert.rejects(scene.advance(0), /away/);
    assert.equal(scene.kept().charges.length, 1, 'it was reserved');
    await scene.change((known) => endedByMerchant(known, START));
    assert.deepEqual(await scene.advance(60_000), { over: 'skipped', tries: 0 });
    assert.deepEqual(scene.kept().charges, []);
    assert.deepEqual((await scene.declines()).declined, []);
  });

  it('leaves nothing behind of one that could not be written down before an earlier one was paid after all', async () => {
    const { scene, first } = await afterTry('soft');
    scene.failSave = scene.saves() + 1;
    await assert.rejects(scene.advance(DAY), /away/);
    assert.equal(scene.kept().charges.length, 1, 'it was reserved');
    scene.others.set(first, 'paid');
    assert.deepEqual(await scene.advance(DAY + 60_000), { over: 'paid', tries: 1 });
    assert.deepEqual(scene.kept().charges, [first]);
    const { declined } = await scene.declines();
    assert.equal(declined.length, 1, 'the first one was declined');
  });

  it('does not charge a card of which its network has said meanwhile that it must not be tried', async () => {
    const scene = aScene();
    await scene.diesBeforePayment();
    await scene.forbid();
    assert.ok('until' in (await scene.advance(60_000)));
    assert.equal(scene.charged.size, 0);
    assert.deepEqual(
      scene.told.map(({ news }) => news),
      ['card-needed'],
    );
  });

  it('waits for an account that takes no such charge, tells nobody of a decline, and ends nothing', async () => {
    const scene = aScene();
    scene.isPossible = false;
    const step = await scene.advance(0);
    assert.deepEqual('until' in step && step.for, 'its account, which takes no such charge now');
    scene.isPossible = true;
    assert.deepEqual(await scene.advance(2 * DAY), { over: 'paid', tries: 1 });

    const late = aScene();
    late.isPossible = false;
    await late.advance(0);
    assert.deepEqual(await late.advance(4 * DAY), { over: 'missed', tries: 0 });
    assert.equal(late.kept().state, 'active');
    for (const { told } of [scene, late]) assert.deepEqual(told, []);
  });

  it('misses a hurried period, too, when its account takes nothing until long after it was due', async () => {
    const scene = aScene();
    await scene.change((known) => hurriedUp(known, PERIOD, START));
    scene.isPossible = false;
    assert.ok('until' in (await scene.advance(-DAY)));
    assert.ok('until' in (await scene.advance(2 * DAY)));
    assert.deepEqual(await scene.advance(4 * DAY), { over: 'missed', tries: 0 });
    assert.equal(scene.charged.size, 0);
  });

  it('tries again after a fault that is not of the card, tells nobody, and counts no decline', async () => {
    const scene = aScene();
    scene.word = 'error';
    const step = await scene.advance(0);
    assert.ok('until' in step && step.for === 'try 2', JSON.stringify(step));
    assert.deepEqual(scene.told, []);
    assert.deepEqual((await scene.declines()).declined, []);
    assert.deepEqual(scene.kept().charges, []);
    scene.word = 'paid';
    assert.ok('until' in (await scene.advance(DAY / 4 - 1)));
    assert.deepEqual(await scene.advance(DAY / 4), { over: 'paid', tries: 2 });
    assert.equal(scene.charged.size, 2);
  });

  it('has missed the period, and ends nothing, when such a fault lasts', async () => {
    const scene = aScene();
    scene.word = 'error';
    for (let hours = 0; hours <= 72; hours += 6) await scene.advance(hours * (DAY / 24));
    assert.deepEqual(await scene.advance(4 * DAY), { over: 'missed', tries: 13 });
    assert.equal(scene.kept().state, 'active');
    assert.deepEqual(scene.told, []);
  });

  it('gives the card of an ended agreement free, also when it died before that', async () => {
    const scene = aScene();
    scene.word = 'do-not-retry';
    await scene.advance(0);
    scene.failEnd = 1;
    await assert.rejects(scene.advance(8 * DAY), /away/);
    assert.equal(scene.freed, 0);
    assert.deepEqual(await scene.advance(8 * DAY), { over: 'failed', tries: 1 });
    assert.equal(scene.freed, 1);
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
/** A cycle whose first try was declined like this, and the session of that try. */
async function afterTry(word: 'soft' | 'hard') {
  const scene = aScene();
  scene.word = word;
  await scene.advance(0);
  const [first = ''] = scene.charged;
  return { scene, first };
}

/** Short, so that a step is soon too slow. */
const HEARTBEAT_TIMEOUT_MS = 400;

/** A cycle whose payments are made as they are in production; the first one waits while it is written until it may go on. */
function aSlowScene() {
  const moved: string[] = [];
  const { merchantId: owner, firstSessionId } = aPaidAgreement();
  const cardAcceptanceCriteria = { min_expiry_time: '7' };
  const firstPayment = { merchantId: owner, sessionId: firstSessionId, cardAcceptanceCriteria };
  const transactions = memoryTransactions(aTransaction(firstPayment));
  const slow = { writing: gate(), goOn: gate() };
  let isFirst = true;
  const scene = aScene(
    {},
    {
      paymentsOn: ({ agreements }) => {
        return cyclePayments(
          {
            transactions: {
              ...transactions,
              insert: async (transaction) => {
                if (isFirst) {
                  isFirst = false;
                  slow.writing.open();
                  await slow.goOn.passed;
                }
                return transactions.insert(transaction);
              },
            },
            tombstones: memoryTombstones(),
            merchants: { find: async (id) => aMerchant({ id }) },
            gatewayAccounts: {
              list: async (merchantId) => {
                const code = aPaidAgreement().pgCode;
                const can = { tokenizable: true, autoDebit: true };
                return [anAccount({ merchantId, code, sandbox: true, ...can })];
              },
            },
          },
          { submit: chargedAtOnce({ agreements, transactions, moved }), expire: never },
        );
      },
    },
  );
  return { scene, slow, moved, transactions };
}

/** As a payment's run does it: late commands are refused, and what the agreement does not allow; then the network moves money. */
function chargedAtOnce({
  agreements,
  transactions,
  moved,
}: {
  readonly agreements: MemoryStores['agreements'];
  readonly transactions: Pick<Store['transactions'], 'save' | 'byAgreement'>;
  readonly moved: string[];
}): ActivityEngine['submit'] {
  const counting = agreementActivities({
    agreements,
    transactions,
    merchants: { find: async (id) => aMerchant({ id }) },
    clocks: memoryClocks(),
  });
  return async (transaction, { charge, pgCode, referenceNumber }, { beginBy }) => {
    if (isLate(beginBy, Date.now())) return refusalNote(tooLate());
    const { merchantId, sessionId, customer, amount, version } = transaction;
    const { token = '', agreementUuid: uuid = '' } = charge ?? {};
    const card = { merchantId, customerId: customer.id ?? '', sandbox: true, pgCode, token };
    const now = Date.now();
    const { refused } = await counting.reserveCharge({
      card,
      amount,
      now,
      sessionId,
      uuid,
      isNew: true,
    });
    if (refused) return refused;
    moved.push(sessionId);
    const attempts = [anAttempt({ referenceNumber, state: 'success' })];
    await transactions.save({ ...transaction, version: version + 1, state: 'paid', attempts });
    return undefined;
  };
}

function aScene(
  given: Partial<Agreement> = {},
  {
    paused = false,
    paymentsOn,
  }: {
    readonly paused?: boolean;
    /** Payments that stand in the place of a network that says what the scene says. */
    readonly paymentsOn?: (stores: MemoryStores) => CyclePayments;
  } = {},
) {
  const begun = look(begunBy(aPaidAgreement(given), anAutopayRequest({ cycles: 3 }), START), START);
  const card = { ...aCard(), token: begun.token };
  const stores = memoryStores(
    [begun],
    new Map([card, { ...card, token: OTHER }].map((one) => [one.token, one])),
  );
  const charged = new Set<string>();
  const closed = new Set<string>();
  /** Of sessions that somebody else has paid, or is paying. */
  const others = new Map<string, ChargeOutcome>();
  const words = new Map<string, ChargeOutcome>();
  const outcome = (session: string): ChargeOutcome => {
    const said = others.get(session) ?? words.get(session) ?? 'untried';
    return said === 'pending' ? scene.word : said;
  };
  const told: CustomerNews[] = [];
  let saves = 0;
  const scene = {
    charged,
    closed,
    others,
    told,
    word: 'paid' as ChargeOutcome,
    rest: undefined as number | undefined,
    dieBeforeCharge: false,
    dieAfterCharge: false,
    failSave: 0,
    isHeld: false,
    isMerchantPaused: false,
    isPossible: true,
    failEnd: 0,
    /** How often an agreement that has ended has given its card free. */
    freed: 0,
    /** The cards that were locked. */
    locked: [] as string[],
    look: () => {
      const { merchantId, uuid } = begun;
      const look = () => activities.lookAtAgreement({ merchantId, uuid, now: START });
      return new MockActivityEnvironment({}, { logger }).run(look);
    },
    /** A try is promised, and the worker dies before that has a payment. */
    diesBeforePayment: async (later = 0): Promise<void> => {
      scene.dieBeforeCharge = true;
      await assert.rejects(scene.advance(later), /died/);
      scene.dieBeforeCharge = false;
    },
    /** The merchant changes the agreement, whatever its cycle is doing. */
    change: async (rule: (known: Running) => Agreement): Promise<void> => {
      const known = scene.kept();
      assert.ok(isRunning(known));
      assert.ok(await stores.agreements.save(rule(known)));
    },
    saves: () => saves,
    /** Another agreement is told by the network that its card must not be tried any more. */
    forbid: () => stores.cardTries.forbid(begun),
    declines: (token = card.token) => stores.cardTries.standing({ ...begun, token }),
    kept: (): Agreement => stores.all()[0] ?? begun,
    /** So long after the cycle is charged. */
    advance: (later: number): Promise<Advanced> => {
      const cycle = cycleOf(begun.autopay, PERIOD);
      assert.ok(cycle);
      const now = chargeAt(begun, cycle) + later;
      const { merchantId, uuid } = begun;
      const step = () => activities.advanceCycle({ merchantId, uuid, period: PERIOD, now });
      const info = { ...(paymentsOn && { heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS }) };
      return new MockActivityEnvironment(info, { logger }).run(step);
    },
  };
  const activities = cycleActivities(
    {
      ...stores,
      merchants: { find: async () => ({ ...aMerchant(), paused: scene.isMerchantPaused }) },
      agreements: {
        ...stores.agreements,
        end: async (ref, now) => {
          if (scene.failEnd > 0) {
            scene.failEnd -= 1;
            throw new Error('The database is away.');
          }
          scene.freed += 1;
          return stores.agreements.end(ref, now);
        },
        lock: async () => void scene.locked.push(scene.kept().token),
        save: async (agreement) => {
          saves += 1;
          if (saves === scene.failSave) throw new Error('The database is away.');
          return stores.agreements.save(agreement);
        },
      },
    },
    {
      charge: async (_agreement, _cycle, { sessionId }) => {
        if (scene.dieBeforeCharge) throw new Error('The worker has died.');
        charged.add(sessionId);
        words.set(sessionId, scene.word);
        if (scene.dieAfterCharge) throw new Error('The worker has died.');
        return scene.word;
      },
      outcome: async (_agreement, sessionId) => outcome(sessionId),
      restUntil: async () => scene.rest,
      close: async (_agreement, sessionId) => {
        closed.add(sessionId);
        return outcome(sessionId);
      },
      isPossible: async () => scene.isPossible,
      ...paymentsOn?.(stores),
      arrange: async () => undefined,
      isHeld: async () => scene.isHeld,
      paused,
      tellCustomer: async (news) => void told.push(news),
    },
  );
  return scene;
}

async function never(): Promise<never> {
  assert.fail('Nothing is charged.');
}
