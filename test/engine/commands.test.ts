import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowUpdateFailedError, type WorkflowClient } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { drain as newDrain } from '../../api/drain.ts';
import { stop } from '../../api/stop.ts';
import {
  commandsOn,
  type CommandSettings,
  type InsistenceEnd,
  type Payments,
} from '../../engine/commands.ts';
import { requestPatience } from '../../engine/patience.ts';
import { Unavailable, Undecided } from '../../engine/unavailable.ts';
import { tooLate } from '../../domain/begin-by.ts';
import { Refusal, refusalNote } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { commandUpdateId, requestOf } from '../../workflows/ids.ts';
import { expireUpdate, type UpdateAnswer } from '../../workflows/messages.ts';
import { aTransaction } from '../support/builders.ts';
import { until } from '../support/http.ts';

const DEADLINE_MS = 300;
const PAYMENT = aTransaction();
const LATE: UpdateAnswer<Transaction> = { refused: refusalNote(tooLate()) };

/** One call of the Temporal client: under which id, and until when it may begin. */
interface Sent {
  readonly updateId: string;
  readonly beginBy: number;
}

describe('a command that moves money', () => {
  it('is Unavailable only after its moment, when it is closed and nothing of it stands', async () => {
    // Long enough for a second try, however busy the machine is.
    const deadlineMs = 3000;
    const { send, sent, closed } = over(outage, undefined, { deadlineMs });
    const began = Date.now();
    await assert.rejects(
      send(() => undefined),
      (error) => error instanceof Unavailable && !(error instanceof Undecided),
    );
    assert.ok(sent.length > 1, 'an outage is waited out');
    const [{ beginBy } = { beginBy: 0 }] = sent;
    const updateId = commandUpdateId('request-1', beginBy);
    assert.deepEqual(new Set(sent.map((one) => one.updateId)), new Set([updateId]));
    assert.deepEqual(closed, [sent[0]?.beginBy]);
    assert.ok((closed[0] ?? 0) >= began + deadlineMs);
  });

  it('is given as what it is where it stands, and is sent once more for a run that has lost it', async () => {
    const told: Sent[] = [];
    const { send, closed } = over((one) => {
      if (closed.length === 0) return outage();
      told.push(one);
      return Promise.resolve({ ok: PAYMENT });
    });
    assert.equal(await send((now) => now), PAYMENT);
    assert.equal(told.length, 1);
    assert.ok((told[0]?.beginBy ?? 0) > (closed[0] ?? Infinity));
  });

  it('is Undecided where the database does not say either', async function () {
    this.timeout(20_000);
    const { send, closed } = over(outage, () => Promise.reject(new Error('No primary.')));
    await assert.rejects(
      send(() => undefined),
      (error) => error instanceof Undecided,
    );
    assert.ok(closed.length > 1);
  });

  it('is sent until somebody answers where it was Undecided, because its caller must not send it again', async function () {
    this.timeout(20_000);
    let isBack = false;
    const answered: string[] = [];
    const { send, sent, insisted } = over(
      ({ updateId }) => {
        if (!isBack) return outage();
        answered.push(requestOf(updateId) ?? updateId);
        return Promise.resolve({ ok: PAYMENT });
      },
      () => Promise.reject(new Error('No primary.')),
    );
    await assert.rejects(
      send(() => undefined),
      (error) => error instanceof Undecided,
    );
    const moments = () => new Set(sent.map(({ beginBy }) => beginBy)).size;
    await until('it is sent again and again', async () => moments() > 2);
    isBack = true;
    await until('it is answered', async () => insisted.length > 0);
    // Twice as long as it waits between two tries and more: it is sent once, and not once more.
    await sleep(2500);
    assert.deepEqual(answered, ['request-1']);
    const [{ tries, ...end } = { tries: 0 }, ...others] = insisted;
    const { merchantId, sessionId } = PAYMENT;
    assert.deepEqual([end, others], [{ merchantId, sessionId, end: 'answered' }, []]);
    assert.ok(tries > 1, 'it was sent more than once');
  });

  for (const [what, { graceMs, ...expected }] of [
    ['until it is answered', { graceMs: 20_000, isWhole: true, end: 'answered' }],
    ['and is told as cut off after its grace', { graceMs: 100, isWhole: false, end: 'cut-off' }],
  ] as const)
    it(`that its caller must not send again holds a stop ${what}`, async function () {
      this.timeout(20_000);
      let isBack = false;
      const drain = newDrain();
      const cutOff = new AbortController();
      const { send, insisted } = over(
        () => (isBack ? Promise.resolve({ ok: PAYMENT }) : outage()),
        () => Promise.reject(new Error('No primary.')),
        { hold: (work) => drain.hold(work), ending: cutOff.signal },
      );
      await assert.rejects(
        send(() => undefined),
        (error) => error instanceof Undecided,
      );
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const stopped = stop(server, drain, { drainMs: 0, graceMs });
      assert.equal(await Promise.race([stopped, sleep(50, 'waiting')]), 'waiting');
      isBack = expected.isWhole;
      assert.equal(await stopped, expected.isWhole);
      cutOff.abort();
      isBack = true;
      // Long enough for another try, which is not told then.
      await sleep(2000);
      const { merchantId, sessionId } = PAYMENT;
      assert.deepEqual(
        insisted.map(({ tries: _tries, ...end }) => end),
        [{ merchantId, sessionId, end: expected.end }],
      );
    });

  it('is no more sent where a rule refuses it at last, and that is told with the payment alone', async function () {
    this.timeout(20_000);
    const refused = { code: 'invalid_state', detail: 'It is paid.' } as const;
    const { send, sent, insisted } = over(
      () => (sent.length > 0 && isBack ? Promise.resolve({ refused }) : outage()),
      () => Promise.reject(new Error('No primary.')),
    );
    let isBack = false;
    await assert.rejects(
      send(() => undefined),
      (error) => error instanceof Undecided,
    );
    isBack = true;
    await until('it is refused', async () => insisted.length > 0);
    const [{ error, ...end } = {}] = insisted;
    const { merchantId, sessionId } = PAYMENT;
    assert.deepEqual(end, { merchantId, sessionId, end: 'refused', tries: 1 });
    assert.ok(error instanceof Refusal);
  });

  it('is not sent again where it was Undecided and nobody was told to wait for it', async function () {
    this.timeout(20_000);
    const { send, sent } = over(outage, () => Promise.reject(new Error('No primary.')), {
      insists: false,
    });
    await assert.rejects(
      send(() => undefined),
      (error) => error instanceof Undecided,
    );
    const before = sent.length;
    await sleep(1500);
    assert.equal(sent.length, before);
  });

  it('is sent under no id with two moments: the server may run it until the one and record it until the other', async () => {
    const { send, sent } = over(outage);
    for (let times = 0; times < 3; times += 1)
      await assert.rejects(
        send(() => undefined),
        Unavailable,
      );
    const moments = new Set(sent.map(({ beginBy }) => beginBy));
    const ids = new Set(sent.map(({ updateId }) => updateId));
    const pairs = new Set(sent.map(({ updateId, beginBy }) => `${updateId} ${beginBy}`));
    assert.equal(moments.size, 3);
    assert.deepEqual([ids.size, pairs.size], [3, 3]);
    assert.deepEqual(new Set([...ids].map(requestOf)), new Set(['request-1']));
  });

  for (const [what, late] of [
    ['refused by the handler', () => Promise.resolve(LATE)],
    ['not taken by the validator', () => Promise.reject(notTaken())],
  ] as const)
    it(`is Unavailable where it is itself ${what}`, async () => {
      const { send, closed } = over(late);
      await assert.rejects(
        send(() => undefined),
        Unavailable,
      );
      assert.equal(closed.length, 1);
    });

  it('is refused by a rule as it is', async () => {
    const refused = { code: 'invalid_state', detail: 'It is paid.' } as const;
    const { send, closed } = over(() => Promise.resolve({ refused }));
    await assert.rejects(
      send(() => undefined),
      { code: 'invalid_state' },
    );
    assert.deepEqual(closed, []);
  });
});

