import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { aMethod } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, gate, said, SECOND, toldResults, WALLET } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe("the return of the payer's browser", () => {
  const environment = workflowEnvironment();

  it('makes us ask the network, whose word then counts', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await engine.returned(opened, FIRST);
    assert.equal(await run(opened).result(), 'paid');
    const { merchantId } = opened;
    const { createdAt: askedAt, gatewayReference } = document(opened).attempts[0] ?? {};
    const names = { referenceNumber: FIRST, gatewayReference, askedAt };
    assert.deepEqual(world.inquiries, [{ merchantId, pgCode: 'card', ...names }]);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('gives the network what the browser has brought back from it', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await engine.returned(opened, FIRST, { redirectResult: 'X1' });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(world.inquiries[0]?.brought, { redirectResult: 'X1' });
  });

  it('is no evidence: while the network waits for the payer, nothing changes', async () => {
    const { world, engine, start, pay, atRest, document } = environment();
    const opened = await start();
    await pay(opened);
    const { version } = document(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await engine.returned(opened, FIRST);
    await world.until(() => world.inquiries.length === 1);
    await atRest(opened);
    assert.equal(document(opened).version, version);
    assert.deepEqual(toldResults(world), []);
  });

  for (const [state, alert] of [
    ['paid', undefined],
    ['canceled', 'late-money'],
  ] as const)
    it(`asks about an attempt that had ended without success, whose money counts: ${state}`, async () => {
      const { world, engine, start, pay, becomes, atRest, document } = environment();
      const opened = await start();
      await pay(opened);
      await engine.report(opened, said('failed'));
      await becomes(opened, 'attempted');
      if (state === 'canceled') await engine.cancel(opened, FIRST);
      // What a browser has brought is for an attempt that is under way.
      await engine.returned(opened, FIRST, { redirectResult: 'X1' });
      await atRest(opened);
      assert.equal(world.inquiries.length, 0);
      world.script.inquire = () => ({ step: 'report', report: charged() });
      await engine.returned(opened, FIRST);
      await world.until(() => document(opened).attempts[0]?.state === 'success');
      assert.equal(document(opened).state, state);
      assert.equal(document(opened).alerts[0]?.kind, alert);
      assert.equal(world.inquiries.length, 1);
    });

  for (const who of ['is canceled by the merchant', 'pays otherwise'] as const)
    it(`gives the network nothing of an attempt that we gave up, by which it would take money: of who ${who}`, async () => {
      const { world, engine, start, pay, atRest, document } = environment();
      const opened = await start({ methods: [aMethod(), aMethod({ pgCode: WALLET })] });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script.close = world.script.inquire;
      if (who === 'pays otherwise')
        await pay(opened, { pgCode: WALLET, referenceNumber: SECOND, replacesOpen: true });
      else await engine.cancel(opened, SECOND);
      const [attempt] = document(opened).attempts;
      assert.deepEqual([attempt?.state, attempt?.unanswered], ['canceled', true]);
      const asked = world.inquiries.length;
      world.script.inquire = () => ({ step: 'report', report: charged() });
      await engine.returned(opened, FIRST, { redirectResult: 'X1' });
      await atRest(opened);
      assert.equal(world.inquiries.length, asked);
      assert.equal(document(opened).attempts[0]?.state, 'canceled');
    });

  it('asks about it for as long as nobody else would, and calls a person where the network does not say', async () => {
    const { world, engine, start, pay, becomes, document, time } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    world.script.inquire = () => {
      throw ApplicationFailure.nonRetryable('No such account.', 'GatewayRefused');
    };
    for (let ring = 0; ring < 2; ring += 1) await engine.returned(opened, FIRST);
    await world.until(() => world.inquiries.length === 2 && document(opened).alerts.length > 0);
    world.script.inquire = () => {
      if (world.inquiries.length < 12)
        throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
      return { step: 'report', report: charged() };
    };
    await engine.returned(opened, FIRST);
    await time.skippingUntil(becomes(opened, 'paid'));
    assert.deepEqual(
      document(opened).alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
      [['manual-action-required', FIRST]],
    );
  });

  it('asks nobody when the transaction is paid and its run has ended', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    await engine.returned(opened, FIRST);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.inquiries.length, 0);
  });

  it('leaves the attempt as it is when the network gives no answer for a minute', async () => {
    const { world, time, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    world.script.inquire = () => {
      throw new Error('no answer');
    };
    await engine.returned(opened, FIRST);
    await world.until(() => world.inquiries.length > 0);
    await time.skip(61_000);
    assert.ok(world.inquiries.length > 3);
    assert.equal(document(opened).attempts[0]?.state, 'pending');
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  it('counts once together with a callback that comes during the inquiry', async () => {
    const { world, engine, start, pay, becomes, run } = environment();
    const opened = await start();
    await pay(opened);
    const network = gate();
    world.script.inquire = async () => {
      await network.passed;
      return { step: 'report', report: charged() };
    };
    await engine.returned(opened, FIRST);
    await world.until(() => world.inquiries.length === 1);
    await engine.report(opened, charged());
    await becomes(opened, 'paid');
    network.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
    assert.equal(world.webhooks.length, 1);
  });
});
