import type { Context } from 'koa';
import { Undecided } from '../../engine/unavailable.ts';

/** The names by which a caller can read what becomes of the money that they asked to be moved. */
export interface Begun {
  readonly operation?: string;
  readonly session_id: string;
  readonly order_no?: string;
  readonly reference_number?: string;
}

/**
 * Sends a command that moves money. When it stands, or nobody knows whether it does, what fails in the rest of the request is
 * no reason to send it again: an outage or a fault of ours is answered with 202 and this body in place of 503 or 500
 * (contract/requests#unavailable).
 */
export async function sendCommand<T>(
  ctx: Context,
  pending: object,
  send: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await send();
    noteBegun(ctx, pending);
    return answer;
  } catch (error) {
    if (error instanceof Undecided) noteBegun(ctx, pending);
    throw error;
  }
}

/** The same for who has sent it already, and has now to read what became of it. */
export function noteBegun(ctx: Context, pending: object): void {
  ctx.state.begun = pending;
}

/** The body of that answer, where a route has none of its own. */
export function pendingBody(facts: Begun) {
  return {
    detail:
      'The request was taken, and it is not known yet what came of it. Do not send it again: read the payment, or wait for the webhook.',
    result: 'pending' as const,
    ...facts,
  };
}
