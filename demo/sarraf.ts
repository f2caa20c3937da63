import { createSarraf, type TransactionRequest } from '../clients/node/src/index.ts';
import { problemOf, type Problem } from './problem.ts';
import { isRecord } from './record.ts';

export interface Payment {
  readonly sessionId: string;
  readonly checkoutUrl: string;
  readonly state: string;
}

/** A no is an answer too: it comes as a problem to be shown, not as an exception. */
export type Answer =
  | { readonly ok: true; readonly payment: Payment }
  | { readonly ok: false; readonly problem: Problem };

export type Api = ReturnType<typeof api>;

/** The two calls that a shop needs. The private key stays on the server: never send it to a browser. */
export function api({ apiUrl, privateKey }: { apiUrl: string; privateKey: string }) {
  const { transactions } = createSarraf({ baseUrl: apiUrl, privateKey, timeoutMs: 30_000 });
  return {
    /** Creates a payment. Repeating it with the same key and request gives the same payment, never a second one. */
    createPayment: (request: TransactionRequest, idempotencyKey: string): Promise<Answer> =>
      answerOf(transactions.create(request, { idempotencyKey })),

    /** Reads a payment by the session id that you kept when you created it. */
    readPayment: (sessionId: string): Promise<Answer> => answerOf(transactions.retrieve(sessionId)),
  };
}

async function answerOf(asked: Promise<unknown>): Promise<Answer> {
  try {
    const payment = paymentOf(await asked);
    return payment ? { ok: true, payment } : { ok: false, problem: { status: 0, messages: [] } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function paymentOf(body: unknown): Payment | undefined {
  if (!isRecord(body)) return undefined;
  const { session_id: sessionId, checkout_url: checkoutUrl, state } = body;
  return typeof sessionId === 'string' &&
    typeof checkoutUrl === 'string' &&
    /^https?:/.test(checkoutUrl) &&
    URL.canParse(checkoutUrl) &&
    typeof state === 'string'
    ? { sessionId, checkoutUrl, state }
    : undefined;
}
