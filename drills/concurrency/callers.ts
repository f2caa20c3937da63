import { randomUUID } from 'node:crypto';
import { answered, type Patience } from '../chaos/patience.ts';
import { amountOf } from '../chaos/payer.ts';
import type { DrillEnvironment } from '../chaos/environment.ts';
import type { Asked } from './observations.ts';
import type { Sale } from './sale.ts';

export interface Request {
  readonly kind: string;
  /** Left out: all that there is. */
  readonly fils?: number;
}

/** Asks as a merchant's program does: with a name of its own for the operation, and again when it was cut off. */
export async function ask(
  { run }: Pick<DrillEnvironment, 'run'>,
  patience: Patience,
  { sale, request }: { readonly sale: Sale; readonly request: Request },
): Promise<Asked> {
  const { kind, fils } = request;
  const key = randomUUID();
  const answer = await answered(patience, {
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
          ...(fils !== undefined && { amount: amountOf(fils) }),
        }),
      }),
  });
  const text = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'nothing';
  return { key, kind, fils: fils ?? sale.fils, text, answer: meaningOf(answer) };
}

function meaningOf(
  answer: { readonly status: number; readonly text: string } | undefined,
): Asked['answer'] {
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
