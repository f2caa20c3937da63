import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowClient } from '@temporalio/client';
import { refusalOf } from '../domain/refusal.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import { commandUpdateId } from '../workflows/ids.ts';
import { wasRefusedAsLate, type UpdateAnswer, type Command } from '../workflows/messages.ts';
import { resumeOf } from '../workflows/starts.ts';
import { TRY_AGAIN_MS, type RequestPatience } from './patience.ts';
import { askOnce, type Run } from './runs.ts';
import { answerToLate, isPassing } from './temporal-errors.ts';
import { Undecided, Unavailable } from './unavailable.ts';

/** Where it is seen what stands of a command that nobody has answered. */
export type Payments = Pick<Store['transactions'], 'closeCommands'>;

/** Where commands are sent, and how long they may take. */
export interface CommandSettings {
  readonly workflow: WorkflowClient;
  /** Its deadline is also how long after it was sent a command may begin. */
  readonly patience: RequestPatience;
  /** Where a command is closed that nobody has answered; without it commands may begin at any time. */
  readonly payments: Payments | undefined;
  /** Is told how it ended that a command was sent again and again. */
  readonly onInsisted?: ((end: InsistenceEnd) => void) | undefined;
  /** Makes a stop wait for what nobody awaits. */
  readonly hold?: ((work: Promise<unknown>) => unknown) | undefined;
  /** Aborted when the process ends: whatever is still sent again and again by then is cut off. */
  readonly ending?: AbortSignal | undefined;
}

/** A command of which nobody knew whether it stands, and what became of it. Nothing of what it says is in here. */
export interface InsistenceEnd extends TransactionRef {
  /**
   * `refused`: by a rule, or by a fault, which is the error then. `given-up`: nobody has answered in all the time. `cut-off`: nor
   * until the process ended.
   */
  readonly end: 'answered' | 'refused' | 'given-up' | 'cut-off';
  readonly tries: number;
  readonly error?: unknown;
}

/** Until when a command waits for its answer, and the name under which it is the same one. */
interface Sent {
  readonly until: number;
  readonly requestId: string;
}

type Sending<A> = { readonly args: A } & Pick<Sent, 'until'> & Partial<Sent>;

/** Commands to payments and operations, and what is known of one when nobody answers. */
export function commandsOn({
  workflow,
  patience,
  payments,
  onInsisted,
  hold = (work) => work,
  ending,
}: CommandSettings) {
  const { untilTaken, deadlineMs } = patience;
  /** What is sent until somebody answers. */
  const insisting = new Set<Omit<InsistenceEnd, 'end'>>();
  ending?.addEventListener('abort', () => {
    for (const one of insisting) ended(one, { end: 'cut-off' });
  });

  /**
   * Update-with-start: the open run answers, or a new run of the same id (contract/engine#closed-runs). Sent again
   * through an outage too, under the same update id, until it may not begin any more.
   */
  async function ask<T, A extends unknown[]>(
    run: Run,
    update: Command<T, A>,
    { args, until, requestId }: Sending<A>,
  ): Promise<T> {
    const updateId = requestId === undefined ? randomUUID() : commandUpdateId(requestId, until);
    const answer = await untilTaken(
      () => askOnce(workflow, run, update, { updateId, args: [...args, payments && until] }),
      until,
      (error) => isPassing(error) || error instanceof Unavailable,
    ).catch((error: unknown): UpdateAnswer<T> => answerToLate(error));
    if (wasRefusedAsLate(answer)) throw new Unavailable('The command came too late.');
    if (answer.refused) throw refusalOf(answer.refused);
    return answer.ok;
  }

  const command = <T, A extends unknown[]>(
    transaction: Transaction,
    update: Command<T, A>,
    args: A,
    { until = Date.now() + deadlineMs, requestId }: Partial<Sent> = {},
  ): Promise<T> =>
    ask(['transaction', resumeOf(transaction)], update, {
      args,
      until,
      ...(requestId !== undefined && { requestId }),
    });

  /**
   * A command that moves money: its answer, or `standing`, what is kept of it once it cannot begin any more.
   * Throws `Unavailable` where nothing stands. Where nobody knows it throws `Undecided`, and `insists`: it goes on sending the
   * command, because its caller is told that it was taken, and must not send it again.
   */
  async function decisive<T>(
    payment: TransactionRef,
    send: (until: number) => Promise<T>,
    standing: (now: Transaction) => Awaited<T> | undefined | Promise<Awaited<T> | undefined>,
    { insists = true }: { readonly insists?: boolean } = {},
  ): Promise<T> {
    const until = Date.now() + deadlineMs;
    try {
      return await send(until);
    } catch (error) {
      if (!(error instanceof Unavailable) || !payments) throw error;
      let now: Transaction | undefined;
      try {
        now = await closed(payments, payment, until);
      } catch (undecided) {
        if (insists) void hold(insist(payment, send));
        throw undecided;
      }
      const stands = now && (await standing(now));
      if (stands === undefined) throw error;
      // A run that was lost in the middle of its save learns of it by nothing but the same command.
      void hold(send(Date.now() + deadlineMs).catch(() => undefined));
      return stands;
    }
  }

  /** Sends it until somebody answers: the same command, which is done once however often it comes. */
  async function insist(
    { merchantId, sessionId }: TransactionRef,
    send: (until: number) => Promise<unknown>,
  ): Promise<void> {
    const own = { merchantId, sessionId, tries: 0 };
    insisting.add(own);
    for (const end = Date.now() + INSISTS_MS; insisting.has(own) && Date.now() < end;) {
      await sleep(INSISTS_EVERY_MS, undefined, { ref: false });
      own.tries += 1;
      try {
        await send(Date.now() + deadlineMs);
        return ended(own, { end: 'answered' });
      } catch (error) {
        if (!(error instanceof Unavailable)) return ended(own, { end: 'refused', error });
      }
    }
    ended(own, { end: 'given-up' });
  }

  /** Tells it once. */
  function ended(own: Omit<InsistenceEnd, 'end'>, how: Pick<InsistenceEnd, 'end' | 'error'>): void {
    if (insisting.delete(own)) onInsisted?.({ ...own, ...how });
  }

  return { ask, command, decisive };
}

/**
 * The payment once no command of this moment can begin any more; undefined where there is none. Throws `Undecided` when the
 * database does not say.
 */
async function closed(
  payments: Payments,
  ref: TransactionRef,
  moment: number,
): Promise<Transaction | undefined> {
  const until = Date.now() + CLOSED_WITHIN_MS;
  for (;;)
    try {
      return await payments.closeCommands(ref, moment);
    } catch (cause) {
      if (Date.now() > until)
        throw new Undecided('Nobody says whether the command was begun.', { cause });
      await sleep(TRY_AGAIN_MS);
    }
}

/** Longer than an outage that heals by itself, and than MongoDB keeps what a dead worker has locked. */
const INSISTS_MS = 10 * 60_000;
const INSISTS_EVERY_MS = 1000;

/** As long as a replica set may need for another primary, and whoever waits has patience for. */
const CLOSED_WITHIN_MS = 5000;
