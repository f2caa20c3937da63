import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { runThatTells } from '../../../activities/operations.ts';
import { engineOn, type Engine } from '../../../engine/engine.ts';
import { ACTIVITY_PATIENCE } from '../../../engine/patience.ts';
import { runsOn } from '../../../engine/runs.ts';
import { Unavailable } from '../../../engine/unavailable.ts';
import type { Activities } from '../../../activities/index.ts';
import type { EventId, SessionId } from '../../../domain/ids.ts';
import type { TransactionState } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { notifyTransaction } from '../../../engine/notify-transaction.ts';
import {
  deliveryWorkflowId,
  operationWorkflowId,
  transactionWorkflowId,
} from '../../../workflows/ids.ts';
import type { delivery, operation, transaction } from '../../../workflows/index.ts';
import type { Submission, Submitted } from '../../../workflows/messages.ts';
import { aTransaction, DAY_MS, sessionOf } from '../../support/builders.ts';
import { until } from '../../support/http.ts';
import { fakeWorld, type World } from '../../support/fake-activities.ts';
import {
  ClockStands,
  startTimeSkipping,
  type TimeSkipping,
} from '../../../dev/servers/time-skipping.ts';
import { replayError } from '../../support/replays.ts';
import { runFakeWorkers } from '../../support/worker.ts';
import { atRest, type HistoryEvent } from './at-rest.ts';
import { anEdit, aSubmission, type Wanted } from './lines.ts';

/** What a test runs in: our workflows on a clock that it moves, the API's engine, and fakes around them. */
export interface TestEnvironment {
  readonly world: World;
  readonly engine: Engine;
  readonly time: TimeSkipping;
  /** A new transaction of 12.500 dinars, created now and open for a day, with its workflow started. */
  readonly start: (
    given?: Partial<Transaction>,
    shape?: (transaction: Transaction) => Transaction,
  ) => Promise<Transaction>;
  /** The payer presses Pay; each press is a request of its own. */
  readonly pay: (opened: Transaction, given?: Partial<Submission>) => Promise<Submitted>;
  /** The merchant wants something of it otherwise; computed anew, as the API does, when another change has come between. */
  readonly edit: (opened: Transaction, wanted: Wanted) => Promise<Transaction>;
  /** The document as it was last saved. */
  readonly document: (opened: Transaction) => Transaction;
  /** Resolves when a document in this state has been saved. */
  readonly becomes: (opened: Transaction, state: TransactionState) => Promise<void>;
  /** Resolves when the open run has done all that it can do before time passes. */
  readonly atRest: (opened: Transaction) => Promise<void>;
  /** Resolves when the latest run has taken so many commands: what is sent at once may arrive apart. */
  readonly taken: (opened: Transaction, commands: number) => Promise<void>;
  /** The calls that followed a failed first one for the event. */
  readonly delivery: (eventId: EventId) => WorkflowHandle<typeof delivery>;
  /** The latest run of the transaction. */
  readonly run: (opened: Transaction) => WorkflowHandle<typeof transaction>;
  /** The latest run of an operation. */
  readonly operation: (sessionId: SessionId) => WorkflowHandle<typeof operation>;
  /** The events of the latest run. */
  readonly history: (opened: Transaction) => Promise<readonly HistoryEvent[]>;
}

/**
 * Sets up the environment for the tests of a suite; call it inside `describe`. Server and workers are the same for the whole
 * process, the world is new for each test. After each test it holds true, whatever the test was about, that versions
 * grew by one and that no workflow task has failed, and after the suite that every history of its runs can be replayed.
 */
export function workflowEnvironment(): () => TestEnvironment {
  let server: TimeSkippingEnvironment;
  let environment: TestEnvironment;
  before('start the time-skipping server and the workers', async function () {
    this.timeout(120_000);
    server = await (opened ??= openTimeSkipping());
  });
  beforeEach(async function () {
    if (this.currentTest) watchedForForeignFaults(this.currentTest, () => server);
    if (isSuspect) server = await anotherEnvironment(server);
    isSuspect = false;
    environment = server.newTestEnvironment();
  });
  afterEach('leave nothing behind', async function () {
    isSuspect = !this.currentTest?.isPassed();
    if (isSuspect) return;
    await server.clear(this.currentTest?.fullTitle() ?? '');
    isSuspect = await server.isHeld();
  });
  after('every history of the suite can be replayed', async function () {
    this.timeout(120_000);
    const all = played;
    played = [];
    await replayAll(all);
  });
  return () => environment;
}

