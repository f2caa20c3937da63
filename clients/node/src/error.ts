/** What is known of a call that gave no answer that can be used. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly status?: number;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly mayBeDone: boolean;
  readonly cause?: unknown;
}

/** Every way in which a call can end without the answer that was asked for. Decide by `code`; the sentences may change. */
export class SarrafError extends Error {
  override readonly name = 'SarrafError';
  /**
   * The API's own code, such as `invalid_state`; `validation_error` for errors of fields. Without an answer:
   * `connection_failed`, `timeout`, `aborted`; `unreadable_answer` for one that is not of the API. Of `each`:
   * `list_moving`.
   */
  readonly code: string;
  /** Of HTTP; undefined where no answer came. */
  readonly status: number | undefined;
  /**
   * What is wrong with which field, by its path: `amount`, `billing_address.city`, `invoice_items.0.sku`. What is about
   * several fields stands under `non_field_errors`.
   */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Names the request in Sarraf's logs. */
  readonly requestId: string | undefined;
  /** The body of the answer: parsed JSON, or text where it was none. */
  readonly body: unknown;
  /** With what key it was asked. The same call with the same key finds out what became of it, and does nothing twice. */
  readonly idempotencyKey: string | undefined;
  /** Whether it may have been done all the same: to one of its tries no answer came, or one that says nothing about that. */
  readonly mayBeDone: boolean;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? {} : { cause: failure.cause });
    this.code = failure.code;
    this.status = failure.status;
    this.fields = failure.fields ?? {};
    this.requestId = failure.requestId;
    this.body = failure.body;
    this.idempotencyKey = failure.idempotencyKey;
    this.mayBeDone = failure.mayBeDone;
  }
}

/** What an answer says that is no success. */
export interface Refused {
  readonly status: number;
  readonly body: unknown;
  readonly requestId?: string;
}

/** Reads every body of an error of the API: `{detail, code}`, `{field: [message]}`, and fields inside of fields. */
export function failureOf({ status, body, requestId }: Refused): Omit<Failure, 'mayBeDone'> {
  const told = isRecord(body) ? body : {};
  const { detail, code, errors } = told;
  const isTold = typeof detail === 'string';
  const fields = messagesOf(isTold ? errors : told);
  const sentence = isTold
    ? detail
    : Object.entries(fields)
        .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
        .join('; ');
  return {
    message: sentence || `The answer, ${status}, is none of the API's.`,
    code: codeOf(isTold ? code : undefined, Object.keys(fields).length > 0),
    status,
    fields,
    body,
    ...(requestId !== undefined && { requestId }),
  };
}

function codeOf(code: unknown, hasFields: boolean): string {
  if (typeof code === 'string') return code;
  return hasFields ? 'validation_error' : 'unreadable_answer';
}

function messagesOf(value: unknown): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = Object.create(null);
  const look = (inner: unknown, path: string): void => {
    if (typeof inner === 'string') (found[path] ??= []).push(inner);
    else if (Array.isArray(inner))
      for (const [index, one] of inner.entries())
        look(one, typeof one === 'string' ? path : joined(path, String(index)));
    else if (isRecord(inner))
      for (const [name, one] of Object.entries(inner)) look(one, joined(path, name));
  };
  look(value, '');
  return { ...found };
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
