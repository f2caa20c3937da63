import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { engineOn, type Engine } from '../../engine/engine.ts';
import { printedProgress } from '../../dev/progress.ts';
import { find } from '../../dev/servers/finder.ts';
import { runThatTells } from '../../activities/operations.ts';
import { testServer } from '../../dev/servers/test-server.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { Transaction, InquirySettings } from '../../domain/transaction/transaction.ts';
import { notifyTransaction } from '../../engine/notify-transaction.ts';
import { ACTIVITY_PATIENCE } from '../../engine/patience.ts';
import { runsOn } from '../../engine/runs.ts';
import {
  deliveryWorkflowId,
  invoiceWorkflowId,
  REPORTS_QUEUE,
  transactionWorkflowId,
} from '../../workflows/ids.ts';
import { settledSignal } from '../../workflows/messages.ts';
import { invoiceStartOf, invoiceResumeOf } from '../../workflows/starts.ts';
import { charged, aSubmission, said, SECOND } from '../workflows/support/lines.ts';
import { aMethod, anInvoice, aTransaction, codeOf, DAY_MS, kwd, sessionOf } from './builders.ts';
import { DEBIT_STORIES } from './debit-stories.ts';
import { fakeWorld, type World } from './fake-activities.ts';
import { DISPUTE_STORIES } from './dispute-stories.ts';
import { FILE_STORIES } from './file-stories.ts';
import { OPERATION_STORIES } from './operation-stories.ts';
import {
  IDENTITY,
  NAMESPACE,
  startTimeSkipping,
  type TimeSkipping,
} from '../../dev/servers/time-skipping.ts';
import { SARA, WALLET_STORIES } from './wallet-stories.ts';
import { runFakeWorkers } from './worker.ts';

/*
 * Records a history of every path that matters, for test/replay: run by hand, before a release, with the version as its
 * argument, and behind it "operations", "wallets", "disputes", "debits" or "files" for their stories only. What is recorded stays as it is: new code must replay what
 * older code has begun.
 */

const [version = readVersion(), only] = process.argv.slice(2);
const HERE = new URL('../replay/', import.meta.url);
const HOUR_MS = 3_600_000;

interface Take extends Pick<
  World,
  'script' | 'until' | 'notices' | 'operations' | 'wallets' | 'lateDisputes'
> {
  readonly time: TimeSkipping;
  readonly engine: Engine;
  readonly opened: Transaction;
  readonly document: () => Transaction;
  readonly run: () => WorkflowHandle;
  readonly save: (name: string, handle?: WorkflowHandle) => Promise<void>;
}

interface Circumstances {
  readonly time: TimeSkipping;
  readonly inquiry?: InquirySettings | undefined;
  /** What the transaction has become before the story begins. */
  readonly shape?: (opened: Transaction) => Transaction;
}

