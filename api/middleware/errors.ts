import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { Refusal, type FieldErrors, type RefusalCode } from '../../domain/refusal.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { PasswordsBusy } from '../../store/password.ts';

/** A "no" that is about the request, not about the business: who asks, in what form. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Every fault of the fields of a request, at once (contract/requests#errors). */
export class InvalidFields extends Error {
  override readonly name = 'InvalidFields';
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super('The request is not valid.');
    this.fields = fields;
  }
}

/** A file that is larger than its field may have. */
export class FileTooLarge extends InvalidFields {}

/** Throws them where there are any. */
export function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

/** The HTTP status and the code on the wire of each refusal; a new one cannot be forgotten here. */
const REFUSALS: Readonly<Record<RefusalCode, { readonly status: number; readonly code: string }>> =
  {
    validation_error: { status: 400, code: 'validation_error' },
    not_found: { status: 404, code: 'not_found' },
    invalid_state: { status: 400, code: 'invalid_state' },
    expired: { status: 400, code: 'invalid_state' },
    locked: { status: 423, code: 'locked' },
    page_open: { status: 423, code: 'page_open' },
    invoice_immutable: { status: 400, code: 'invoice_immutable' },
    method_not_offered: { status: 400, code: 'validation_error' },
    gateway_error: { status: 502, code: 'gateway_error' },
    // Nothing was charged for certain: whoever sends it again, also under the same key, charges anew.
    gateway_unreached: { status: 400, code: 'gateway_error' },
    amount_exceeds_balance: { status: 400, code: 'amount_exceeds_balance' },
    operation_not_supported: { status: 400, code: 'operation_not_supported' },
    operation_not_enabled: { status: 400, code: 'operation_not_enabled' },
    currency_mismatch: { status: 400, code: 'currency_mismatch' },
    approval_pending: { status: 400, code: 'approval_pending' },
    step_up_required: { status: 401, code: 'step_up_required' },
    idempotency_conflict: { status: 409, code: 'idempotency_conflict' },
    duplicate_request: { status: 409, code: 'duplicate_request' },
    gateway_declined: { status: 400, code: 'gateway_declined' },
    account_inactive: { status: 400, code: 'account_inactive' },
    card_locked: { status: 400, code: 'card_locked' },
    card_expired: { status: 400, code: 'card_expired' },
    cvv_required: { status: 400, code: 'cvv_required' },
    no_cit: { status: 400, code: 'no_cit' },
    agreement_violation: { status: 400, code: 'agreement_violation' },
    policy_violation: { status: 400, code: 'policy_violation' },
    version_conflict: { status: 412, code: 'version_conflict' },
    too_late: { status: 503, code: 'unavailable' },
    forbidden: { status: 403, code: 'forbidden' },
  };

/** What the world sees of an error. */
export interface Problem {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Turns whatever was thrown into the contract's shapes; faults of ours are logged and never described. */
export function errors(logger: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const fault = problemOf(error, ctx.state.requestId);
      const problem = unlessBegun(ctx, fault);
      if (fault.status >= 500)
        logger.error({ err: error, requestId: ctx.state.requestId }, 'request failed');
      ctx.set({ ...problem.headers });
      ctx.status = problem.status;
      ctx.body = problem.body;
    }
  };
}

/** While money may be under way neither an outage nor a fault of ours is a reason to ask again. */
function unlessBegun({ state: { begun } }: Context, problem: Problem): Problem {
  return begun && problem.status >= 500 ? { status: 202, body: begun } : problem;
}

export function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof InvalidFields) return { status: 400, body: error.fields };
  if (error instanceof Refusal) {
    const { status, code } = REFUSALS[error.code];
    return { status, body: error.fields ?? { detail: error.message, code, ...error.facts } };
  }
  if (error instanceof RequestError)
    return {
      status: error.status,
      headers: error.headers,
      body: { detail: error.message, code: error.code },
    };
  if (isClientError(error))
    return { status: error.status, body: { detail: error.message, code: 'parse_error' } };
  if (error instanceof PasswordsBusy)
    return {
      status: 503,
      headers: { 'Retry-After': '2' },
      body: {
        detail: 'Too many are logging in right now. Nothing was done. Try again in a moment.',
        code: 'unavailable',
      },
    };
  if (error instanceof Unavailable || isDatabaseOutage(error))
    return {
      status: 503,
      headers: { 'Retry-After': '5' },
      body: {
        detail: 'The engine cannot answer right now. Try again; it is safe.',
        code: 'unavailable',
      },
    };
  return {
    status: 500,
    body: {
      detail: 'Something went wrong on our side.',
      code: 'internal_error',
      trace_id: requestId,
    },
  };
}

/** Libraries say so of a request that they cannot read, and mark what may be told. */
function isClientError(error: unknown): error is Error & { readonly status: number } {
  return (
    error instanceof Error &&
    'expose' in error &&
    error.expose === true &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

const DATABASE_OUTAGES: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongooseServerSelectionError',
]);

/** What a member of the replica set says that is no primary now, or is ending: another one will be there in seconds. */
const NO_PRIMARY: ReadonlySet<unknown> = new Set([
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** A question took longer than it was given (`maxTimeMS`). */
const TOO_SLOW = 50;

/** What the server said, to one write or to several at once. */
const SERVER_ERRORS: ReadonlySet<string> = new Set(['MongoServerError', 'MongoBulkWriteError']);

/** What Node says of a connection that ended while it was written to; the driver hands some of these on as they are. */
const BROKEN_CONNECTION: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED']);

function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (DATABASE_OUTAGES.has(error.name)) return true;
  if ('code' in error && BROKEN_CONNECTION.has(error.code)) return true;
  const code = 'code' in error ? error.code : undefined;
  // Several writes at once for which the server has no code: the connection broke before it answered.
  if (error.name === 'MongoBulkWriteError' && code === undefined) return true;
  return isTooSlow(error) || (SERVER_ERRORS.has(error.name) && NO_PRIMARY.has(code));
}

/** Whether the database gave up a question because it took too long (`maxTimeMS`). */
export function isTooSlow(error: unknown): boolean {
  return (
    error instanceof Error &&
    SERVER_ERRORS.has(error.name) &&
    'code' in error &&
    error.code === TOO_SLOW
  );
}
