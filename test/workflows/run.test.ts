import assert from 'node:assert/strict';
import { documentRefused } from '../../activities/failures.ts';
import { Refusal } from '../../domain/refusal.ts';
import { transactionQuery } from '../../workflows/messages.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { aTransaction, codeOf, DAY_MS, sessionOf } from '../support/builders.ts';
import { charged, FIRST, gate, aSubmission, said, SECOND, toldResults } from './support/lines.ts';
import { failedTasks, workflowEnvironment } from './support/environment.ts';

/** The goal for a payment with one attempt and one webhook (contract/engine#runs). */
const MOST_EVENTS = 40;

describe('a run of the transaction workflow', () => {
  const environment = workflowEnvironment();

  it('ends only when the merchant has answered and the answer is saved', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered_stay' as const;
    };
    await pay(opened);
    await engine.report(opened, charged());
    await world.until(() => world.webhooks.length === 1);
    assert.equal(document(opened).state, 'paid');
    assert.equal((await run(opened).describe()).status.name, 'RUNNING');
    merchant.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'delivered_stay');
  });

  it('ends only when a payer who is waiting for a page has an answer', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    const network = gate();
    const { open } = world.script;
    world.script.open = async (command) => {
      await network.passed;
      return open(command);
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);
    await engine.report(opened, charged());
    await world.until(() => world.webhooks.length === 1);
    assert.equal((await run(opened).describe()).status.name, 'RUNNING');
    network.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'paid');
  });

  it('answers refusals as values, so that no workflow task fails and the next command is heard', async () => {
    const { engine, start, pay, run, history } = environment();
    const opened = await start();
    const unknown = pay(opened, { pgCode: codeOf('unheard') });
    await assert.rejects(unknown, (error) => error instanceof Refusal);
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    for (const command of [
      () => pay(opened, { referenceNumber: SECOND }),
      () => engine.cancel(opened, SECOND),
    ])
      await assert.rejects(
        command(),
        (error) => error instanceof Refusal && error.code === 'invalid_state',
      );
    await run(opened).result();
    assert.deepEqual(failedTasks(await history(opened)), []);
  });

  it('answers commands that come together when its run has ended', async () => {
    const { engine, start, run } = environment();
    const opened = await start();
    await engine.cancel(opened, SECOND);
    await run(opened).result();
    const commands = [1, 2, 3].map(() => engine.cancel(opened, SECOND));
    for (const outcome of await Promise.allSettled(commands)) {
      assert.equal(outcome.status, 'rejected');
      assert.ok(outcome.reason instanceof Refusal, String(outcome.reason));
    }
  });

  it('saves each version once, one after the other, whatever comes at the same time', async () => {
    const { world, engine, start, pay, run, becomes, document } = environment();
    const opened = await start();
    await Promise.all([
      engine.viewed(opened),
      pay(opened),
      engine.viewed(opened),
      engine.returned(opened, FIRST),
    ]);
    await Promise.all([
      engine.report(opened, said('failed')),
      engine.report(opened, said('failed')),
    ]);
    await becomes(opened, 'attempted');
    await pay(opened, { referenceNumber: SECOND });
    await Promise.all([
      engine.report(opened, charged(SECOND)),
      engine.report(opened, said('failed', FIRST)),
      engine.returned(opened, SECOND),
    ]);
    assert.equal(await run(opened).result(), 'paid');
    const versions = world.versions(opened.sessionId);
    assert.deepEqual(
      versions,
      versions.map((_, index) => index + 1),
    );
    assert.equal(document(opened).version, versions.length);
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });

  it('tries a save again until the database takes it', async () => {
    const { world, engine, start, run, document } = environment();
    const opened = await start();
    let outages = 2;
    world.script.beforeKeep = () => {
      outages -= 1;
      if (outages >= 0) throw new Error('The database is gone.');
    };
    await engine.cancel(opened, SECOND);
    assert.equal(outages < 0, true);
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(document(opened).state, 'canceled');
    assert.deepEqual(toldResults(world), [['canceled', 'canceled']]);
  });

  it('waits while the database refuses its document, and goes on once a worker can write it', async () => {
    const { world, time, start, run, document } = environment();
    const opened = await start();
    let refusals = 5;
    world.script.beforeKeep = () => {
      refusals -= 1;
      const refused = { fields: ['stranger'], why: 'is not in schema' };
      if (refusals >= 0) throw documentRefused('transaction a1', refused, '1 minute');
    };
    await time.skip(DAY_MS);
    assert.equal(await time.skippingUntil(run(opened).result()), 'expired');
    assert.equal(document(opened).state, 'expired');
    const waited = (await time.now()) - opened.createdAt - DAY_MS;
    assert.ok(waited >= 4 * 60_000, `It was tried again after ${waited} ms.`);
  });

  it('is the only one: a second start changes nothing, while it is open and afterwards', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    await engine.start(opened);
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const { runId } = await run(opened).describe();
    await engine.start(opened);
    assert.equal((await run(opened).describe()).runId, runId);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('gives the same answer to the same request, also when it is repeated after a time-out', async () => {
    const { world, engine, start } = environment();
    const opened = await start();
    const first = await engine.submit(opened, aSubmission(), 'request-1');
    const again = await engine.submit(
      opened,
      aSubmission({ referenceNumber: SECOND }),
      'request-1',
    );
    assert.deepEqual(again, first);
    assert.equal(world.opens.length, 1);
  });

  it('ends and changes nothing when it is to resume a transaction that nobody knows', async () => {
    const { world, engine, run } = environment();
    const stranger = aTransaction({ sessionId: sessionOf('ffffffff') });
    await assert.rejects(engine.cancel(stranger, SECOND), Refusal);
    await run(stranger).result();
    assert.deepEqual(toldResults(world), []);
  });

  it('shows the transaction as it holds it', async () => {
    const { start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    assert.deepEqual(await run(opened).query(transactionQuery), document(opened));
  });

  it('can be found by state, order, method and amount', async () => {
    const { engine, start, pay, run } = environment();
    const opened = await start({ orderNo: 'order-7' });
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    const { typedSearchAttributes: found } = await run(opened).describe();
    const { TransactionState, OrderNo, PgCode, AmountMinor, CurrencyCode, MerchantId } =
      SEARCH_ATTRIBUTES;
    assert.deepEqual(
      [TransactionState, OrderNo, PgCode, CurrencyCode, MerchantId].map((key) => found.get(key)),
      ['paid', 'order-7', 'card', 'KWD', 'pearl-shop'],
    );
    assert.equal(found.get(AmountMinor), 12_500);
  });

  it('takes at most 40 events for a payment by card with first view and webhook', async () => {
    const { engine, start, pay, run, becomes, history } = environment();
    const opened = await start();
    await engine.viewed(opened);
    await becomes(opened, 'pending');
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const { length } = await history(opened);
    assert.ok(length <= MOST_EVENTS, `It took ${length} events.`);
  });

  it('that is opened by somebody who has read an older document is found by what the transaction is now', async () => {
    const { engine, start, pay, run } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    const first = await run(opened).describe();
    await run(opened).result();
    // As it was when it was created.
    await engine.viewed(opened);
    await run(opened).result();
    const second = await run(opened).describe();
    assert.notEqual(second.runId, first.runId);
    const { TransactionState, PgCode } = SEARCH_ATTRIBUTES;
    assert.equal(second.typedSearchAttributes.get(TransactionState), 'paid');
    assert.equal(second.typedSearchAttributes.get(PgCode), 'card');
  });
});
