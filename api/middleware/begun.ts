import type { Context } from 'koa';
import { Undecided } from '../../engine/unavailable.ts';

/** By what a caller can read what becomes of the money that they asked to be moved. */
export interface Begun {
  readonly operation?: string;
  readonly session_id: string;
  readonly order_no?: string;
  readonly reference_number?: string;
}

/**
 * Sends a command that moves money. When it stands, or nobody knows whether it does, what fails in the rest of the request is
 * no reason to send it again: an outage is answered with 202 and these facts in place of 503
 * (contract/requests#unavailable).
 */
export async function moveMoney<T>(ctx: Context, facts: Begun, send: () => Promise<T>): Promise<T> {
  try {
    const answer = await send();
    ctx.state.begun = facts;
    return answer;
  } catch (error) {
    if (error instanceof Undecided) ctx.state.begun = facts;
    throw error;
  }
}

/** The body of that answer; undefined where no money may be under way. */
export function pendingBody(ctx: Context): object | undefined {
  const { begun: facts } = ctx.state;
  return (
    facts && {
      detail:
        'The request was taken, and it is not known yet what came of it. Do not send it again: read the payment, or wait for the webhook.',
      result: 'pending',
      ...facts,
    }
  );
}
