import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { aMethod } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, gate, said, SECOND, toldResults, WALLET } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

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

  it('has pages wait within a minute where the page has outlived the time to pay, and the plan asks again', async () => {
    const { world, time, engine, document, run } = environment();
    const opened = await outlived(environment());
    world.script.inquire = () => {
      throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
    };
    await engine.returned(opened, FIRST);
    const began = await time.now();
    const isProcessing = () => document(opened).attempts[0]?.processing === true;
    await time.skippingUntil(world.until(isProcessing));
    assert.ok((await time.now()) - began < 60_000);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await time.skip(31 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(document(opened).alerts, []);
  });

  describe('about an attempt of which no plan asks any more', () => {
    it('has pages wait, and calls a person where the network does not say', async () => {
      const { world, engine, document } = environment();
      const opened = await openToTheEnd(environment());
      silent(environment());
      await engine.returned(opened, FIRST);
      await world.until(() => document(opened).alerts.length > 0);
      const { alerts, attempts } = document(opened);
      assert.deepEqual(
        alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
        [['manual-action-required', FIRST]],
      );
      assert.match(alerts[0]?.detail ?? '', /has not decided it/);
      assert.deepEqual([attempts[0]?.state, attempts[0]?.processing], ['pending', true]);
    });

    it('calls nobody where the network decides it meanwhile', async () => {
      const { world, engine, document } = environment();
      const opened = await openToTheEnd(environment());
      const before = world.inquiries.length;
      world.script.inquire = async () => {
        if (world.inquiries.length === before + 2) {
          await engine.report(opened, said('failed'));
          await world.until(() => document(opened).attempts[0]?.state === 'failed');
        }
        throw ApplicationFailure.nonRetryable('No such account.', 'GatewayRefused');
      };
      await engine.returned(opened, FIRST);
      await world.until(() => document(opened).attempts[0]?.state === 'failed');
      await engine.cancel(opened, SECOND);
      assert.deepEqual(document(opened).alerts, []);
      assert.equal(world.inquiries.length, before + 2);
    });

    it('is asked for as long as nobody else would', async () => {
      const { world, time, engine, becomes, document } = environment();
      const opened = await openToTheEnd(environment());
      const before = world.inquiries.length;
      world.script.inquire = () => {
        // Two minutes and more.
        if (world.inquiries.length < before + 20)
          throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
        return { step: 'report', report: charged() };
      };
      await engine.returned(opened, FIRST);
      await time.skippingUntil(becomes(opened, 'paid'));
      assert.deepEqual(document(opened).alerts, []);
    });
  });

  it('is not forgotten where the payment expires while the network gives no answer to what it says of an open page', async () => {
    const { world, time, engine, start, pay, run, becomes, document } = environment();
    const methods = [aMethod({ inquiry: DEFAULT_INQUIRY })];
    const opened = await start({ methods, expirationSeconds: 30 * 60 });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await time.skip(28 * 60_000);
    silent(environment());
    await engine.returned(opened, FIRST);
    await time.skippingUntil(world.until(() => document(opened).attempts[0]?.processing === true));
    await time.skip(2 * 60_000);
    await becomes(opened, 'expired');
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await time.skip(31 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
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

/** The network has last said that the page is open, and the payment has expired with that. */
async function outlived({ world, time, start, pay, run, document }: TestEnvironment) {
  const methods = [aMethod({ inquiry: DEFAULT_INQUIRY })];
  const opened = await start({ methods, expirationSeconds: 30 * 60 });
  await pay(opened);
  world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
  await time.skip(31 * 60_000);
  assert.equal(await run(opened).result(), 'expired');
  assert.equal(document(opened).attempts[0]?.state, 'pending');
  return opened;
}

/** The plan has asked for the last time, and heard that the page is open; the payment may still be paid. */
async function openToTheEnd({ world, time, start, pay, document }: TestEnvironment) {
  const methods = [aMethod({ inquiry: DEFAULT_INQUIRY })];
  const opened = await start({ methods, expirationSeconds: 3 * 24 * 3600 });
  await pay(opened);
  world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
  await time.skip(1000 * (DEFAULT_INQUIRY.giveUpAfterSeconds + 3600));
  assert.equal(document(opened).attempts[0]?.state, 'pending');
  return opened;
}

function silent({ world }: TestEnvironment): void {
  world.script.inquire = () => {
    throw ApplicationFailure.nonRetryable('No such account.', 'GatewayRefused');
  };
}
