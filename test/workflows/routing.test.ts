import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NAMESPACE } from '../../dev/servers/time-skipping.ts';
import { choose } from '../../domain/routing/choose.ts';
import { questionOf, type Press } from '../../domain/routing/question.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { submitUpdate } from '../../workflows/messages.ts';
import { resumeOf } from '../../workflows/starts.ts';
import {
  aRoute,
  aRouteMethod,
  around,
  CARD_ROUTE,
  ONE,
  ROUTED_ACCOUNTS,
  TWO,
} from '../domain/routing/builders.ts';
import { aMethod, referenceOf } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { until } from '../support/http.ts';
import { aSubmission, FIRST, gate, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const REFUSED = ApplicationFailure.nonRetryable('The network refuses us.', 'GatewayRefused');
const NEVER_REACHED = ApplicationFailure.nonRetryable('Nobody there.', 'GatewayNeverReached');
const METHODS = [aRouteMethod()];

describe('a press on a route', () => {
  const environment = workflowEnvironment();
  const byRoute = { pgCode: CARD_ROUTE };
  const accounts = (attempts: ReturnType<ReturnType<typeof environment>['document']>['attempts']) =>
    attempts.map(({ pgCode, state }) => [pgCode, state]);

  for (const [ending, fault] of [
    ['refused', REFUSED],
    ['unsent', NEVER_REACHED],
  ] as const)
    it(`goes on to the next account when the first was ${ending}, and tells of both`, async () => {
      const { world, start, pay, document } = environment();
      const opened = await start({ methods: METHODS });
      world.script.choose = led;
      world.script.open = ({ referenceNumber }) => {
        if (referenceNumber === FIRST) throw fault;
        return networkPageOf(referenceNumber);
      };
      const answer = await pay(opened, byRoute);
      assert.equal(answer.to, 'gateway');
      assert.notEqual(answer.referenceNumber, FIRST);
      const { attempts, state } = document(opened);
      assert.equal(state, 'pending');
      assert.deepEqual(accounts(attempts), [
        [ONE, 'error'],
        [TWO, 'pending'],
      ]);
      assert.deepEqual(attempts[1]?.routing?.after, { referenceNumber: FIRST, ending });
      assert.notEqual(attempts[1]?.idempotencyKey, attempts[0]?.idempotencyKey);
      assert.deepEqual(
        world.opens.map(({ goesOn }) => goesOn),
        [true, true],
      );
      await world.until(() => world.webhooks.length > 0);
      assert.deepEqual(toldResults(world), [['error', 'pending']]);
      assert.deepEqual(await pay(opened, byRoute), answer, 'the same press has the same page');
    });

  it('goes on after a soft decline, and not after a hard one', async () => {
    for (const [advice, states] of [
      ['soft', ['failed', 'pending']],
      ['hard', ['failed']],
      ['do-not-retry', ['failed']],
    ] as const) {
      const { world, start, pay, document } = environment();
      const opened = await start({ methods: METHODS });
      world.script.choose = led;
      world.script.open = ({ referenceNumber }) =>
        referenceNumber === FIRST
          ? {
              step: 'report',
              report: {
                referenceNumber,
                outcome: { result: 'failed' },
                decline: { code: 'no', advice },
              },
            }
          : networkPageOf(referenceNumber);
      await pay(opened, byRoute);
      assert.deepEqual(
        document(opened).attempts.map(({ state }) => state),
        states,
      );
    }
  });

  it('is led one after the other where several come in one workflow task, and all of it replays', async () => {
    const { world, engine, time, start, document, history } = environment();
    const opened = await start({ methods: METHODS });
    const task = gate();
    let isHeld = false;
    world.script.beforeKeep = async ({ version }) => {
      if (version !== 2) return;
      isHeld = true;
      await task.passed;
    };
    const asking: string[] = [];
    let most = 0;
    world.script.choose = async (press) => {
      asking.push(press.press);
      // One that is slow is asked again meanwhile, for the same press.
      most = Math.max(most, new Set(asking).size);
      await wait(2100);
      asking.splice(asking.indexOf(press.press), 1);
      return led(press);
    };
    // While a workflow task waits for a save, the presses arrive: the next task has all of them.
    await engine.viewed(opened);
    await world.until(() => isHeld);
    const { workflow } = time.client;
    const references = [FIRST, SECOND, referenceOf('demoTHIRD222')];
    const pressed = references.map((referenceNumber) =>
      workflow.executeUpdateWithStart(submitUpdate, {
        updateId: referenceNumber,
        args: [aSubmission({ ...byRoute, referenceNumber }), undefined],
        startWorkflowOperation: new WithStartWorkflowOperation('transaction', resumeOf(opened)),
      }),
    );
    const workflowExecution = { workflowId: transactionWorkflowId(opened.sessionId) };
    const isThere = (updateId: string) =>
      time.connection.workflowService
        .pollWorkflowExecutionUpdate({
          namespace: NAMESPACE,
          updateRef: { workflowExecution, updateId },
        })
        .then(
          () => true,
          () => false,
        );
    for (const reference of references) await until(reference, () => isThere(reference));
    task.open();
    const answers = await Promise.all(pressed);
    assert.equal(new Set(answers.map(({ ok }) => ok?.referenceNumber)).size, 1);
    assert.deepEqual(accounts(document(opened).attempts), [[ONE, 'pending']]);
    assert.deepEqual([most, world.opens.length], [1, 1]);
    // The third would have had to end in a workflow task that was over by then.
    const scheduled = (await history(opened)).flatMap(
      ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name ?? [],
    );
    assert.ok(scheduled.includes('chooseAccount'), scheduled.join());
  });

  it('goes nowhere else with a card that was typed in the frame of one network', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = led;
    world.script.open = () => {
      throw REFUSED;
    };
    const typed = { ...byRoute, cardReference: 'crd_once' };
    await assert.rejects(pay(opened, typed), { code: 'gateway_error' });
    assert.deepEqual(accounts(document(opened).attempts), [[ONE, 'error']]);
    assert.deepEqual(
      world.opens.map(({ goesOn }) => goesOn),
      [undefined],
    );
  });

  it('is refused to a wallet of the device, with what to name, and nothing is made', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = led;
    await assert.rejects(pay(opened, { ...byRoute, deviceWallet: 'google_pay' }), {
      code: 'validation_error',
      fields: {
        pg_code: [
          'cards is a route, and a wallet of the device is not paid by one: name an account that takes the wallet, and has a place of its own in pg_codes.',
        ],
      },
    });
    assert.deepEqual(document(opened).attempts, []);
  });

  it('never goes on from silence; the next press asks the network first, and stays there while it says nothing', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = led;
    world.script.open = () => {
      throw new Error('no answer');
    };
    world.script.close = () => {
      throw new Error('no answer');
    };
    await assert.rejects(time.skippingUntil(pay(opened, byRoute)), { code: 'gateway_error' });
    const again = { ...byRoute, referenceNumber: SECOND };
    await assert.rejects(time.skippingUntil(pay(opened, again)), { code: 'gateway_error' });
    assert.ok(world.closes.length > 0);
    const { attempts } = document(opened);
    assert.deepEqual(accounts(attempts), [
      [ONE, 'error'],
      [ONE, 'error'],
    ]);
    assert.ok(attempts.every(({ unanswered }) => unanswered));
  });

  it('is free to go elsewhere once the network has never heard of the attempt', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = led;
    const { open } = world.script;
    world.script.open = () => {
      throw new Error('no answer');
    };
    await assert.rejects(time.skippingUntil(pay(opened, byRoute)), { code: 'gateway_error' });
    world.script.open = open;
    world.script.close = () => ({ step: 'unheard-of' });
    const answer = await pay(opened, { ...byRoute, referenceNumber: SECOND });
    assert.equal(answer.to, 'gateway');
    assert.deepEqual(accounts(document(opened).attempts), [
      [ONE, 'error'],
      [TWO, 'pending'],
    ]);
  });

  describe('whose attempt is at an account that cannot take what is chosen now', () => {
    const savesCards = { cvvRequired: false, autoDebit: false };
    const method = aRouteMethod({
      savesCards,
      accounts: [aMethod({ pgCode: ONE }), aMethod({ pgCode: TWO, savesCards })],
    });
    const keeping = { methods: [method], customer: { id: 'sara' } };
    const begun = async ({ world, start, pay }: TestEnvironment) => {
      const opened = await start(keeping);
      world.script.choose = led;
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await pay(opened, byRoute);
      return opened;
    };
    const changed = { ...byRoute, referenceNumber: SECOND, saveCard: true } as const;

    it('leads to one that can, once the page is closed', async () => {
      const { pay, document } = environment();
      const opened = await begun(environment());
      const answer = await pay(opened, changed);
      assert.deepEqual([answer.to, answer.referenceNumber], ['gateway', SECOND]);
      assert.deepEqual(accounts(document(opened).attempts), [
        [ONE, 'canceled'],
        [TWO, 'pending'],
      ]);
      assert.equal(document(opened).attempts[0]?.unanswered, undefined);
    });

    it('leads to one that can where the network says meanwhile that it was declined', async () => {
      for (const at of ['inquire', 'close'] as const) {
        const { world, pay, document } = environment();
        const opened = await begun(environment());
        world.script[at] = ({ referenceNumber }) => ({
          step: 'report',
          report: { referenceNumber, outcome: { result: 'failed' } },
        });
        assert.equal((await pay(opened, changed)).to, 'gateway');
        assert.deepEqual(accounts(document(opened).attempts), [
          [ONE, 'failed'],
          [TWO, 'pending'],
        ]);
      }
    });

    it('leads nowhere while they can still pay there, also where they go on all the same', async () => {
      const { world, pay, document } = environment();
      const opened = await begun(environment());
      world.script.close = () => ({ step: 'unclosable' });
      await assert.rejects(pay(opened, changed), { code: 'page_open' });
      await assert.rejects(pay(opened, { ...changed, replacesOpen: true }), {
        code: 'gateway_error',
      });
      assert.deepEqual(accounts(document(opened).attempts), [[ONE, 'pending']]);
    });

    it('leaves its page open where none can', async () => {
      const { world, pay, document } = environment();
      const opened = await begun(environment());
      world.script.choose = (press) =>
        choose(aRoute(), questionOf(press, around([], { accounts: ROUTED_ACCOUNTS.slice(0, 1) })));
      await assert.rejects(pay(opened, changed), { code: 'gateway_error' });
      assert.deepEqual(world.closes, []);
      assert.deepEqual(accounts(document(opened).attempts), [[ONE, 'pending']]);
    });
  });

  it('ends in an error when every account refuses, each asked once', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = led;
    world.script.open = () => {
      throw REFUSED;
    };
    await assert.rejects(pay(opened, byRoute), { code: 'gateway_error' });
    assert.equal(world.opens.length, 3);
    assert.equal(new Set(document(opened).attempts.map(({ pgCode }) => pgCode)).size, 3);
  });

  it('is refused, and nothing is made, when no account can take it or none can be chosen', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start({ methods: METHODS });
    world.script.choose = () => ({ route: CARD_ROUTE, skipped: [], accounts: [] });
    await assert.rejects(pay(opened, byRoute), { code: 'gateway_error' });
    world.script.choose = () => {
      throw new Error('MongoDB is away.');
    };
    await assert.rejects(time.skippingUntil(pay(opened, { ...byRoute, referenceNumber: SECOND })), {
      code: 'locked',
    });
    assert.deepEqual(document(opened).attempts, []);
    assert.deepEqual(world.opens, []);
  });

  it('is refused to a payer who names an account behind it', async () => {
    const { start, pay } = environment();
    const opened = await start({ methods: METHODS });
    await assert.rejects(pay(opened, { pgCode: ONE }), { code: 'method_not_offered' });
  });
});

function led(press: Press) {
  return choose(aRoute(), questionOf(press, around()));
}
