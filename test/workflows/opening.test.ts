import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { Refusal } from '../../domain/refusal.ts';
import { aMethod, codeOf, kwd } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, gate, ONE_TRY, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const REFUSED = ApplicationFailure.nonRetryable('The network refuses us.', 'GatewayRefused');

describe('opening the page of a gateway', () => {
  const environment = workflowEnvironment();

  it('happens once when the payer presses twice, one after the other', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const first = await pay(opened);
    const second = await pay(opened, { referenceNumber: SECOND });
    assert.deepEqual(second, first);
    assert.equal(world.opens.length, 1);
    assert.equal(document(opened).attempts.length, 1);
  });

  it('happens once when the payer presses in two tabs at the same time', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const network = gate();
    world.script.open = async ({ referenceNumber }) => {
      await network.passed;
      return networkPageOf(referenceNumber);
    };
    const presses = [pay(opened), pay(opened, { referenceNumber: SECOND }), pay(opened)];
    await world.until(() => world.opens.length > 0);
    network.open();
    const answers = await Promise.all(presses);
    const attempt = document(opened).attempts[0]?.referenceNumber;
    assert.deepEqual(
      answers.map(({ to, referenceNumber }) => [to, referenceNumber]),
      answers.map(() => ['gateway', attempt]),
    );
    assert.equal(world.opens.length, 1);
    assert.equal(document(opened).attempts.length, 1);
  });

  it('is tried three times before it is given up', async () => {
    const { world, time, start, pay } = environment();
    const opened = await start();
    world.script.open = () => {
      throw new Error('no answer');
    };
    await assert.rejects(time.skippingUntil(pay(opened)), Refusal);
    assert.equal(world.opens.length, 3);
  });

  it('asks again with the same attempt and ends well when the second try succeeds', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start();
    world.script.open = ({ referenceNumber }) => {
      if (world.opens.length === 1) throw new Error('no answer');
      return networkPageOf(referenceNumber);
    };
    const answer = await time.skippingUntil(pay(opened));
    assert.equal(answer.to, 'gateway');
    assert.deepEqual(world.opens[1], world.opens[0]);
    assert.equal(document(opened).attempts.length, 1);
  });

  it('that fails ends the attempt in error, tells the merchant, and lets the payer try again', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    const { open } = world.script;
    world.script.open = () => {
      throw REFUSED;
    };
    await assert.rejects(
      pay(opened),
      (error) => error instanceof Refusal && error.code === 'gateway_error',
    );
    assert.equal(world.opens.length, 1);
    const { state, attempts } = document(opened);
    assert.deepEqual([state, attempts[0]?.state], ['pending', 'error']);
    assert.deepEqual(toldResults(world), [['error', 'pending']]);
    world.script.open = open;
    await pay(opened, { referenceNumber: SECOND });
    await engine.report(opened, charged(SECOND));
    assert.equal(await run(opened).result(), 'paid');
  });

  it('that fails is said to the payer while the merchant is still being called', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    world.script.open = () => {
      throw REFUSED;
    };
    await assert.rejects(pay(opened), { code: 'gateway_error' });
    assert.equal(document(opened).notice?.status, 'pending');
    merchant.open();
    await world.until(() => document(opened).notice?.status === 'delivered');
    assert.equal(world.webhooks.length, 1);
  });

  for (const [what, fault] of [
    ['refused', REFUSED],
    ['unknown', new Error('no answer')],
  ] as const)
    it(`is asked for again by the same press, as the same attempt, when the answer was ${what}`, async () => {
      const { world, engine, time, start, pay, run, document } = environment();
      const opened = await start();
      const { open } = world.script;
      world.script.open = () => {
        throw fault;
      };
      await assert.rejects(time.skippingUntil(pay(opened)), { code: 'gateway_error' });
      await assert.rejects(time.skippingUntil(pay(opened)), { code: 'gateway_error' });
      world.script.open = open;
      const answer = await pay(opened);
      assert.deepEqual([answer.to, answer.referenceNumber], ['gateway', FIRST]);
      const [first, ...others] = world.opens;
      assert.ok(first);
      const { isNew, ...again } = first;
      assert.equal(isNew, true);
      assert.deepEqual(others.at(-1), { ...again, askFirst: true });
      const { attempts, state } = document(opened);
      assert.deepEqual(
        [state, attempts.map((attempt) => [attempt.referenceNumber, attempt.state])],
        ['pending', [[FIRST, 'pending']]],
      );
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'paid');
    });

  it('asked for again, which the gateway says was paid meanwhile, waits for no merchant', async () => {
    const { world, time, start, pay, run, document } = environment();
    const opened = await start();
    world.script.open = () => {
      throw new Error('no answer');
    };
    await assert.rejects(time.skippingUntil(pay(opened)), { code: 'gateway_error' });
    await world.until(() => document(opened).notice?.status === 'delivered');
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    world.script.open = () => ({ step: 'report', report: charged() });
    assert.deepEqual(await pay(opened), { to: 'result', referenceNumber: FIRST });
    assert.deepEqual(
      [document(opened).state, document(opened).notice?.status],
      ['paid', 'pending'],
    );
    merchant.open();
    assert.equal(await run(opened).result(), 'paid');
  });

  it('is not asked for again by an old press once the payer has begun another attempt', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const { open } = world.script;
    world.script.open = () => {
      throw REFUSED;
    };
    await assert.rejects(pay(opened), { code: 'gateway_error' });
    world.script.open = open;
    await pay(opened, { referenceNumber: SECOND });
    assert.deepEqual(await pay(opened), { to: 'result', referenceNumber: FIRST });
    assert.equal(world.opens.length, 2);
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['error', 'pending'],
    );
  });

  for (const [what, change] of [
    ['amount', { amount: kwd('20') }],
    ['methods', { pgCodes: [codeOf('other')], methods: [aMethod({ pgCode: codeOf('other') })] }],
  ] as const)
    it(`is not asked for again by the same press when the merchant has changed the ${what} since`, async () => {
      const { world, start, pay, edit, document } = environment();
      const opened = await start();
      const { open } = world.script;
      world.script.open = () => {
        throw REFUSED;
      };
      await assert.rejects(pay(opened), { code: 'gateway_error' });
      world.script.open = open;
      await edit(opened, change);
      assert.deepEqual(await pay(opened), { to: 'result', referenceNumber: FIRST });
      assert.equal(world.opens.length, 1);
      assert.equal(document(opened).attempts[0]?.state, 'error');
    });

  it('that fails fails the transaction where one try is all', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start({ methods: ONE_TRY });
    world.script.open = () => {
      throw REFUSED;
    };
    await assert.rejects(
      pay(opened),
      (error) => error instanceof Refusal && error.code === 'gateway_error',
    );
    assert.equal(await run(opened).result(), 'failed');
    assert.equal(document(opened).attempts[0]?.state, 'error');
    assert.deepEqual(toldResults(world), [['error', 'failed']]);
  });

  it('gives way to a callback that came before it', async () => {
    const { world, engine, start, pay, becomes, run, document } = environment();
    const opened = await start();
    const network = gate();
    world.script.open = async ({ referenceNumber }) => {
      await network.passed;
      return networkPageOf(referenceNumber);
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);
    await engine.report(opened, charged());
    await becomes(opened, 'paid');
    network.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).state, 'paid');
    assert.equal(document(opened).attempts[0]?.state, 'success');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('that fails after the callback of its success leaves the transaction paid, and the payer sees so', async () => {
    const { world, engine, start, pay, becomes, run, document } = environment();
    const opened = await start();
    const network = gate();
    world.script.open = async () => {
      await network.passed;
      throw REFUSED;
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);
    await engine.report(opened, charged());
    await becomes(opened, 'paid');
    network.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).attempts[0]?.state, 'success');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('of a transaction that the merchant cancels meanwhile leads nobody to the gateway', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    const network = gate();
    world.script.open = async ({ referenceNumber }) => {
      await network.passed;
      return networkPageOf(referenceNumber);
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);
    await engine.cancel(opened, SECOND);
    network.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'canceled');
  });
});