/** Each story is played by fakes on a new transaction, and saves the histories that are worth keeping. */
const STORIES: readonly ((take: Take) => Promise<void>)[] = [
  async ({ engine, opened, until, document, run, save }) => {
    await engine.viewed(opened);
    await until(() => document().state === 'pending');
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.report(opened, charged());
    await run().result();
    await save('card-paid');
  },
  async ({ script, engine, opened, run, save }) => {
    script.callAtOnce = () => ({ verdict: 'delivered' });
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.report(opened, charged());
    await run().result();
    await save('card-paid-called-at-once');
  },
  async ({ engine, opened, until, document, run, save }) => {
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.report(opened, said('failed'));
    await until(() => document().notice?.status === 'delivered');
    await engine.submit(opened, aSubmission({ referenceNumber: SECOND }), 'press-2');
    await engine.report(opened, charged(SECOND));
    await run().result();
    await save('declined-then-paid');
  },
  async ({ time, engine, opened, run, save }) => {
    await engine.submit(opened, aSubmission(), 'press-1');
    await time.skip(DAY_MS);
    await run().result();
    await save('expired');
    await engine.report(opened, charged());
    await run().result();
    await save('late-success');
  },
  async ({ engine, opened, run, save }) => {
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.cancel(opened, SECOND);
    await run().result();
    await save('canceled');
  },
  async ({ script, engine, opened, run, save }) => {
    script.open = () => ({ step: 'report', report: said('cod') });
    await engine.submit(opened, aSubmission({ pgCode: CASH }), 'press-1');
    await run().result();
    await save('cash');
  },
  async ({ script, time, engine, opened, until, notices, document, run, save }) => {
    script.merchant = ({ call }) => (call < 4 ? 'failed' : 'delivered');
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.report(opened, said('failed'));
    await until(() => document().notice?.status === 'failed');
    await time.skip(2 * HOUR_MS);
    const [notice] = notices;
    if (!notice) throw new Error('The decline was not told.');
    const delivery = time.client.workflow.getHandle(deliveryWorkflowId(notice.eventId));
    await delivery.result();
    await save('delivery', delivery);
    await engine.submit(opened, aSubmission({ referenceNumber: SECOND }), 'press-2');
    script.merchant = () => 'delivered';
    await engine.report(opened, charged(SECOND));
    await run().result();
    await save('webhook-handed-over');
  },
  async ({ engine, opened, run, save }) => {
    await engine.submit(opened, aSubmission(), 'press-1');
    await engine.payCash(opened, { referenceNumber: SECOND, requestId: 'request-1' });
    await run().result();
    await save('cash-acknowledged');
    await engine.archive(opened);
    await run().result();
    await save('archived');
  },
  async ({ script, time, opened, save }) => {
    const { sessionId, createdAt } = opened;
    const invoice = anInvoice({ sessionId, createdAt, dueAt: createdAt + DAY_MS });
    const { workflow } = time.client;
    const run = workflow.getHandle(invoiceWorkflowId(sessionId));
    script.review = () => 'overdue';
    await workflow.start('invoice', invoiceStartOf(invoice));
    await time.skip(DAY_MS);
    await run.result();
    await save('invoice-overdue', run);
    script.review = () => 'paid';
    const signal = { signal: settledSignal, signalArgs: [] };
    await workflow.signalWithStart('invoice', { ...invoiceResumeOf(invoice), ...signal });
    await run.result();
    await save('invoice-paid-late', run);
  },
];

/** The same where the gateway of the card can be asked; the stories above are older than that. */
const STORIES_WITH_INQUIRY: typeof STORIES = [
  async ({ script, time, engine, opened, run, save }) => {
    await engine.submit(opened, aSubmission(), 'press-1');
    await time.skip(HOUR_MS);
    const throttle = { firstAfterSeconds: 600, everySeconds: 1800, perDay: 3 };
    await engine.ask(opened, { throttle, tell: true });
    script.inquire = () => ({ step: 'report', report: charged() });
    await engine.ask(opened, { tell: true });
    await run().result();
    await save('asked');
  },
];

const CASH = codeOf('cash');

await record();

async function record(): Promise<void> {
  process.env['TEMPORAL_TEST_SERVER'] ??= await foundServer();
  const time = await startTimeSkipping();
  try {
    if (only === undefined) await recordPayments(time);
    if (only === undefined || only === 'operations') await recordOperations(time);
    if (only === undefined || only === 'wallets') await recordWallets(time);
    if (only === undefined || only === 'disputes') await recordDisputes(time);
    if (only === undefined || only === 'debits') await recordDebits(time);
    if (only === undefined || only === 'files') await recordFiles(time);
  } finally {
    await time.close();
  }
}

async function recordPayments(time: TimeSkipping): Promise<void> {
  for (const [index, story] of STORIES.entries()) await play(story, index + 1, { time });
  for (const [index, story] of STORIES_WITH_INQUIRY.entries())
    await play(story, STORIES.length + index + 1, { time, inquiry: DEFAULT_INQUIRY });
}

async function recordOperations(time: TimeSkipping): Promise<void> {
  const before = STORIES.length + STORIES_WITH_INQUIRY.length;
  for (const [index, { payment, play: story }] of OPERATION_STORIES.entries())
    await play(story, before + index + 1, { time, shape: payment });
}

