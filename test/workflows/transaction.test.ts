import assert from 'node:assert/strict';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { aMethod, codeOf } from '../support/builders.ts';
import {
  charged,
  FIRST,
  held,
  ONE_TRY,
  aSubmission,
  said,
  SECOND,
  toldResults,
} from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe('the workflow of a transaction', () => {
  const environment = workflowEnvironment();

  it('is pending from the first view on, and saves nothing for a second one', async () => {
    const { engine, time, start, becomes, document, atRest } = environment();
    const opened = await start();
    const before = await time.now();
    await engine.viewed(opened);
    await becomes(opened, 'pending');
    await engine.viewed(opened);
    await atRest(opened);
    const { version, seenAt = 0 } = document(opened);
    assert.equal(version, 2);
    assert.ok(seenAt >= before && seenAt <= (await time.now()), `${seenAt - before} ms`);
  });

  it('keeps the attempt and its idempotency key before the network hears of them', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const known: unknown[] = [];
    const { open } = world.script;
    world.script.open = (command) => {
      known.push(
        document(opened).attempts.map(({ state, idempotencyKey }) => [state, idempotencyKey]),
      );
      return open(command);
    };
    await pay(opened);
    assert.deepEqual(known, [[['pending', `${opened.sessionId}:${FIRST}:open`]]]);
  });

  it("sends the payer to the network's page and keeps its address", async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const pageUrl = `https://network.example.test/pay/${FIRST}`;
    assert.deepEqual(await pay(opened), { to: 'gateway', pageUrl, referenceNumber: FIRST });
    const { merchantId, sessionId } = opened;
    const { publicUrl, language } = aSubmission();
    assert.deepEqual(world.opens, [
      { merchantId, sessionId, referenceNumber: FIRST, publicUrl, language, isNew: true },
    ]);
    const { state, attempts } = document(opened);
    assert.equal(state, 'pending');
    assert.deepEqual(
      attempts.map((attempt) => [attempt.state, attempt.pageUrl, attempt.gatewayReference]),
      [['pending', pageUrl, `net-${FIRST}`]],
    );
  });

  it('is paid when the network has charged, tells the merchant, and ends', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const { state, attempts, settledAmount, paidAmount, settledPgCode, notice } = document(opened);
    assert.equal(state, 'paid');
    assert.equal(attempts[0]?.state, 'success');
    assert.deepEqual(settledAmount, opened.amount);
    assert.deepEqual(paidAmount, opened.amount);
    assert.equal(settledPgCode, 'card');
    assert.deepEqual(notice, { sequence: 1, referenceNumber: FIRST, status: 'delivered' });
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
    assert.equal(world.webhooks.length, 1);
  });

  it('is authorized when the network only holds the money', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ kind: 'authorize', methods: [aMethod({ kind: 'authorize' })] });
    await pay(opened);
    await engine.report(opened, held());
    assert.equal(await run(opened).result(), 'authorized');
    assert.equal(document(opened).paidAmount, undefined);
    assert.deepEqual(toldResults(world), [['success', 'authorized']]);
  });

  it('is cod as soon as the payer has chosen cash', async () => {
    const { world, start, pay, run, document } = environment();
    const cash = codeOf('cash');
    const opened = await start({
      methods: [aMethod({ pgCode: cash, gateway: 'cash', offline: true })],
    });
    world.script.open = () => ({ step: 'report', report: said('cod') });
    assert.deepEqual(await pay(opened, { pgCode: cash }), { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'cod');
    assert.equal(document(opened).attempts[0]?.state, 'cod');
    assert.deepEqual(toldResults(world), [['cod', 'cod']]);
  });

  it('is attempted after a decline, and paid by the next attempt', async () => {
    const { world, engine, start, pay, run, becomes, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await pay(opened, { referenceNumber: SECOND });
    await engine.report(opened, charged(SECOND));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(states(document(opened)), ['failed', 'success']);
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });

  it('is failed after a decline where one try is all', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods: ONE_TRY });
    await pay(opened);
    await engine.report(opened, said('failed'));
    assert.equal(await run(opened).result(), 'failed');
    assert.deepEqual(toldResults(world), [['failed', 'failed']]);
  });

  it('is attempted when the payer canceled at the gateway and may try again', async () => {
    const { world, engine, start, pay, becomes } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('canceled'));
    await becomes(opened, 'attempted');
    assert.deepEqual(toldResults(world), [['canceled', 'attempted']]);
  });

  it('is expired when the payer canceled at the gateway and one try is all', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods: ONE_TRY });
    await pay(opened);
    await engine.report(opened, said('canceled'));
    assert.equal(await run(opened).result(), 'expired');
    assert.deepEqual(toldResults(world), [['canceled', 'expired']]);
  });

  it('is attempted after an error of the gateway, and failed where one try is all', async () => {
    const { world, engine, start, pay, run, becomes } = environment();
    const patient = await start();
    await pay(patient);
    await engine.report(patient, said('error'));
    await becomes(patient, 'attempted');
    const strict = await start({ methods: ONE_TRY });
    await pay(strict);
    await engine.report(strict, said('error'));
    assert.equal(await run(strict).result(), 'failed');
    assert.deepEqual(toldResults(world), [
      ['error', 'attempted'],
      ['error', 'failed'],
    ]);
  });
});

function states({ attempts }: Transaction) {
  return attempts.map(({ state }) => state);
}
