import { randomUUID } from 'node:crypto';
import { untilAnswered, type DrillPatience } from '../chaos/patience.ts';
import { dinarsOf } from '../dinars.ts';
import type { DrillEnvironment } from '../chaos/environment.ts';
import type { RequestObservation } from './observations.ts';
import type { ConcurrencySale } from './sale.ts';

export interface CallerRequest {
  readonly kind: string;
  /** Left out: all that there is. */
  readonly fils?: number;
}

/** Asks as a merchant's program does: with a name of its own for the operation, and again when it was cut off. */
export async function ask(
  { run }: Pick<DrillEnvironment, 'run'>,
  patience: DrillPatience,
  { sale, request }: { readonly sale: ConcurrencySale; readonly request: CallerRequest },
): Promise<RequestObservation> {
  const { kind, fils } = request;
  const key = randomUUID();
  const answer = await untilAnswered(patience, {
    orderNo: sale.about,
    what: kind,
    expected: [200, 202, 400],
    ask: (signal) =>
      fetch(`${run.api}/b/pbl/v2/operation/`, {
        method: 'POST',
        signal,
        headers: {
          Authorization: `Api-Key ${run.keys.private}`,
          'Content-Type': 'application/json',
          'Tracking-Key': key,
        },
        body: JSON.stringify({
          operation: kind,
          session_id: sale.session,
          ...(fils !== undefined && { amount: dinarsOf(fils) }),
        }),
      }),
  });
  const text = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'nothing';
  return { key, kind, fils: fils ?? sale.fils, text, answer: meaningOf(answer) };
}

function meaningOf(
  answer: { readonly status: number; readonly text: string } | undefined,
): RequestObservation['answer'] {
  switch (answer?.status) {
    case 200:
      // What the network has queued is nothing that was done.
      return resultIn(answer.text) === 'success' ? 'done' : 'pending';
    case 202:
      return 'pending';
    case 400:
      return 'refused';
    default:
      return 'none';
  }
}

function resultIn(text: string): unknown {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined;
}