async function recordWallets(time: TimeSkipping): Promise<void> {
  const before = STORIES.length + STORIES_WITH_INQUIRY.length + OPERATION_STORIES.length;
  for (const [index, { name, has, play: story }] of WALLET_STORIES.entries())
    await play(
      async (take) => {
        take.wallets.open(SARA, kwd(has));
        await story(take);
        await take.run().result();
        await take.save(name);
      },
      before + index + 1,
      { time, shape: ofSara },
    );
}

async function recordDisputes(time: TimeSkipping): Promise<void> {
  const before =
    STORIES.length + STORIES_WITH_INQUIRY.length + OPERATION_STORIES.length + WALLET_STORIES.length;
  for (const [index, { name, shape, play: story }] of DISPUTE_STORIES.entries())
    await play(
      async (take) => {
        await story(take);
        await take.save(name);
      },
      before + index + 1,
      { time, ...(shape && { shape }) },
    );
}

async function recordDebits(time: TimeSkipping): Promise<void> {
  for (const { name, play: story } of DEBIT_STORIES) {
    const world = fakeWorld();
    const workers = await runFakeWorkers(time, world.activities);
    try {
      await save(name, await story({ ...world, time }));
    } finally {
      await workers.stop();
    }
  }
}

async function recordFiles(time: TimeSkipping): Promise<void> {
  for (const { name, activities: own, play: story } of FILE_STORIES) {
    const activities = { ...fakeWorld().activities, ...own };
    const workers = await runFakeWorkers(time, activities);
    const files = await Worker.create({
      connection: time.native,
      namespace: NAMESPACE,
      identity: IDENTITY,
      taskQueue: REPORTS_QUEUE,
      activities,
    });
    const running = files.run();
    try {
      const handle = await story(time);
      await handle.result();
      await save(name, handle);
    } finally {
      files.shutdown();
      await running;
      await workers.stop();
    }
  }
}

function ofSara(opened: Transaction): Transaction {
  return { ...opened, customer: { id: SARA } };
}

async function foundServer(): Promise<string> {
  const { path } = await find(testServer(), printedProgress(process.stdout));
  return path;
}

async function play(
  story: (take: Take) => Promise<void>,
  nth: number,
  { time, inquiry, shape = (plain) => plain }: Circumstances,
) {
  const world = fakeWorld();
  world.script.tellPayment = notifyTransaction(
    { find: async ({ sessionId }) => world.document(sessionId) },
    runsOn(time.client.workflow, ACTIVITY_PATIENCE),
    runThatTells,
  );
  const workers = await runFakeWorkers(time, world.activities);
  const engine = engineOn(time.client, time.connection, 15_000);
  const opened = shape(await newTransaction(nth, { time, inquiry }));
  const run = () => time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
  world.insert(opened);
  await engine.start(opened);
  try {
    await story({
      ...world,
      time,
      engine,
      opened,
      document: () => world.document(opened.sessionId),
      run,
      save: (name, handle = run()) => save(name, handle),
    });
  } finally {
    await workers.stop();
  }
}

async function newTransaction(nth: number, { time, inquiry }: Circumstances): Promise<Transaction> {
  const createdAt = await time.now();
  return aTransaction({
    sessionId: sessionOf(nth.toString(16)),
    orderNo: `order-${nth}`,
    methods: [
      aMethod(inquiry && { inquiry }),
      aMethod({ pgCode: CASH, gateway: 'cash', offline: true }),
    ],
    createdAt,
    expiresAt: createdAt + DAY_MS,
  });
}

/** One event a line, so that a history can be read and compared. */
async function save(name: string, handle: WorkflowHandle): Promise<void> {
  const path = fileURLToPath(new URL(`${name}.${version}.json`, HERE));
  if (existsSync(path))
    throw new Error(
      `${path} is there already. Name a new version; delete the file only if it was never released.`,
    );
  const { events } = JSON.parse(historyToJSON(await handle.fetchHistory()));
  const lines = events.map((event: unknown) => JSON.stringify(event, withoutPlaces)).join(',\n');
  mkdirSync(HERE, { recursive: true });
  writeFileSync(path, `{"events":[\n${lines}\n]}\n`);
  console.log(`${name}: ${events.length} events`);
}

/** Where on whose machine a failure was made is nothing that a replay needs. */
function withoutPlaces(name: string, value: unknown): unknown {
  return name === 'stackTrace' ? '' : value;
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
