import assert from 'node:assert/strict';
import { activityEngineOn } from '../../engine/activity-engine.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { invoiceStatusOf } from '../../domain/invoice/status.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import { invoiceWorkflowId } from '../../workflows/ids.ts';
import type { invoice } from '../../workflows/index.ts';
import { settledSignal } from '../../workflows/messages.ts';
import { invoiceStartOf, invoiceResumeOf } from '../../workflows/starts.ts';
import { anInvoice, DAY_MS, sessionOf } from '../support/builders.ts';
import { end, workflowEnvironment } from './support/environment.ts';

describe('the workflow of an invoice', () => {
  const environment = workflowEnvironment();
  let count = 0;

  it('finds it overdue when it is due, in milliseconds of real time, and not before', async () => {
    const { time } = environment();
    const { run, invoice: billed, looks } = await issued({ dueInMs: 30 * DAY_MS });
    await time.skip(30 * DAY_MS - 60_000);
    assert.equal((await run.describe()).status.name, 'RUNNING');
    assert.deepEqual(looks(), []);
    await time.skip(60_000);
    assert.equal(await run.result(), 'overdue');
    const [look] = looks();
    assert.ok(look !== undefined && look >= billed.dueAt && look < billed.dueAt + 60_000);
  });

  it('needs few events: a timer and one look', async () => {
    const { time } = environment();
    const { run } = await issued({ dueInMs: DAY_MS });
    await time.skip(DAY_MS);
    await run.result();
    const { events = [] } = await run.fetchHistory();
    assert.ok((events?.length ?? 0) <= 12, `${events?.length} events`);
  });

  it('ends at once when the transaction is paid, and forgets the timer', async () => {
    const { run, settle } = await issued({ dueInMs: 30 * DAY_MS });
    await settle('paid');
    assert.equal(await run.result(), 'paid');
  });

  it('ends at once when the transaction is canceled', async () => {
    const { run, settle } = await issued({ dueInMs: 30 * DAY_MS });
    await settle('canceled');
    assert.equal(await run.result(), 'canceled');
  });

  it('goes on waiting after a signal that changed nothing', async () => {
    const { time } = environment();
    const { run, settle, looks } = await issued({ dueInMs: DAY_MS });
    await settle('pending');
    await environment().world.until(() => looks().length === 1);
    await time.skip(DAY_MS);
    assert.equal(await run.result(), 'overdue');
  });

  it('finds a transaction paid whose signal never came', async () => {
    const { time } = environment();
    const { run, becomes } = await issued({ dueInMs: DAY_MS });
    becomes('paid');
    await time.skip(DAY_MS);
    assert.equal(await run.result(), 'paid');
  });

  it('is paid by money that comes after the due date, in a run of its own', async () => {
    const { time } = environment();
    const { run, settle } = await issued({ dueInMs: DAY_MS });
    await time.skip(DAY_MS);
    assert.equal(await run.result(), 'overdue');
    await settle('paid');
    assert.equal(
      await environment().time.client.workflow.getHandle(run.workflowId).result(),
      'paid',
    );
  });

  it('has another run after one that was ended by force, and no second one beside it', async () => {
    const { time } = environment();
    const { run, invoice: billed, settle } = await issued({ dueInMs: DAY_MS });
    const engine = activityEngineOn(time.client, { find: notAsked }, () => 'revive');
    assert.equal(await engine.resumeInvoice(billed), false);
    await run.terminate();
    assert.equal(await engine.resumeInvoice(billed), true);
    assert.equal(await engine.resumeInvoice(billed), false);
    await settle('paid');
    assert.equal(await run.result(), 'paid');
  });

  it('is overdue from its birth when the date has passed already', async () => {
    const { run } = await issued({ dueInMs: -DAY_MS });
    assert.equal(await run.result(), 'overdue');
  });

  it('looks once a year at one that is due in a hundred years', async () => {
    const { time } = environment();
    const { run, looks } = await issued({ dueInMs: 100 * 365 * DAY_MS });
    await time.skip(365 * DAY_MS + 1000);
    await environment().world.until(() => looks().length === 1);
    assert.equal((await run.describe()).status.name, 'RUNNING');
    await end(run);
  });

  it('refuses a second birth of the same invoice', async () => {
    const { invoice: billed, run } = await issued({ dueInMs: DAY_MS });
    const { workflow } = environment().time.client;
    await assert.rejects(workflow.start('invoice', invoiceStartOf(billed)));
    await end(run);
  });

  /** A new invoice with its workflow, and its transaction in the state that a test gives it. */
  async function issued({ dueInMs }: { readonly dueInMs: number }) {
    const { time, world } = environment();
    const { workflow } = time.client;
    count += 1;
    const createdAt = await time.now();
    const billed: Invoice = anInvoice({
      sessionId: sessionOf(`b${count.toString(16)}`),
      createdAt,
      dueAt: createdAt + dueInMs,
    });
    const looks: number[] = [];
    let state: TransactionState = 'created';
    let { status } = billed;
    world.script.review = ({ now }) => {
      looks.push(now);
      status = invoiceStatusOf({ status, state, dueAt: billed.dueAt, now });
      return status;
    };
    await workflow.start('invoice', invoiceStartOf(billed));
    const becomes = (next: TransactionState) => {
      state = next;
    };
    return {
      invoice: billed,
      run: workflow.getHandle<typeof invoice>(invoiceWorkflowId(billed.sessionId)),
      looks: () => looks,
      becomes,
      settle: async (next: TransactionState) => {
        becomes(next);
        await workflow.signalWithStart('invoice', {
          ...invoiceResumeOf(billed),
          signal: settledSignal,
          signalArgs: [],
        });
      },
    };
  }
});

async function notAsked(): Promise<never> {
  assert.fail('No payment is looked for.');
}
