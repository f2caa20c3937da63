import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { aMethod, CARD, kwd, sessionOf } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import type { FakeWallets } from '../support/fake-wallets.ts';
import type { PartCommand } from '../../activities/wallet-parts.ts';
import { Refusal } from '../../domain/refusal.ts';
import { toDecimal } from '../../domain/money.ts';
import type { WalletAccount } from '../../domain/wallet/account.ts';
import { reservationKey } from '../../domain/wallet/part.ts';
import { hasPart, reservationFor } from '../../domain/wallet/spending.ts';
import { beginAttempt } from '../../domain/transaction/attempt.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { transactionQuery, type Submission } from '../../workflows/messages.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import type { HistoryEvent } from './support/at-rest.ts';
import { charged, FIRST, gate, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const HOUR = 60 * 60 * 1000;
const SARA = 'sara';

describe('a payer with a wallet', () => {
  const environment = workflowEnvironment();
  let wallets: FakeWallets;
  beforeEach(() => {
    wallets = environment().world.wallets;
  });

  /** The wallet waits with this act, once it is asked for it, until its gate is opened. */
  function held(what: Parameters<FakeWallets['script']['before']>[0]) {
    const [asked, wallet] = [gate(), gate()];
    wallets.script.before = async (act) => {
      if (act !== what) return;
      asked.open();
      await wallet.passed;
    };
    return { asked, wallet };
  }

  it('that pays all does not wait for the merchant, whose server is told meanwhile', async () => {
    const { world, document, run, pay } = environment();
    wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    assert.deepEqual(await pay(opened, walletPays('12.500')), {
      to: 'result',
      referenceNumber: FIRST,
    });
    assert.equal(document(opened).state, 'paid');
    assert.equal(document(opened).notice?.status, 'pending');
    merchant.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'delivered');
  });

  it('has its part set aside before the gateway is asked for the rest, and spent with the success', async () => {
    const { world, becomes, document, engine, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    const heldAt: string[] = [];
    const { open } = world.script;
    world.script.open = (command) => {
      heldAt.push(figures(sara()));
      return open(command);
    };
    const answer = await environment().pay(opened, walletPays('10.000'));
    assert.equal(answer.to, 'gateway');
    assert.deepEqual(heldAt, ['10.000, 10.000 set aside']);
    const [attempt] = document(opened).attempts;
    assert.deepEqual([attempt?.total, attempt?.wallet?.state], [kwd('2.500'), 'reserved']);
    await engine.report(document(opened), charged(FIRST, '2.500'));
    await becomes(opened, 'paid');
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
    const { paidAmount, settledAmount } = document(opened);
    assert.deepEqual([paidAmount, settledAmount], [kwd('2.500'), kwd('12.500')]);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
    assert.deepEqual(statuses(wallets), ['completed']);
  });

  it('needs no gateway when the wallet covers it all', async () => {
    const { world, document, run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const answer = await environment().pay(opened, walletPays('12.500'));
    assert.equal(answer.to, 'result');
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual([world.opens.length, world.inquiries.length], [0, 0]);
    assert.equal(figures(sara()), '7.500, 0.000 set aside');
    assert.deepEqual(document(opened).paidAmount, kwd('0.000'));
  });

  it('asks no gateway for the rest where an earlier try is paid while its part is set aside', async () => {
    const { world, engine, pay, becomes, document, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    const { asked, wallet } = held('reservePart');
    const pressed = pay(opened, {
      ...walletPays('10.000'),
      referenceNumber: SECOND,
      replacesOpen: true,
    });
    await asked.passed;
    await engine.report(opened, charged());
    await becomes(opened, 'paid');
    wallet.open();
    assert.deepEqual(await pressed, { to: 'result', referenceNumber: SECOND });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 1);
    assert.equal(figures(sara()), '10.000, 0.000 set aside');
    assert.deepEqual(
      document(opened).attempts.map(({ state, wallet: part }) => [state, part?.state]),
      [
        ['success', undefined],
        ['error', 'released'],
      ],
    );
  });

  it('is paid once by a wallet whose every answer gets lost the first time', async () => {
    const { run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    let calls = 0;
    wallets.script.before = () => {
      calls += 1;
      if (calls === 1) throw new Error('the worker has died');
    };
    const paying = environment().pay(opened, walletPays('12.500'));
    await environment().time.skippingUntil(paying);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '7.500, 0.000 set aside');
  });

  it('is paid by what the wallet has paid, when the run that asked it was lost before it knew', async () => {
    const { document, run, time } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await leftOrder(environment(), '12.500');
    const asked = commandOf(opened);
    await wallets.activities.spendPart(asked);
    assert.deepEqual([document(opened).state, statuses(wallets)], ['pending', ['completed']]);
    await time.skip(2 * 60_000);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '7.500, 0.000 set aside');
    assert.deepEqual(statuses(wallets), ['completed']);
  });

  it('has back what a run had spent that was lost before it kept the success, when the payment is canceled', async () => {
    const { engine, document, run, world } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await leftOrder(environment(), '10.000');
    const asked = commandOf(opened);
    await wallets.activities.reservePart(asked);
    await wallets.activities.spendPart(asked);
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
    await engine.cancel(opened, SECOND);
    await world.until(() => parts(document(opened))[0] === 'released');
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(figures(sara()), '10.000, 0.000 set aside');
  });

  it('pays once where a success comes while its part is being given free', async () => {
    const { engine, document, history, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    const { asked, wallet } = held('releasePart');
    await engine.expire(opened);
    await asked.passed;
    await engine.report(document(opened), charged(FIRST, '2.500'));
    await run(opened).query(transactionQuery);
    assert.equal(asksOf(await history(opened)).includes('spendPart'), false);
    wallet.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
    assert.deepEqual(
      [parts(document(opened)), statuses(wallets)],
      [['spent'], ['canceled', 'completed']],
    );
  });

  it('keeps what is spent for a success in the moment in which the time is over', async () => {
    const { engine, document, history, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    const [asked, wallet] = [gate(), gate()];
    wallets.script.after = async (act) => {
      if (act !== 'spendPart') return;
      asked.open();
      await wallet.passed;
    };
    await engine.report(document(opened), charged(FIRST, '2.500'));
    await asked.passed;
    await engine.expire(opened);
    assert.equal(asksOf(await history(opened)).includes('releasePart'), false);
    wallet.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
    assert.deepEqual([parts(document(opened)), statuses(wallets)], [['spent'], ['completed']]);
  });

  it('keeps what is set aside for another try, which takes its place and never has both', async () => {
    const { engine, becomes, document, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    await engine.report(document(opened), said('failed'));
    await becomes(opened, 'attempted');
    assert.equal(figures(sara()), '10.000, 10.000 set aside');
    await environment().pay(opened, { ...walletPays('10.000'), referenceNumber: SECOND });
    assert.equal(figures(sara()), '10.000, 10.000 set aside');
    assert.deepEqual(parts(document(opened)), ['released', 'reserved']);
    await engine.report(document(opened), charged(SECOND, '2.500'));
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
  });

  it('has it free again four hours after a try came to nothing', async () => {
    const { engine, becomes, document, time, world } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    await engine.report(document(opened), said('failed'));
    await becomes(opened, 'attempted');
    await time.skip(4 * HOUR - 60_000);
    assert.equal(figures(sara()), '10.000, 10.000 set aside');
    await time.skip(2 * 60_000);
    await world.until(() => parts(document(opened))[0] === 'released');
    assert.equal(figures(sara()), '10.000, 0.000 set aside');
    assert.equal(document(opened).state, 'attempted');
  });

  for (const end of ['cancel', 'expire'] as const)
    it(`has it free again at once with ${end}`, async () => {
      const { engine, document, world } = environment();
      const sara = wallets.open(SARA, kwd('10.000'));
      const opened = await sarasOrder(environment());
      await environment().pay(opened, walletPays('10.000'));
      await (end === 'cancel' ? engine.cancel(opened, SECOND) : engine.expire(opened));
      await world.until(() => parts(document(opened))[0] === 'released');
      assert.equal(figures(sara()), '10.000, 0.000 set aside');
    });

  it('has it free again before the transaction is removed', async () => {
    const { engine, becomes, document, world } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    await engine.report(document(opened), said('failed'));
    await becomes(opened, 'attempted');
    await engine.remove(opened, undefined);
    assert.equal(world.tombstones.length, 1);
    assert.equal(figures(sara()), '10.000, 0.000 set aside');
  });

  it('is paid in full by late money, for which it is set aside again', async () => {
    const { engine, document, world, run } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    await engine.expire(opened);
    await world.until(() => parts(document(opened))[0] === 'released');
    await engine.report(document(opened), charged(FIRST, '2.500'));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(parts(document(opened)), ['spent']);
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
    assert.deepEqual(statuses(wallets), ['canceled', 'completed']);
  });

  it('is not called paid when the late money finds the wallet empty', async () => {
    const { engine, document, world, run } = environment();
    wallets.open(SARA, kwd('10.000'));
    const opened = await sarasOrder(environment());
    await environment().pay(opened, walletPays('10.000'));
    await engine.expire(opened);
    await world.until(() => parts(document(opened))[0] === 'released');
    const empty = wallets.open(SARA, kwd('9.999'));
    await engine.report(document(opened), charged(FIRST, '2.500'));
    assert.equal(await run(opened).result(), 'expired');
    const { alerts, attempts, paidAmount } = document(opened);
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ['late-money'],
    );
    assert.deepEqual([attempts[0]?.state, paidAmount], ['success', undefined]);
    assert.equal(figures(empty()), '9.999, 0.000 set aside');
  });

  it('is paid when a wallet has paid on an inquiry, though a failure was reported meanwhile', async () => {
    const { engine, becomes, document, run, time, world } = environment();
    const sara = wallets.open(SARA, kwd('10.000'));
    const inquiry = {
      firstAfterSeconds: 60,
      gapsSeconds: [0],
      repeatEverySeconds: 60,
      giveUpAfterSeconds: 3600,
    };
    const opened = await sarasOrder(environment(), { methods: [aMethod({ inquiry })] });
    await environment().pay(opened, walletPays('10.000'));
    world.script.inquire = () => ({ step: 'report', report: charged(FIRST, '2.500') });
    const { asked, wallet } = held('spendPart');
    await time.skip(61_000);
    await asked.passed;
    await engine.report(document(opened), said('failed'));
    await becomes(opened, 'attempted');
    wallet.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(parts(document(opened)), ['spent']);
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
  });

  it('gets back what was spent for a payment that was canceled in the same moment', async () => {
    const { engine, document, world, run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const { asked, wallet } = held('spendPart');
    const paying = environment().pay(opened, walletPays('12.500'));
    await asked.passed;
    await engine.cancel(opened, SECOND);
    wallet.open();
    await paying;
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(figures(sara()), '20.000, 0.000 set aside');
    assert.deepEqual(document(opened).alerts, []);
    assert.equal(world.opens.length, 0);
  });

  it('has paid or has its money back, never both, where it pays in the moment in which the time is over', async () => {
    const { engine, document, world, run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const [asked, wallet] = [gate(), gate()];
    wallets.script.before = async (act) => {
      if (act === 'spendPart') {
        asked.open();
        await wallet.passed;
      }
      if (act !== 'returnPart') return;
      // It pays after it was asked to give free what it had not set aside yet.
      wallet.open();
      await world.until(() => parts(document(opened))[0] === 'spent');
    };
    const paying = environment().pay(opened, walletPays('12.500'));
    await asked.passed;
    await engine.expire(opened);
    await paying;
    assert.equal(await run(opened).result(), 'expired');
    assert.equal(figures(sara()), '20.000, 0.000 set aside');
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['canceled'],
    );
    assert.deepEqual([parts(document(opened)), statuses(wallets)], [['returned'], ['reversed']]);
  });

  it('has nothing set aside when it was canceled in the same moment and the wallet gave no answer', async () => {
    const { engine, document, world, run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const { asked, wallet } = held('reservePart');
    wallets.script.after = (act) => {
      if (act === 'reservePart') throw ApplicationFailure.nonRetryable('The answer was lost.');
    };
    const paying = environment().pay(opened, walletPays('10.000'));
    await asked.passed;
    await engine.cancel(opened, SECOND);
    await world.until(() => parts(document(opened))[0] === 'released');
    wallet.open();
    await assert.rejects(
      paying,
      (error) => error instanceof Refusal && error.code === 'gateway_error',
    );
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(figures(sara()), '20.000, 0.000 set aside');
    assert.equal(parts(document(opened))[0], 'released');
    assert.equal(world.opens.length, 0);
  });

  for (const [act, pays] of [
    ['spendPart', '12.500'],
    ['reservePart', '10.000'],
  ] as const)
    it(`has all of it free again when it was canceled and removed while the wallet was asked (${act})`, async () => {
      const { engine, document, world, run } = environment();
      const sara = wallets.open(SARA, kwd('20.000'));
      const opened = await sarasOrder(environment());
      const { asked, wallet } = held(act);
      const paying = environment().pay(opened, walletPays(pays));
      await asked.passed;
      await engine.cancel(opened, SECOND);
      await world.until(() => parts(document(opened))[0] === 'released');
      await engine.remove(opened, undefined);
      wallet.open();
      assert.equal((await paying).to, 'result');
      assert.equal(await run(opened).result(), 'removed');
      assert.equal(figures(sara()), '20.000, 0.000 set aside');
      assert.equal(world.opens.length, 0);
    });

  it('has money back in a wallet that was closed meanwhile, and a person is told what to do with it', async () => {
    const { engine, document, run, world } = environment();
    const sara = wallets.open(SARA, kwd('12.500'));
    const opened = await sarasOrder(environment());
    const { asked, wallet } = held('spendPart');
    const paying = environment().pay(opened, walletPays('12.500'));
    await asked.passed;
    await engine.cancel(opened, SECOND);
    await world.until(() => parts(document(opened))[0] === 'released');
    wallets.script.before = (act) => {
      if (act === 'returnPart' && sara().status === 'active') wallets.close(SARA);
    };
    wallet.open();
    await paying;
    assert.equal(await run(opened).result(), 'canceled');
    assert.equal(figures(sara()), '12.500, 0.000 set aside');
    assert.deepEqual(
      document(opened).alerts.map(({ kind, detail }) => [kind, detail]),
      [
        [
          'manual-action-required',
          "KWD 12.500 went back to the customer's wallet sara, which is closed: nobody can pay with it there. Give it to the customer in another way, and take it out of the wallet by hand (wallets debit).",
        ],
      ],
    );
    assert.equal(parts(document(opened))[0], 'returned');
  });

  it('has money back in a wallet that was closed meanwhile, and a person is told of that, of a payment that was removed, too', async () => {
    const { engine, document, run, world } = environment();
    const sara = wallets.open(SARA, kwd('12.500'));
    const opened = await sarasOrder(environment());
    const { asked, wallet } = held('spendPart');
    const paying = environment().pay(opened, walletPays('12.500'));
    await asked.passed;
    await engine.cancel(opened, SECOND);
    await world.until(() => parts(document(opened))[0] === 'released');
    await engine.remove(opened, undefined);
    wallets.script.before = (act) => {
      if (act === 'returnPart' && sara().status === 'active') wallets.close(SARA);
    };
    wallet.open();
    await paying;
    assert.equal(await run(opened).result(), 'removed');
    assert.equal(figures(sara()), '12.500, 0.000 set aside');
    const { merchantId, sessionId } = opened;
    const [{ part, ...named } = {}] = wallets.closed;
    assert.deepEqual(named, { merchantId, sessionId, referenceNumber: FIRST });
    assert.deepEqual([part?.amount, part?.receipt?.accountId], [kwd('12.500'), 'sara']);
    const { typedSearchAttributes } = await run(opened).describe();
    assert.equal(typedSearchAttributes.get(SEARCH_ATTRIBUTES.Alert), 'manual-action-required');
  });

  it('gets back what was spent for a payment that is removed before that has gone back', async () => {
    const { engine, document, run } = environment();
    const sara = wallets.open(SARA, kwd('20.000'));
    const opened = await sarasOrder(environment());
    const [asked, wallet, due, back] = [gate(), gate(), gate(), gate()];
    let returns = 0;
    wallets.script.before = async (act) => {
      if (act === 'spendPart') {
        asked.open();
        await wallet.passed;
      }
      if (act !== 'returnPart') return;
      returns += 1;
      // The first one came with the cancellation; the second one is what is due.
      if (returns !== 2) return;
      due.open();
      await back.passed;
    };
    const paying = environment().pay(opened, walletPays('12.500'));
    await asked.passed;
    await engine.cancel(opened, SECOND);
    await environment().world.until(() => parts(document(opened))[0] === 'released');
    wallet.open();
    await due.passed;
    assert.equal(figures(sara()), '7.500, 0.000 set aside');
    await engine.remove(opened, undefined);
    assert.equal(figures(sara()), '20.000, 0.000 set aside');
    back.open();
    await paying;
    assert.equal(await run(opened).result(), 'removed');
  });

  it('who has spent it elsewhere meanwhile is told so, and can pay without it', async () => {
    const { document, world } = environment();
    wallets.open(SARA, kwd('9.999'));
    const opened = await sarasOrder(environment(), {
      methods: [aMethod({ multipleAttempts: false })],
    });
    await assert.rejects(
      environment().pay(opened, walletPays('10.000')),
      (error) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
    );
    assert.deepEqual([document(opened).state, parts(document(opened))[0]], ['pending', 'refused']);
    assert.equal(world.opens.length, 0);
    const answer = await environment().pay(opened, { referenceNumber: SECOND });
    assert.equal(answer.to, 'gateway');
    assert.deepEqual(document(opened).attempts[1]?.total, kwd('12.500'));
  });

  it('who presses in two payments at once spends no more than there is', async () => {
    const sara = wallets.open(SARA, kwd('12.500'));
    const [one, other] = [await sarasOrder(environment()), await sarasOrder(environment())];
    const pays = await Promise.allSettled([
      environment().pay(one, walletPays('12.500', 'c1')),
      environment().pay(other, { ...walletPays('12.500', 'c2'), referenceNumber: SECOND }),
    ]);
    assert.deepEqual(pays.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(figures(sara()), '0.000, 0.000 set aside');
  });
});

function sarasOrder(
  environment: TestEnvironment,
  given: Partial<Transaction> = {},
): Promise<Transaction> {
  return environment.start({ customer: { id: SARA }, ...given });
}

/** An order for which a run that was lost has kept an attempt of which the wallet pays so much. */
function leftOrder(environment: TestEnvironment, amount: string): Promise<Transaction> {
  return environment.start({ customer: { id: SARA } }, (plain) => {
    const begun = { pgCode: CARD, referenceNumber: FIRST, now: plain.createdAt };
    const wallet = { amount: kwd(amount), sessionId: sessionOf('c1') };
    const started = beginAttempt(plain, { ...begun, wallet });
    assert.ok(started.step === 'new');
    return started.transaction;
  });
}

/** What that run has asked of the wallet. */
function commandOf(opened: Transaction): PartCommand {
  const [attempt] = opened.attempts;
  assert.ok(attempt && hasPart(attempt));
  const key = reservationKey(opened, attempt);
  return {
    ...reservationFor(opened, attempt),
    key,
    sessionId: opened.sessionId,
    pgCode: CARD,
  };
}

function walletPays(amount: string, child = 'c1'): Partial<Submission> {
  return { pgCode: CARD, wallet: { amount: kwd(amount), sessionId: sessionOf(child) } };
}

function figures({ balance, reserved }: WalletAccount): string {
  return `${toDecimal(balance)}, ${toDecimal(reserved)} set aside`;
}

/** The names of the activities that a run has asked for. */
function asksOf(history: readonly HistoryEvent[]): readonly string[] {
  return history.flatMap(
    ({ activityTaskScheduledEventAttributes }) =>
      activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
}

function parts({ attempts }: Transaction): readonly (string | undefined)[] {
  return attempts.map(({ wallet }) => wallet?.state);
}

function statuses(wallets: FakeWallets): readonly string[] {
  return wallets.operations().map(([, status]) => status);
}
