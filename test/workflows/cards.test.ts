import assert from 'node:assert/strict';
import type { CardFacts } from '../../domain/card/card.ts';
import { aMethod, aCard, kwd } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, SECOND, said, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const savesCards = { cvvRequired: true, autoDebit: false };
const KEEPING = { methods: [aMethod({ savesCards })], customer: { id: 'c-1' } };
const SAVING = { ...KEEPING, paymentType: 'save_card', amount: kwd('0') } as const;
const card: CardFacts = {
  token: 'tok_1',
  lastFour: '1881',
  expiry: { year: 2027, month: 3 },
  brand: 'VISA',
  holder: 'Sara Al-Ali',
};

describe('a transaction that brings a card', () => {
  const environment = workflowEnvironment();

  it('keeps it once, however often the network tells of it', async () => {
    const { world, engine, start, pay, run, document, atRest } = environment();
    const opened = await start(KEEPING);
    await pay(opened, { saveCard: true });
    const report = { ...charged(), card };
    await Promise.all([engine.report(opened, report), engine.report(opened, report)]);
    assert.equal(await run(opened).result(), 'paid');
    await engine.report(opened, report);
    await atRest(opened);
    const [kept, ...others] = world.cards;
    assert.ok(kept);
    assert.deepEqual(kept, aCard({ createdAt: kept.createdAt, usedAt: kept.usedAt }));
    assert.deepEqual(others, []);
    assert.deepEqual(document(opened).attempts[0]?.card, card);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('keeps it once when the save has to be tried again', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(KEEPING);
    await pay(opened, { saveCard: true });
    let failures = 2;
    world.script.beforeKeep = ({ state }) => {
      if (state !== 'paid' || failures === 0) return;
      failures -= 1;
      throw new Error('The database is away.');
    };
    await engine.report(opened, { ...charged(), card });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual([failures, world.cards.length], [0, 1]);
  });

  it('keeps none that the payer did not want', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(KEEPING);
    await pay(opened);
    await engine.report(opened, { ...charged(), card });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(world.cards, []);
  });

  it('is asked again for another request, and keeps the card of the attempt that paid', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start(KEEPING);
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await pay(opened, { referenceNumber: SECOND, saveCard: true });
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['canceled', 'pending'],
    );
    await engine.report(opened, { ...charged(SECOND), card });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.cards.length, 1);
  });

  it('is made for nothing else: paid with nothing, after a first try that failed', async () => {
    const { world, engine, start, pay, run, becomes, document } = environment();
    const opened = await start(SAVING);
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await pay(opened, { referenceNumber: SECOND });
    await engine.report(opened, { ...charged(SECOND, '0'), card });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(document(opened).paidAmount, kwd('0'));
    assert.equal(world.cards.length, 1);
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });

  it('learns of it by asking when the callback is lost', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(SAVING);
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: { ...charged(FIRST, '0'), card } });
    await engine.returned(opened, FIRST);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.cards.length, 1);
  });
});