/** What the gRPC client says of a server that is not there. */
const OUTAGE = { code: 14, details: '', metadata: {} };

const outage = () => Promise.reject(Object.assign(new Error('14'), OUTAGE));

function notTaken(): WorkflowUpdateFailedError {
  const cause = ApplicationFailure.nonRetryable('The command came too late.', 'TooLate');
  return new WorkflowUpdateFailedError('Workflow Update failed', cause);
}

/** The commands, over a Temporal that answers this, and a database that has this when commands are closed. */
function over(
  answer: (sent: Sent, nth: number) => Promise<UpdateAnswer<Transaction>>,
  closeCommands: Payments['closeCommands'] = async () => PAYMENT,
  {
    deadlineMs = DEADLINE_MS,
    hold,
    ending,
    ...what
  }: { readonly insists?: boolean; readonly deadlineMs?: number } & Pick<
    CommandSettings,
    'hold' | 'ending'
  > = {},
) {
  const sent: Sent[] = [];
  const closed: number[] = [];
  const insisted: InsistenceEnd[] = [];
  const workflow = {
    executeUpdateWithStart: (
      _update: unknown,
      { updateId, args }: { readonly updateId: string; readonly args: readonly [number] },
    ) => {
      sent.push({ updateId, beginBy: args[0] });
      return answer({ updateId, beginBy: args[0] }, sent.length);
    },
  } as unknown as WorkflowClient;
  const { command, decisive } = commandsOn({
    workflow,
    patience: requestPatience({ withDeadline: (_until, call) => call() }, deadlineMs),
    onInsisted: (end) => void insisted.push(end),
    hold,
    ending,
    payments: {
      closeCommands: (ref, moment) => {
        closed.push(moment);
        return closeCommands(ref, moment);
      },
    },
  });
  return {
    sent,
    closed,
    insisted,
    send: (standing: (now: Transaction) => Transaction | undefined) =>
      decisive(
        PAYMENT,
        (until) => command(PAYMENT, expireUpdate, [], { until, requestId: 'request-1' }),
        standing,
        what,
      ),
  };
}