/**
 * What fails otherwise is not tried again, nor what is not over in time, because it may still be under way. What is foreign stays
 * for all tests that follow, so that the second try has another server. Where a run has not answered, the failure says how
 * far each run of the test had come; the server, which says what it is at, may not be asked again after that.
 */
function watchedForForeignFaults(test: Mocha.Test, server: () => TimeSkippingEnvironment): void {
  const { fn } = test;
  test.retries(0);
  test.fn = async function (this: Mocha.Context) {
    const over = new AbortController();
    try {
      if (fn)
        await Promise.race([
          Reflect.apply(fn, this, []),
          server().untilEndIsForgotten(over.signal),
        ]);
    } catch (error) {
      if (ofStandingClock(error) || (await server().hasForgottenAnEnd())) test.retries(1);
      if (error instanceof Unavailable) error.message += `\n${await server().standing()}`;
      throw error;
    } finally {
      over.abort();
    }
  };
}

/** Of an activity that a run waits for, as the server describes it. */
type PendingActivity = NonNullable<DescribedRun['raw']['pendingActivities']>[number];
type DescribedRun = Awaited<ReturnType<WorkflowHandle['describe']>>;

/**
 * Whether the test server tries an activity again whose time is over. It asks for the nanoseconds of that time where it means
 * whether there is one (temporalio/sdk-java, `TestServiceRetryState`, 1.38.0), and forgets it where the time falls on a full
 * second: of a thousand runs that wait for the end of such an activity, one waits for ever.
 */
export function isEndForgotten({ expirationTime }: PendingActivity, now: number): boolean {
  const end = optionalTsToMs(expirationTime) ?? 0;
  return end > 0 && end < now && end % 1000 === 0;
}

/** Also where an assertion had expected another error. */
export function ofStandingClock(error: unknown): boolean {
  const cause = error instanceof assert.AssertionError ? error.actual : error;
  return cause instanceof ClockStands;
}

