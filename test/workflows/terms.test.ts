import assert from 'node:assert/strict';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { aMethod, codeOf, kwd } from '../support/builders.ts';
import {
  anEdit,
  charged,
  FIRST,
  gate,
  ONE_TRY,
  said,
  SECOND,
  toldResults,
} from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe('the terms of a transaction', () => {
  const environment = workflowEnvironment();

  it('change to what the merchant now wants, and the next attempt asks for it', async () => {
    const { start, pay, edit, document } = environment();
    const opened = await start({ orderNo: 'order-1' });
    const edited = await edit(opened, { amount: kwd('7.250') });
    assert.deepEqual(edited, document(opened));
    await pay(opened);
    const { version, amount, orderNo, attempts } = document(opened);
    assert.deepEqual(amount, kwd('7.250'));
    assert.equal(orderNo, 'order-1');
    assert.deepEqual(attempts[0]?.total, kwd('7.250'));
    assert.equal(version, 4);
  });

  it('are taken back where the merchant leaves them out', async () => {
    const { engine, start, document } = environment();
    const opened = await start({ orderNo: 'order-1', vendorName: 'Pearl' });
    const { terms, ...rest } = anEdit(opened, { amount: kwd('7.250') });
    const { orderNo: _left, ...left } = terms;
    await engine.edit(opened, { ...rest, terms: left });
    const { orderNo, vendorName } = document(opened);
    assert.deepEqual([orderNo, vendorName], [undefined, 'Pearl']);
  });

  it('do not change when they were computed from an older version', async () => {
    const { engine, start, becomes, document } = environment();
    const opened = await start();
    await engine.viewed(opened);
    await becomes(opened, 'pending');
    const answer = await engine.edit(opened, anEdit(opened, { amount: kwd('1.000') }));
    assert.deepEqual(answer, { stale: true });
    assert.deepEqual(document(opened).amount, opened.amount);
  });

  it('of money are locked while an attempt is at the gateway, and open afterwards', async () => {
    const { engine, start, pay, becomes, edit, document } = environment();
    const opened = await start();
    await pay(opened);
    const cheaper = { amount: kwd('1.000') };
    await assert.rejects(edit(opened, cheaper), refusal('locked'));
    assert.deepEqual(document(opened).amount, opened.amount);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await edit(opened, cheaper);
    assert.deepEqual(document(opened).amount, kwd('1.000'));
  });

  it('do not change any more once the transaction is paid', async () => {
    const { engine, start, pay, run, edit, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    await assert.rejects(edit(opened, { amount: kwd('1.000') }), refusal('invalid_state'));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(document(opened).amount, opened.amount);
  });

  it('get what the payer says of the delivery, also after the merchant changed them', async () => {
    const { engine, start, edit, document } = environment();
    const opened = await start({ captureDeliveryLocation: true });
    const place = { latitude: 29.3759, longitude: 47.9774 };
    const said = await engine.dropOff(opened, { place });
    assert.deepEqual(said, document(opened));
    await edit(opened, { amount: kwd('7.250') });
    assert.deepEqual(document(opened).dropOff, { place });
    await engine.cancel(opened, SECOND);
    await assert.rejects(engine.dropOff(opened, { place }), refusal('invalid_state'));
  });

  it('let the payer choose the amount where they say so, and nowhere else', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ amountEditable: true, customer: { phone2: '+1' } });
    await pay(opened, { amount: kwd('5.000'), customerPhone2: '+2' });
    assert.deepEqual(document(opened).attempts[0]?.total, kwd('5.000'));
    assert.deepEqual(document(opened).customer, { phone2: '+2' });
    assert.equal(world.opens.length, 1);
    await engine.report(opened, charged(FIRST, '5.000'));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(document(opened).settledAmount, kwd('5.000'));
    const fixed = await start();
    await assert.rejects(pay(fixed, { amount: kwd('5.000') }), refusal('validation_error'));
    assert.equal(world.opens.length, 1);
  });

  it('that change after a failed attempt turn its late money into an alert', async () => {
    const { world, engine, start, pay, run, becomes, edit, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await edit(opened, { amount: kwd('20.000') });
    await engine.report(opened, charged());
    await world.until(() => document(opened).alerts.length > 0);
    assert.equal(document(opened).state, 'attempted');
    assert.equal((await run(opened).describe()).status.name, 'RUNNING');
  });
});

