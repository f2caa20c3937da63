import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { Refusal } from '../../domain/refusal.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { aMethod, referenceOf } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, gate, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const SALE = { methods: [aMethod({ inquiry: DEFAULT_INQUIRY })] };
const google = { deviceWallet: 'google_pay' } as const;

describe('paying with a wallet of the device', () => {
  const environment = workflowEnvironment();

  it('is over with the answer of the gateway, once for two presses', async () => {
    const { world, start, pay, run, document } = environment();
    const opened = await start(SALE);
    const network = gate();
    world.script.open = async ({ referenceNumber }) => {
      await network.passed;
      return { step: 'report', report: charged(referenceNumber) };
    };
    const presses = [pay(opened, google), pay(opened, { ...google, referenceNumber: SECOND })];
    await world.until(() => world.opens.length > 0);
    network.open();
    const answers = await Promise.all(presses);
    const [attempt, ...others] = document(opened).attempts;
    for (const answer of answers)
      assert.deepEqual(answer, { to: 'result', referenceNumber: attempt?.referenceNumber });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 1);
    assert.deepEqual([attempt?.deviceWallet, others], ['google_pay', []]);
  });

  it('leads to the page of the bank, and is paid when that has agreed', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start(SALE);
    world.script.open = ({ referenceNumber }) => networkPageOf(referenceNumber);
    assert.equal((await pay(opened, google)).to, 'gateway');
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  it('is asked about after silence, and nothing else is charged until that is cleared up', async () => {
    const { world, time, start, pay, run, document } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw new Error('The worker was killed before it could keep the answer.');
    };
    const answer = await time.skippingUntil(pay(opened, google));
    assert.deepEqual(answer, { to: 'result', referenceNumber: FIRST });
    assert.equal(document(opened).attempts[0]?.state, 'pending', 'nobody says that it has failed');
    await assert.rejects(
      pay(opened, { referenceNumber: SECOND }),
      (error) => error instanceof Refusal && error.code === 'locked',
    );
    world.script.inquire = () => ({ step: 'report', report: charged() });
    assert.equal(await time.skippingUntil(run(opened).result()), 'paid');
    assert.equal(document(opened).attempts.length, 1);
  });

  it('ends in an error where the gateway refuses it, and another try may follow', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start(SALE);
    world.script.open = () => {
      throw ApplicationFailure.nonRetryable('No.', 'GatewayRefused');
    };
    await assert.rejects(
      pay(opened, google),
      (error) => error instanceof Refusal && error.code === 'gateway_error',
    );
    world.script.open = () => ({ step: 'report', report: said('failed', SECOND) });
    await pay(opened, { ...google, referenceNumber: SECOND });
    world.script.open = ({ referenceNumber }) => ({
      step: 'report',
      report: charged(referenceNumber),
    });
    await pay(opened, { deviceWallet: 'apple_pay', referenceNumber: referenceOf('demoCCCCCC') });
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world).at(-1), ['success', 'paid']);
  });
});
