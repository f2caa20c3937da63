import { problemOf } from './problem.ts';
import type { Problem } from './problem.ts';
import { isRecord, parseJson } from './record.ts';

export interface PaymentRequest {
  readonly type: 'e_commerce' | 'payment_request';
  /** A decimal string with the currency's decimals, such as "4.750" KWD. Never a float. */
  readonly amount: string;
  readonly currency_code: string;
  readonly pg_codes: readonly string[];
  readonly order_no: string;
  readonly customer_first_name?: string;
  readonly customer_last_name?: string;
  readonly customer_email?: string;
  readonly language: 'en' | 'ar';
  readonly redirect_url: string;
  readonly webhook_url: string;
}

export interface Payment {
  readonly sessionId: string;
  readonly checkoutUrl: string;
  readonly state: string;
}

/** A no is an answer too: it comes as a problem to be shown, not as an exception. */
export type Answer =
  | { readonly ok: true; readonly payment: Payment }
  | { readonly ok: false; readonly problem: Problem };

export type Sarraf = ReturnType<typeof sarraf>;

/** The two calls that a shop needs. The private key stays on the server: never send it to a browser. */
export function sarraf({ apiUrl, privateKey }: { apiUrl: string; privateKey: string }) {
  const transactions = `${apiUrl}/b/checkout/v1/pymt-txn/`;
  const authorization = { Authorization: `Api-Key ${privateKey}` };
  return {
    /** Creates a payment. Repeating it with the same key and request gives the same payment, never a second one. */
    createPayment: async (request: PaymentRequest, idempotencyKey: string): Promise<Answer> => {
      const post = (): Promise<Answer> =>
        ask(transactions, {
          method: 'POST',
          headers: {
            ...authorization,
            'Content-Type': 'application/json',
            'Idempotency-Key': idempotencyKey,
          },
          body: JSON.stringify(request),
        });
      const answer = await post();
      return isUncertain(answer) ? post() : answer;
    },

    /** Reads a payment by the session id that you kept when you created it. */
    readPayment: (sessionId: string): Promise<Answer> =>
      ask(`${transactions}${encodeURIComponent(sessionId)}/`, { headers: authorization }),
  };
}

/** No answer, or a fault of the server: nobody knows whether the payment exists, so it is asked once more. */
function isUncertain(answer: Answer): boolean {
  return !answer.ok && (answer.problem.status === 0 || answer.problem.status >= 500);
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    const body = parseJson(await response.text());
    const payment = response.ok ? paymentOf(body) : undefined;
    if (payment) return { ok: true, payment };
    return { ok: false, problem: problemOf(response.ok ? 0 : response.status, body) };
  } catch {
    return { ok: false, problem: { status: 0, messages: [] } };
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
