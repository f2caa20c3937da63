import type { Context, Next } from 'koa';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields, problemOf, RequestError, type Problem } from '../middleware/errors.ts';
import { operationIn } from './schema.ts';

/**
 * A refund to a wallet whose body is not right: 422, where any other operation has 400
 * (contract/operations#refund-to-wallet).
 */
export class InvalidWalletRefund extends RequestError {
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super(422, 'validation_error', 'The request is not valid.');
    this.fields = fields;
  }
}

/** A network or a wallet said no. `response` is what the network said, as it came. */
export class Declined extends RequestError {
  readonly response: object | undefined;

  constructor(code: string, message: string, response?: object) {
    super(400, code, message);
    this.response = response;
  }
}

/**
 * An operation that is refused says which one it was, and `result: "failed"`, beside why (contract/requests#errors).
 * Faults of fields and who may not come in keep their own shapes. After authorization.
 */
export async function failedOperation(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw noSuch(ctx);
    const failure = failureOf(error);
    if (!failure) throw error;
    ctx.set({ ...failure.headers });
    ctx.status = failure.status;
    ctx.body = { operation: nameOf(ctx, error), result: 'failed', ...failure.body };
  }
}

const FAILURES: ReadonlySet<number> = new Set([400, 409, 422]);

function failureOf(error: unknown): Problem | undefined {
  const isFailure =
    error instanceof Refusal
      ? error.fields === undefined && error.code !== 'step_up_required'
      : error instanceof RequestError && FAILURES.has(error.status);
  if (!isFailure) return undefined;
  const problem = problemOf(error, '');
  return { ...problem, body: { ...problem.body, ...saidBesides(error) } };
}

function saidBesides(error: unknown): object {
  if (error instanceof InvalidWalletRefund) return { errors: error.fields };
  const response = error instanceof Declined ? error.response : undefined;
  return response ? { pg_response: response } : {};
}

/**
 * It was removed after it had been looked up: an unknown name is a fault of its field
 * (contract/operations#which-payment).
 */
function noSuch(ctx: Context): InvalidFields {
  const field = 'session_id' in bodyOf(ctx) ? 'session_id' : 'order_no';
  return new InvalidFields({ [field]: [`There is no transaction with this ${field}.`] });
}

/**
 * Who asks again while the first call is under way asked for no operation of their own
 * (contract/operations#tracking-key).
 */
function nameOf(ctx: Context, error: unknown): string | undefined {
  return error instanceof RequestError && error.code === 'tracking_in_progress'
    ? 'operation_tracking'
    : operationIn(bodyOf(ctx));
}
