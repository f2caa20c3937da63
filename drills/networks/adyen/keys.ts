import { createHash } from 'node:crypto';

export interface StandInAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The requests that came under an `Idempotency-Key`: the first one is done, and its answer is given to all that come later
 * (docs.adyen.com/development-resources/api-idempotency).
 */
export class Keys {
  readonly #kept = new Map<string, { readonly hash: string; answer: StandInAnswer | undefined }>();
  /** So many requests came under the key of another one. The documentation does not say what happens to them. */
  conflicts = 0;

  async once(key: string, body: string, act: () => Promise<StandInAnswer>): Promise<StandInAnswer> {
    const hash = createHash('sha256').update(body).digest('hex');
    const known = this.#kept.get(key);
    if (known && known.hash !== hash) this.conflicts += 1;
    if (known && !known.answer) return refusal(422, '704', 'Request already in progress', true);
    if (known?.answer) return { ...known.answer, headers: { 'idempotency-key': key } };
    const entry: { readonly hash: string; answer: StandInAnswer | undefined } = {
      hash,
      answer: undefined,
    };
    this.#kept.set(key, entry);
    const answer = await act();
    // What was never begun is not kept: the same key may come with a better body.
    if (answer.status < 400) entry.answer = answer;
    else this.#kept.delete(key);
    return answer;
  }
}

/** A no in the shape of Adyen's `ServiceError`. */
export function refusal(
  status: number,
  errorCode: string,
  message: string,
  isTransient = false,
): StandInAnswer {
  return {
    status,
    body: { status, errorCode, message, errorType: 'validation' },
    ...(isTransient && { headers: { 'transient-error': 'true' } }),
  };
}