/** An event of a workflow's history, as the SDK gives it. */
interface TimeSkippingEnvironment {
  readonly newTestEnvironment: () => TestEnvironment;
  readonly clear: (test: string) => Promise<void>;
  /** A line for each run of the test: what the server says of it, and its last events. And what the server itself is at. */
  readonly standing: () => Promise<string>;
  /** Whether a run of the test waits for an activity whose end the server has forgotten. */
  readonly hasForgottenAnEnd: () => Promise<boolean>;
  /** Rejects when one does that, if it ever does; the signal ends the looking. */
  readonly untilEndIsForgotten: (signal: AbortSignal) => Promise<never>;
  /** Whether something that is over holds the clock, and would make the next test wait in our own time. */
  readonly isHeld: () => Promise<boolean>;
  /** Ends it when something may still be under way in it. */
  readonly abandon: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 45_000;
/** Most tests are over before the first look. */
const LOOK_EVERY_MS = 10_000;
/** After a failed test something may wait for ever. */
const REST_MS = 30_000;
/** As many as two workflow tasks with an activity between them. */
const LAST_EVENTS = 12;
let opened: Promise<TimeSkippingEnvironment> | undefined;
/** The last test has failed, perhaps because the clock stands, or has left something that holds the clock. */
let isSuspect = false;
/** Of all environments of this process, so that no two of their runs have one id. */
let sessions = 0;
/** What the suite's tests have left, in whichever environment. */
let played: Played[] = [];

/** What runs in the one that is left may never come to rest. */
async function anotherEnvironment(left: TimeSkippingEnvironment): Promise<TimeSkippingEnvironment> {
  void left.abandon().catch(() => undefined);
  return (opened = openTimeSkipping());
}

after('stop the workers and the time-skipping server', async () => {
  if (opened) await (await opened).close();
});

async function openTimeSkipping(): Promise<TimeSkippingEnvironment> {
  const time = await startTimeSkipping();
  const { workflow } = time.client;
  const engine = engineOn(time.client, time.connection, DEADLINE_MS);
  const newWorld = () => {
    const made = fakeWorld();
    made.script.tellPayment = notifyTransaction(
      { find: async ({ sessionId }) => made.document(sessionId) },
      runsOn(workflow, ACTIVITY_PATIENCE),
      runThatTells,
    );
    return made;
  };
  let world = newWorld();
  let started: Transaction[] = [];
  const workers = await runFakeWorkers(
    time,
    delegating(() => world.activities),
  );

  const run = ({ sessionId }: Transaction) =>
    workflow.getHandle<typeof transaction>(transactionWorkflowId(sessionId));

  const start: TestEnvironment['start'] = async (given = {}, shape = (plain) => plain) => {
    const createdAt = await time.now();
    sessions += 1;
    const transaction = shape(
      aTransaction({
        sessionId: sessionOf(sessions.toString(16)),
        createdAt,
        expiresAt: createdAt + (given.expirationSeconds ?? DAY_MS / 1000) * 1000,
        ...given,
      }),
    );
    world.insert(transaction);
    started.push(transaction);
    await engine.start(transaction);
    return transaction;
  };

  const document = ({ sessionId }: Transaction) => world.document(sessionId);
  const edit: TestEnvironment['edit'] = async (member, wanted) => {
    const answer = await engine.edit(member, anEdit(document(member), wanted));
    return 'edited' in answer ? answer.edited : edit(member, wanted);
  };
  const history = async (member: Transaction) => (await run(member).fetchHistory()).events ?? [];

  const operationRuns = () =>
    [...world.operations.keys()].map((sessionId) =>
      workflow.getHandle(operationWorkflowId(sessionId)),
    );

  const runsOfTest = () => [...started.map(run), ...operationRuns()];

  const hasForgottenAnEnd = async () => {
    const now = await time.now();
    const described = await Promise.allSettled(runsOfTest().map((handle) => handle.describe()));
    const pending = described.flatMap((one) =>
      one.status === 'fulfilled' ? (one.value.raw.pendingActivities ?? []) : [],
    );
    return pending.some((activity) => isEndForgotten(activity, now));
  };

  const stopWorkersThen = async (endServer: () => Promise<void>) => {
    try {
      await workers.stop();
    } finally {
      await endServer();
    }
  };

  return {
    newTestEnvironment: () => {
      world = newWorld();
      started = [];
      return {
        world,
        engine,
        time,
        start,
        pay: (member, given) => engine.submit(member, aSubmission(given), randomUUID()),
        edit,
        document,
        becomes: (member, state) => world.until(() => document(member).state === state),
        delivery: (eventId) => workflow.getHandle<typeof delivery>(deliveryWorkflowId(eventId)),
        operation: (sessionId) =>
          workflow.getHandle<typeof operation>(operationWorkflowId(sessionId)),
        atRest: async (member) => {
          await atRest(run(member));
        },
        taken: async (member, commands) => {
          await until('the run has taken them', async () => {
            const events = await history(member);
            const accepted = events.filter(
              (event) => event.workflowExecutionUpdateAcceptedEventAttributes,
            );
            return accepted.length >= commands;
          });
        },
        run,
        history,
      };
    },
    standing: async () => {
      const lines = await Promise.all(runsOfTest().map(howFar));
      return [...lines, await time.threads()].join('\n');
    },
    clear: async (test) => {
      // Before their payments: a child that ends after its parent would hold the test server's clock for ever.
      const operations = operationRuns();
      const begun = await Promise.all(operations.map(end));
      const runs = operations.filter((_, nth) => begun[nth]);
      played.push(...(await Promise.all(runs.map((run) => playedIn(test, run)))));
      for (const member of started) {
        await end(run(member));
        const one = await playedIn(test, run(member));
        assert.deepEqual(failedTasks(one.history.events ?? []), [], 'A workflow task has failed.');
        played.push(one);
        const versions = world.versions(member.sessionId);
        assert.deepEqual(
          versions,
          versions.map((_, index) => index + 1),
          'Versions have a gap.',
        );
      }
      for (const { eventId } of world.notices)
        await end(workflow.getHandle(deliveryWorkflowId(eventId)));
    },
    hasForgottenAnEnd,
    untilEndIsForgotten: async (signal) => {
      while (!(await wait(LOOK_EVERY_MS, false, { signal }).catch(() => true)))
        if (await hasForgottenAnEnd())
          throw new Error('The test server has forgotten when an activity ends.');
      return new Promise(() => undefined);
    },
    isHeld: time.isHeld,
    abandon: () => stopWorkersThen(time.abandon),
    close: () => stopWorkersThen(time.close),
  };
}

/** Of a run that may be none, in one line. */
async function howFar(handle: WorkflowHandle): Promise<string> {
  const told = async () => {
    const { status, raw } = await handle.describe();
    const { events } = await handle.fetchHistory();
    const kinds = (events ?? []).map(
      (event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')) ?? '',
    );
    const last = kinds.slice(-LAST_EVENTS).map((kind) => kind.replace('EventAttributes', ''));
    const task = JSON.stringify(raw.pendingWorkflowTask ?? null);
    return `${status.name}, ${kinds.length} events, the last: ${last.join(' ')}; pending: ${task}`;
  };
  return `${handle.workflowId}: ${await told().catch(String)}`;
}

/**
 * What a test left open would act up when a later one moves the clock. A run is ended at rest only: what it has under
 * way holds the test server's clock, and would hold it for ever. False where there never was one.
 */
export async function end(handle: WorkflowHandle): Promise<boolean> {
  try {
    if (!(await Promise.race([atRest(handle), wait(REST_MS, true, { ref: false })]))) return true;
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return false;
  }
  try {
    await handle.terminate('The test is over.');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  return true;
}

/** A run as it was when its test was over. */
interface Played {
  readonly test: string;
  readonly workflowId: string;
  readonly history: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
}

async function playedIn(test: string, handle: WorkflowHandle): Promise<Played> {
  return { test, workflowId: handle.workflowId, history: await handle.fetchHistory() };
}

/**
 * A worker that begins anew does nothing else: what it would do otherwise than before would hang for ever. The first that goes
 * otherwise fails the suite, by its test.
 */
async function replayAll(all: readonly Played[]): Promise<void> {
  for (const { test, ...run } of all)
    assert.equal(
      await replayError(run),
      undefined,
      `${run.workflowId} of "${test}" does not replay.`,
    );
}

/**
 * Workflow tasks that our code has failed, which would be tried again for ever. One that failed because a message came
 * while the run was ending (cause 1, UNHANDLED_COMMAND) is no fault: the server repeats it with the message.
 */
export function failedTasks(events: readonly HistoryEvent[]): readonly string[] {
  return events.flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
    failed && Number(failed.cause) !== 1 ? [`${failed.failure?.message}`] : [],
  );
}

/** The workers live as long as the process; whom they serve changes with each test. */
function delegating(current: () => Activities): Activities {
  return {
    loadTransaction: (ref) => current().loadTransaction(ref),
    keepTransaction: (change) => current().keepTransaction(change),
    uncalledEvents: (ref) => current().uncalledEvents(ref),
    chooseAccount: (press) => current().chooseAccount(press),
    openAttempt: (command) => current().openAttempt(command),
    lookUpCard: (name) => current().lookUpCard(name),
    reserveCharge: (charge) => current().reserveCharge(charge),
    releaseCharge: (charge) => current().releaseCharge(charge),
    inquireAttempt: (command) => current().inquireAttempt(command),
    closeAttempt: (command) => current().closeAttempt(command),
    performOperation: (operation) => current().performOperation(operation),
    inquireOperation: (operation) => current().inquireOperation(operation),
    tellPayment: (operation) => current().tellPayment(operation),
    loadOperation: (operation) => current().loadOperation(operation),
    tellOfOperation: (told) => current().tellOfOperation(told),
    sendWebhook: (call) => current().sendWebhook(call),
    tellOfFailure: (event) => current().tellOfFailure(event),
    replayPage: (ref) => current().replayPage(ref),
    cancelReplay: (ref) => current().cancelReplay(ref),
    wantNotifications: (wanted) => current().wantNotifications(wanted),
    sendNotification: (id) => current().sendNotification(id),
    giveUpNotification: (id) => current().giveUpNotification(id),
    reservePart: (command) => current().reservePart(command),
    spendPart: (command) => current().spendPart(command),
    releasePart: (name) => current().releasePart(name),
    returnPart: (name) => current().returnPart(name),
    reconcile: (look) => current().reconcile(look),
    writeReport: (ref) => current().writeReport(ref),
    failReport: (ref) => current().failReport(ref),
    lookAtReports: (look) => current().lookAtReports(look),
    lookAtAgreement: (look) => current().lookAtAgreement(look),
    advanceCycle: (cycle) => current().advanceCycle(cycle),
    dispatchRows: (ref) => current().dispatchRows(ref),
    reviewInvoice: (look) => current().reviewInvoice(look),
    buryTransaction: (tombstone) => current().buryTransaction(tombstone),
    hearOfRemoved: (word) => current().hearOfRemoved(word),
    inquireRemoved: (ref) => current().inquireRemoved(ref),
    callForSilence: (attempt) => current().callForSilence(attempt),
    hearOfRemovedDispute: (word) => current().hearOfRemovedDispute(word),
  };
}
