import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import type { ChargeReserved } from '../../activities/agreements.ts';
import { chargeOutcomeOf } from '../../domain/agreement/outcome.ts';
import type { Money } from '../../domain/money.ts';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { settledAttempt } from '../../domain/transaction/settled.ts';
import { aCard, aMethod, anAgreement, kwd, sessionOf } from '../support/builders.ts';
import { charged, FIRST, gate, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const savesCards = { cvvRequired: true, autoDebit: true };
const DEBIT = {
  paymentType: 'auto_debit',
  agreement: anAgreement().terms,
  methods: [aMethod({ savesCards, inquiry: DEFAULT_INQUIRY })],
  customer: { id: 'c-1' },
} as const;
const card = aCard({ agreements: ['A-1'], expiry: { year: 2090, month: 1 } });
const { uuid } = anAgreement();
const charge = {
  token: 'tok_1',
  by: 'merchant',
  agreementId: 'A-1',
  agreementUuid: uuid,
} as const;

describe('a charge by an agreement', () => {
  const environment = workflowEnvironment();
  beforeEach(() => {
    environment().world.script.lookUpCard = () => ({ card, isKept: true });
  });
  /** What became of the charge, in its order. */
  const counted = () => environment().world.charges.map(({ uuid: whose, how }) => [whose, how]);

  it('is counted before the gateway hears of it, and for ever once it is paid', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start(DEBIT);
    const order: string[] = [];
    world.script.reserveCharge = ({ sessionId, isNew, ...given }) => {
      assert.equal(isNew, true, 'Nobody has asked the gateway before.');
      order.push(`reserve ${given.card.token} of ${given.uuid} for ${given.amount.minor}`);
      assert.equal(sessionId, opened.sessionId);
      return {};
    };
    world.script.open = () => {
      order.push('charge');
      return { step: 'report', report: charged() };
    };
    await pay(opened, { charge });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(order, [`reserve tok_1 of ${uuid} for 12500`, 'charge']);
    assert.deepEqual(counted(), [[uuid, 'settle']]);
  });

  it('is held to what the agreement allows without the fee that its account takes on top', async () => {
    const { world, start, pay, run, document } = environment();
    const methods = DEBIT.methods.map((method) => ({ ...method, fee: kwd('0.250') }));
    const opened = await start({ ...DEBIT, methods });
    const asked: Money[] = [];
    world.script.reserveCharge = ({ amount }) => {
      asked.push(amount);
      return {};
    };
    world.script.open = () => ({ step: 'report', report: charged(FIRST, '12.750') });
    await pay(opened, { charge });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(asked, [kwd('12.500')]);
    assert.deepEqual(settledAttempt(document(opened))?.total, kwd('12.750'));
  });

  it('is not made when the agreement does not allow it, and says why', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start(DEBIT);
    const refused = { code: 'agreement_violation', detail: 'No cycle is left.' } as const;
    world.script.reserveCharge = () => ({ refused });
    await assert.rejects(
      pay(opened, { charge }),
      (error) => error instanceof Refusal && error.code === 'agreement_violation',
    );
    const { state, attempts } = document(opened);
    assert.deepEqual(
      [state, attempts[0]?.state, attempts[0]?.message],
      ['attempted', 'failed', 'No cycle is left.'],
    );
    assert.equal(world.opens.length, 0);
    assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
  });

  const NO_WORD: readonly (readonly [string, RefusalCode, () => ChargeReserved])[] = [
    [
      'it was paused in that moment',
      'invalid_state',
      () => ({ refused: { code: 'invalid_state', detail: 'Paused.' } }),
    ],
    [
      'our own database does not say whether it is allowed',
      'locked',
      () => {
        throw ApplicationFailure.nonRetryable('The database is away.');
      },
    ],
  ];
  for (const [what, code, reserveCharge] of NO_WORD)
    it(`is not made where ${what}, which says nothing of the card`, async () => {
      const { world, start, pay, document } = environment();
      const opened = await start(DEBIT);
      world.script.reserveCharge = reserveCharge;
      await assert.rejects(
        pay(opened, { charge }),
        (error) => error instanceof Refusal && error.code === code,
      );
      assert.equal(world.opens.length, 0);
      assert.equal(chargeOutcomeOf(document(opened), Date.now()), 'error');
    });

  it('gives its cycle free when it is declined, and takes it when it is paid after all', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(DEBIT);
    world.script.open = () => ({ step: 'report', report: said('failed') });
    await pay(opened, { charge });
    assert.deepEqual(counted(), [[uuid, 'release']]);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(counted(), [
      [uuid, 'release'],
      [uuid, 'settle'],
    ]);
  });

  it('that pays a period which another payment has paid, too, calls a person, once', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start(DEBIT);
    const twice = { agreementId: 'A-1', period: '2027-01-05', other: sessionOf('b7') };
    world.script.settled = () => ({ paidTwice: twice });
    world.script.open = () => ({ step: 'report', report: said('failed') });
    await pay(opened, { charge });
    assert.deepEqual(document(opened).alerts, []);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    await engine.report(opened, charged());
    await run(opened).result();
    const alerts = document(opened).alerts.map(({ kind, referenceNumber, detail }) => [
      kind,
      referenceNumber,
      detail,
    ]);
    assert.deepEqual(alerts, [
      [
        'manual-action-required',
        FIRST,
        `The period 2027-01-05 of the agreement A-1 is paid twice: by this payment, and by the payment ${twice.other}. Refund one of them.`,
      ],
    ]);
    // It has come all the same: who refunds it finds it settled.
    assert.equal(settledAttempt(document(opened))?.referenceNumber, FIRST);
  });

  it('keeps its cycle while nobody knows what came of it', async () => {
    const { world, time, start, pay, run } = environment();
    const opened = await start(DEBIT);
    world.script.open = () => {
      throw new Error('The worker was killed before it could keep the answer.');
    };
    await time.skippingUntil(pay(opened, { charge }));
    assert.deepEqual(counted(), []);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await time.skip(16 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(counted(), [[uuid, 'settle']]);
  });

  it('that was decided while the agreement was asked is not made, and its cycle is given free', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start(DEBIT);
    const [arrived, asked] = [gate(), gate()];
    world.script.reserveCharge = async () => {
      arrived.open();
      await asked.passed;
      return {};
    };
    const pressed = pay(opened, { charge });
    await arrived.passed;
    await engine.report(opened, charged());
    await world.until(() => document(opened).state === 'paid');
    asked.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: FIRST });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 0);
    assert.deepEqual(
      world.released.map(({ sessionId }) => sessionId),
      [opened.sessionId],
    );
  });

  it('is found again by its reference when it has been paid, and is not made twice', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start(DEBIT);
    world.script.open = () => ({ step: 'report', report: charged() });
    await pay(opened, { charge });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(await pay(opened, { charge }), { to: 'result', referenceNumber: FIRST });
    await assert.rejects(pay(opened, { charge, referenceNumber: SECOND }));
    assert.equal(world.opens.length, 1);
  });

  it('is not counted when the customer pays it', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start(DEBIT);
    world.script.open = () => ({ step: 'report', report: charged() });
    await pay(opened, { charge: { token: 'tok_1', by: 'customer', cvvReference: 'once' } });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(counted(), []);
  });

  it('is told, unless the merchant does not want that', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start(DEBIT);
    world.script.open = () => ({ step: 'report', report: charged() });
    await pay(opened, { charge: { ...charge, untold: true } });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual([toldResults(world), document(opened).notice?.status], [[], 'none']);
  });
});
