import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { Refusal } from '../../domain/refusal.ts';
import { beginAttempt } from '../../domain/transaction/attempt.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { transactionQuery, type Submission } from '../../workflows/messages.ts';
import { aCard, aMethod, anAgreement, kwd, sessionOf } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { until } from '../support/http.ts';
import { charged, FIRST, gate, aSubmission, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const savesCards = { cvvRequired: false, autoDebit: true };
const METHOD = aMethod({ savesCards, inquiry: DEFAULT_INQUIRY });
const SALE = { methods: [METHOD], customer: { id: 'c-1' } };
const card = aCard({ cvvRequired: false, expiry: { year: 2090, month: 1 } });
const charge = { token: 'tok_1', by: 'customer' } as const;
const unattended = { token: 'tok_1', by: 'merchant' } as const;
const DAY = 24 * 60 * 60_000;

describe('paying with a saved card', () => {
  const environment = workflowEnvironment();
  beforeEach(() => {
    environment().world.script.lookUpCard = ({ token }) =>
      token === card.token ? { card, isKept: true } : { isKept: false };
  });

  it('is over with the answer of the gateway, once for two presses, and the card has paid', async () => {
    const { world, start, pay, run, taken, document } = environment();
    const opened = await start(SALE);
    const network = gate();
    world.script.open = async ({ referenceNumber }) => {
      await network.passed;
      return { step: 'report', report: charged(referenceNumber) };
    };
    const presses = [pay(opened, { charge }), pay(opened, { charge, referenceNumber: SECOND })];
    await taken(opened, 2);
    network.open();
    const answers = await Promise.all(presses);
    const made = document(opened).attempts[0]?.referenceNumber;
    for (const answer of answers) assert.deepEqual(answer, { to: 'result', referenceNumber: made });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 1);
    const [attempt, ...others] = document(opened).attempts;
    assert.deepEqual(
      [attempt?.charges?.token, attempt?.charges?.by, others],
      ['tok_1', 'customer', []],
    );
    assert.deepEqual(
      world.uses.map(({ token, customerId }) => [token, customerId]),
      [['tok_1', 'c-1']],
    );
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('has ended where nobody was reached, and its payer may go on at once', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw ApplicationFailure.nonRetryable('Nobody is there.', 'GatewayNeverReached');
    };
    await assert.rejects(pay(opened, { charge }), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, /could not be reached, and nothing was charged/);
      return error.code === 'gateway_error';
    });
    assert.equal(world.opens[0]?.isNew, true);
    const [attempt] = document(opened).attempts;
    assert.deepEqual(
      [attempt?.state, attempt?.unopened, attempt?.unanswered, attempt?.processing],
      ['error', 'unsent', undefined, undefined],
    );
    world.script.open = ({ referenceNumber }) => ({
      step: 'report',
      report: charged(referenceNumber),
    });
    await pay(opened, { charge, referenceNumber: SECOND });
    assert.equal(await run(opened).result(), 'paid');
  });

  it('hands the word about the security code to the gateway and keeps it nowhere', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => ({ step: 'report', report: charged() });
    await pay(opened, { charge: { ...charge, cvvReference: 'cvv_once' } });
    assert.equal(world.opens[0]?.cvvReference, 'cvv_once');
    assert.equal(JSON.stringify(document(opened)).includes('cvv_once'), false);
  });

  it('hands the word for a card that was typed to the gateway and keeps it nowhere', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => ({ step: 'report', report: charged() });
    const answer = await pay(opened, { cardReference: 'crd_once' });
    assert.equal(answer.to, 'result');
    assert.equal(world.opens[0]?.cardReference, 'crd_once');
    assert.equal(JSON.stringify(document(opened)).includes('crd_once'), false);
    assert.equal(document(opened).attempts[0]?.cardGiven, true);
    assert.equal(await run(opened).result(), 'paid');
  });

  it('waits where nobody knows whether a card that was typed was charged, and lets no other pay', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw new Error('The worker was killed before it could keep the answer.');
    };
    const answer = await time.skippingUntil(pay(opened, { cardReference: 'crd_once' }));
    assert.equal(answer.to, 'result');
    assert.equal(document(opened).attempts[0]?.processing, true);
    await assert.rejects(
      pay(opened, { cardReference: 'crd_other', referenceNumber: SECOND }),
      (error) => error instanceof Refusal && error.code === 'locked',
    );
    assert.equal(document(opened).attempts.length, 1);
  });

  it('leads to the page of the gateway where its holder has something to do there', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(SALE);
    world.script.open = ({ referenceNumber }) => networkPageOf(referenceNumber);
    const answer = await pay(opened, { charge: { ...charge, asksCvv: true } });
    assert.equal(answer.to, 'gateway');
    assert.equal(world.opens[0]?.asksCvv, true);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.uses.length, 1);
  });

  it('fails where the gateway wants a customer who is not there, and counts if they come after all', async () => {
    const { world, engine, start, pay, run, document, becomes } = environment();
    const opened = await start(SALE);
    world.script.open = ({ referenceNumber }) => networkPageOf(referenceNumber);
    const answer = await pay(opened, { charge: unattended });
    assert.equal(answer.to, 'result');
    await becomes(opened, 'attempted');
    const [attempt] = document(opened).attempts;
    assert.deepEqual(
      [attempt?.state, attempt?.decline?.advice, attempt?.unanswered, attempt?.pageUrl],
      ['failed', 'hard', true, undefined],
    );
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  it('keeps why the card was declined, and lets another try follow', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start(SALE);
    const decline = { code: 'insufficient_funds', advice: 'soft' } as const;
    world.script.open = () => ({ step: 'report', report: { ...said('failed'), decline } });
    await pay(opened, { charge });
    assert.deepEqual(document(opened).attempts[0]?.decline, decline);
    world.script.open = () => ({ step: 'report', report: charged(SECOND) });
    await pay(opened, { charge, referenceNumber: SECOND });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });

  it('does not charge a card for what the merchant has canceled while the attempt was kept', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const { inquiry: _none, ...method } = METHOD;
    const opened = await start({ ...SALE, methods: [method] });
    const save = gate();
    let tries = 0;
    world.script.beforeKeep = async ({ attempts }) => {
      if (attempts[0]?.state !== 'pending') return;
      tries += 1;
      // The second try waits as an activity of its own, beside which the run hears others.
      if (tries === 1) throw new Error('The database is slow.');
      await save.passed;
    };
    world.script.open = () => ({ step: 'report', report: charged() });
    const pressed = pay(opened, { charge });
    await world.until(() => tries === 2);
    const canceled = engine.cancelForServer(opened, SECOND);
    const isCanceled = async () =>
      (await run(opened).query(transactionQuery))?.state === 'canceled';
    await until('the run has heard the merchant', isCanceled);
    save.open();
    assert.equal((await pressed).to, 'result');
    await canceled;
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(world.opens.length, 0);
    assert.deepEqual(document(opened).alerts, []);
  });

  it('is not canceled by the payer, in another tab, while the card is being charged', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(SALE);
    const answer = gate();
    world.script.open = async () => {
      await answer.passed;
      return { step: 'report', report: charged() };
    };
    const pressed = pay(opened, { charge });
    await world.until(() => world.opens.length === 1);
    await assert.rejects(
      engine.cancel(opened, SECOND),
      (error) => error instanceof Refusal && error.code === 'locked',
    );
    answer.open();
    await pressed;
    assert.equal(await run(opened).result(), 'paid');
  });

  it('asks after no answer, charges nobody else meanwhile, and pays once', async () => {
    const { world, time, start, pay, run, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw new Error('The worker was killed before it could keep the answer.');
    };
    const answer = await time.skippingUntil(pay(opened, { charge }));
    assert.deepEqual(answer, { to: 'result', referenceNumber: FIRST });
    assert.equal(document(opened).attempts[0]?.state, 'pending', 'nobody says that it has failed');
    const tries = world.opens.length;
    await pay(opened, { charge, referenceNumber: SECOND });
    await assert.rejects(
      pay(opened, { referenceNumber: SECOND }),
      (error) => error instanceof Refusal && error.code === 'locked',
    );
    assert.equal(world.opens.length, tries, 'a second press is no second charge');
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await time.skip(16 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['success'],
    );
    assert.equal(world.uses.length, 1);
  });

  it('is tried by the same attempt when the worker dies after the answer, and again while nothing can be kept', async () => {
    const { world, time, start, pay, run, document } = environment();
    const opened = await start(SALE);
    world.script.open = ({ referenceNumber }) => {
      if (world.opens.length === 1) throw new Error('The worker was killed.');
      return { step: 'report', report: charged(referenceNumber) };
    };
    let failures = 2;
    world.script.beforeKeep = ({ state }) => {
      if (state !== 'paid' || failures === 0) return;
      failures -= 1;
      throw new Error('The database is away.');
    };
    await time.skippingUntil(pay(opened, { charge }));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(world.opens[1], world.opens[0]);
    assert.deepEqual([world.opens.length, failures, document(opened).attempts.length], [2, 0, 1]);
    assert.equal(world.uses.length, 1);
  });

  it('asks first what the gateway knows where another run has left the attempt, which may have charged', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start(SALE, (transaction) => leftCharging(transaction, { charge }));
    world.script.open = ({ referenceNumber }) => ({
      step: 'report',
      report: charged(referenceNumber),
    });
    await pay(opened, { charge });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(
      world.opens.map(({ askFirst }) => askFirst),
      [true],
    );
  });

  it('stays open where another run has left it and the card is not good for long enough any more', async () => {
    const { world, start, pay, document } = environment();
    const criteria = { cardAcceptanceCriteria: { min_expiry_time: '40000' } };
    const opened = await start({ ...SALE, ...criteria }, (transaction) =>
      leftCharging(transaction, { charge: unattended }),
    );
    assert.deepEqual(await pay(opened, { charge: unattended }), {
      to: 'result',
      referenceNumber: FIRST,
    });
    assert.deepEqual([world.opens, toldResults(world)], [[], []]);
    assert.deepEqual(standing(document(opened)), ['pending', true]);
  });

  it('stays open where another run has left it and the agreement cannot be looked up, and is asked about', async () => {
    const { world, time, start, pay, run, document } = environment();
    const agreed = { ...unattended, agreementId: 'A-1', agreementUuid: anAgreement().uuid };
    const byAgreement = { paymentType: 'auto_debit', agreement: anAgreement().terms } as const;
    const opened = await start({ ...SALE, ...byAgreement }, (transaction) =>
      leftCharging(transaction, { charge: agreed }),
    );
    world.script.reserveCharge = () => {
      throw ApplicationFailure.nonRetryable('The database is away.');
    };
    assert.deepEqual(await pay(opened, { charge: agreed }), {
      to: 'result',
      referenceNumber: FIRST,
    });
    assert.deepEqual([world.opens, toldResults(world)], [[], []]);
    assert.deepEqual(standing(document(opened)), ['pending', true]);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await time.skip(16 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
  });

  it('stays open where another run has left it and the wallet does not set its part aside any more', async () => {
    const { world, start, pay, document } = environment();
    const wallet = { amount: kwd('10.000'), sessionId: sessionOf('c1') };
    const opened = await start(SALE, (transaction) =>
      leftCharging(transaction, { charge, wallet }),
    );
    assert.deepEqual(await pay(opened, { charge, wallet }), {
      to: 'result',
      referenceNumber: FIRST,
    });
    assert.deepEqual([world.opens, toldResults(world)], [[], []]);
    assert.deepEqual(standing(document(opened)), ['pending', true]);
    assert.equal(document(opened).attempts[0]?.wallet?.state, 'wanted');
  });

  it('that the gateway never heard of has failed after the first questions', async () => {
    const { world, time, start, pay, becomes, document } = environment();
    const opened = await start({ ...SALE, expirationSeconds: (3 * DAY) / 1000 });
    world.script.open = () => {
      throw new Error('no answer');
    };
    await time.skippingUntil(pay(opened, { charge }));
    world.script.inquire = () => ({ step: 'unheard-of' });
    await time.skip(21 * 60_000);
    await becomes(opened, 'attempted');
    assert.equal(document(opened).attempts[0]?.state, 'failed');
    assert.equal(world.inquiries.length, 3);
    assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
  });

  it('that the gateway refuses ends in error', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw ApplicationFailure.nonRetryable('The network refuses us.', 'GatewayRefused');
    };
    await assert.rejects(
      pay(opened, { charge }),
      (error) => error instanceof Refusal && error.code === 'gateway_error',
    );
    assert.equal(document(opened).attempts[0]?.state, 'error');
  });

  it('is refused for a card that the customer does not have, and nothing is kept', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start(SALE);
    await assert.rejects(
      pay(opened, { charge: { ...charge, token: 'tok_9' } }),
      (error) => error instanceof Refusal && error.fields?.['token'] !== undefined,
    );
    assert.deepEqual([document(opened).attempts, world.opens], [[], []]);
  });

  it('is charged where the same request comes again after the card could not be looked up', async () => {
    const { world, engine, start, run, document } = environment();
    const opened = await start(SALE);
    const { lookUpCard } = world.script;
    world.script.lookUpCard = () => {
      throw ApplicationFailure.nonRetryable('The database is away.');
    };
    world.script.open = () => ({ step: 'report', report: charged() });
    // Each time it may begin until another moment.
    const submit = () => engine.submit(opened, aSubmission({ charge: unattended }), 'request-1');
    await assert.rejects(submit(), (error) => error instanceof Refusal && error.code === 'locked');
    world.script.lookUpCard = lookUpCard;
    assert.deepEqual(await submit(), { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual([world.opens.length, document(opened).attempts.length], [1, 1]);
  });

  it('that the gateway refused is not charged where the same request comes again', async () => {
    const { world, engine, start } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw ApplicationFailure.nonRetryable('The network refuses us.', 'GatewayRefused');
    };
    const submit = () => engine.submit(opened, aSubmission({ charge: unattended }), 'request-1');
    for (let times = 0; times < 2; times += 1)
      await assert.rejects(
        submit(),
        (error) => error instanceof Refusal && error.code === 'gateway_error',
      );
    assert.equal(world.opens.length, 1);
  });

  it('is declined before the gateway where the card is not good for long enough', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ ...SALE, cardAcceptanceCriteria: { min_expiry_time: '40000' } });
    const answer = await pay(opened, { charge: unattended });
    assert.equal(answer.to, 'result');
    const { state, attempts } = document(opened);
    assert.deepEqual([state, attempts[0]?.state], ['attempted', 'failed']);
    assert.match(attempts[0]?.message ?? '', /good until/u);
    assert.deepEqual(world.opens, []);
  });
});

/** A run has kept the attempt and was lost: whether it has asked the gateway, nobody knows. */
function leftCharging(
  transaction: Transaction,
  given: Pick<Submission, 'charge' | 'wallet'>,
): Transaction {
  const begun = beginAttempt(transaction, {
    ...aSubmission(given),
    atHand: { card, isKept: true },
    now: transaction.createdAt,
  });
  assert.ok(begun.step === 'new');
  return begun.transaction;
}

function standing({ attempts: [attempt] }: Transaction) {
  return [attempt?.state, attempt?.processing];
}
