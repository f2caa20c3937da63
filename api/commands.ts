import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  type Connection,
  type WorkflowClient,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { tooLate } from '../domain/begin-by.ts';
import { refusalNote, refusalOf } from '../domain/refusal.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import type { Answer, Command } from '../workflows/messages.ts';
import { resumeOf } from '../workflows/starts.ts';
import { isOutage, isPassing } from './temporal-errors.ts';

/**
 * Temporal or the worker did not answer in time. Of a command that moves money nothing stands, and nothing will; anything
 * else may still happen, and asking again changes nothing more.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** The same of a command that moves money, where the database does not say either whether something of it stands. */
export class Undecided extends Unavailable {
  override readonly name = 'Undecided';
}

/** Where it is seen what stands of a command that nobody has answered. */
export type Payments = Pick<Store['transactions'], 'closeCommands'>;

/** Where commands are sent, and how long they may take. */
export interface CommandSettings {
  readonly workflow: WorkflowClient;
  readonly connection: Connection;
  /** How long a call waits for its answer, and how long after it was sent a command may begin. */
  readonly deadlineMs: number;
  /** Where a command is closed that nobody has answered; without it commands may begin at any time. */
  readonly payments: Payments | undefined;
}

/** Until when a command waits for its answer, and the name under which it is the same one. */
interface Sent {
  readonly until: number;
  readonly requestId: string;
}

type Sending<A> = { readonly args: A } & Pick<Sent, 'until'> & Partial<Sent>;

/** The type of a workflow, and how its open run is reached or a new one begins. */
type Run = ConstructorParameters<typeof WithStartWorkflowOperation>;

/** The calls of the engine, with their deadlines, and what is known of a command when nobody answers. */
export function commandsOn({ workflow, connection, deadlineMs, payments }: CommandSettings) {
  /** Runs one call against the deadline; a time-out and an unreachable server are `Unavailable`. */
  async function within<T>(call: () => Promise<T>, ms = deadlineMs): Promise<T> {
    try {
      return await connection.withDeadline(Date.now() + ms, call);
    } catch (error) {
      if (isOutage(error))
        throw new Unavailable('The engine did not answer in time.', { cause: error });
      throw error;
    }
  }

  /**
   * The same, tried again while the run passes by: it was ending when the call came, and something else came with it, so
   * the server has dropped the call. It carries the same update id each time. A run
   * that begins anew asks the document (a payment's) or its payment (an operation's) how it stands: what was done after all
   * is refused as done.
   */
  async function untilTaken<T>(
    call: () => Promise<T>,
    until = Date.now() + deadlineMs,
    isWorthAnother: (error: unknown) => boolean = isPassing,
  ): Promise<T> {
    for (;;)
      try {
        return await within(call, until - Date.now());
      } catch (error) {
        if (!isWorthAnother(error)) throw error;
        if (Date.now() + TRY_AGAIN_MS >= until)
          throw new Unavailable('The run took no command in time.', { cause: error });
        await sleep(TRY_AGAIN_MS);
      }
  }

  /**
   * Update-with-start: the open run answers, or a new run of the same id (decisions.md 8). Sent again through an outage too,
   * under the same update id, until it may not begin any more.
   */
  async function ask<T, A extends unknown[]>(
    run: Run,
    update: Command<T, A>,
    { args, until, requestId = randomUUID() }: Sending<A>,
  ): Promise<T> {
    const beginBy = payments && until;
    const send = async (updateId: string): Promise<Answer<T>> => {
      try {
        return await sendOnce(updateId);
      } catch (error) {
        if (!isRefusedAsLate(error)) throw error;
        return { refused: refusalNote(tooLate()) };
      }
    };
    const sendOnce = (updateId: string) =>
      untilTaken(
        () =>
          workflow.executeUpdateWithStart(update, {
            updateId,
            args: [...args, beginBy],
            startWorkflowOperation: new WithStartWorkflowOperation(...run),
          }),
        until,
        (error) => isPassing(error) || error instanceof Unavailable,
      );
    let answer = await send(requestId);
    // An earlier request of this name came too late; this one does not.
    if (isTooLate(answer) && Date.now() < until) answer = await send(`${requestId}/${until}`);
    if (isTooLate(answer)) throw new Unavailable('The command came too late.');
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
   * A command that moves money: its answer, or `standing`, what the payment says of it once it cannot begin any more.
   * Throws `Unavailable` where nothing stands.
   */
  async function decisive<T>(
    payment: TransactionRef,
    send: (until: number) => Promise<T>,
    standing: (now: Transaction) => Awaited<T> | undefined,
  ): Promise<T> {
    const until = Date.now() + deadlineMs;
    try {
      return await send(until);
    } catch (error) {
      if (!(error instanceof Unavailable) || !payments) throw error;
      const now = await closed(payments, payment, until);
      const stands = now && standing(now);
      if (stands === undefined) throw error;
      // A run that was lost in the middle of its save learns of it by nothing but the same command.
      void send(Date.now() + deadlineMs).catch(() => undefined);
      return stands;
    }
  }

  return { within, untilTaken, ask, command, decisive };
}

/** The validator of the run has refused it (workflows/commands.ts). */
function isRefusedAsLate(error: unknown): boolean {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === 'TooLate';
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

const TRY_AGAIN_MS = 50;

/** As long as a replica set may need for another primary, and whoever waits has patience for. */
const CLOSED_WITHIN_MS = 5000;

const isTooLate = ({ refused }: Answer<unknown>): boolean => refused?.code === 'too_late';
