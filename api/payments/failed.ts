import type { Context, Next } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { problemOf, RequestError } from '../middleware/errors.ts';

/**
 * Charges and inquiries that are refused say `result: "failed"` beside why (contract/requests#errors). Errors of
 * fields, unknown names and who may not come in keep their own shapes. After authorization.
 */
export async function failedResult(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { status, body, headers } = problemOf(error, '');
    ctx.set({ ...headers });
    ctx.status = status;
    ctx.body = { ...body, result: 'failed' };
  }
}

function isFailure(error: unknown): boolean {
  if (error instanceof Refusal) return error.fields === undefined && error.code !== 'not_found';
  return error instanceof RequestError && error.status === 409;
}