describe('the cancellation of a transaction', () => {
  const environment = workflowEnvironment();

  it('ends it and tells the merchant, also when nobody has tried to pay', async () => {
    const { world, engine, start, run } = environment();
    const opened = await start();
    const canceled = await engine.cancel(opened, SECOND);
    assert.equal(canceled.state, 'canceled');
    assert.equal(await run(opened).result(), 'canceled');
    assert.deepEqual(
      world.notices.map(({ referenceNumber, result, state }) => [referenceNumber, result, state]),
      [[SECOND, 'canceled', 'canceled']],
    );
  });

  it('cancels the attempt that is at the gateway with it', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.cancel(opened, SECOND);
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(document(opened).attempts[0]?.state, 'canceled');
    assert.deepEqual(
      world.notices.map(({ referenceNumber, result }) => [referenceNumber, result]),
      [[FIRST, 'canceled']],
    );
  });

  it('is not for a payer who may have paid, but for their merchant', async () => {
    const { engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('pending'));
    await assert.rejects(engine.cancel(opened, SECOND), refusal('locked'));
    assert.equal(document(opened).attempts[0]?.processing, true);
    await engine.cancelForServer(opened, SECOND);
    assert.equal(await run(opened).result(), 'canceled');
  });

  it('answers with the document as it is kept, while the merchant is still being called', async () => {
    const { world, engine, start, run, document } = environment();
    const opened = await start();
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    const canceled = await engine.cancel(opened, SECOND);
    assert.deepEqual(canceled, document(opened));
    assert.equal(canceled.notice?.status, 'pending');
    merchant.open();
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(world.webhooks.length, 1);
    assert.equal(document(opened).notice?.status, 'delivered');
  });

  it('of cash that was chosen happens in a new run', async () => {
    const { world, engine, start, pay, run } = environment();
    const cash = codeOf('cash');
    const opened = await start({ methods: [aMethod({ pgCode: cash, offline: true })] });
    world.script.open = () => ({ step: 'report', report: said('cod') });
    await pay(opened, { pgCode: cash });
    assert.equal(await run(opened).result(), 'cod');
    await engine.cancel(opened, SECOND);
    assert.equal(await run(opened).result(), 'canceled');
    assert.deepEqual(toldResults(world).at(-1), ['canceled', 'canceled']);
  });

  it('is refused for what is paid, failed or canceled already', async () => {
    const { engine, start, pay, run, document } = environment();
    const paid = await start();
    await pay(paid);
    await engine.report(paid, charged());
    const failed = await start({ methods: ONE_TRY });
    await pay(failed);
    await engine.report(failed, said('failed'));
    const canceled = await start();
    await engine.cancel(canceled, SECOND);
    for (const [opened, state] of [
      [paid, 'paid'],
      [failed, 'failed'],
      [canceled, 'canceled'],
    ] as const) {
      assert.equal(await run(opened).result(), state);
      await assert.rejects(engine.cancel(opened, SECOND), refusal('invalid_state'));
      assert.equal(await run(opened).result(), state);
      assert.equal(document(opened).state, state);
    }
  });

  it('refuses a payer who presses Pay afterwards', async () => {
    const { world, engine, start, pay } = environment();
    const opened = await start();
    await engine.cancel(opened, SECOND);
    await assert.rejects(pay(opened), refusal('invalid_state'));
    assert.equal(world.opens.length, 0);
  });
});

function refusal(code: RefusalCode) {
  return (error: unknown) => error instanceof Refusal && error.code === code;
}
