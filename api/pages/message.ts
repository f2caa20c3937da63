import type { Context, Next } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { MessageKind } from '../../render/pages/facts.ts';
import { renderMessage } from '../../render/pages/message.tsx';
import type { ApiDeps } from '../deps.ts';
import { problemOf } from '../middleware/errors.ts';
import { frameFor } from './frame.ts';
import { sendPage } from './headers.ts';
import { isInApp } from './in-app.ts';
import { backToMerchant } from '../../domain/webhook/return-destination.ts';

/** Where a payer can do nothing more, one sentence says why and what to do. Reloading it is safe. */
export function showMessage(
  ctx: Context,
  deps: Pick<ApiDeps, 'publicUrl'>,
  {
    kind,
    transaction,
    merchant,
    retryUrl,
    status = STATUS[kind],
  }: {
    readonly kind: MessageKind;
    readonly transaction?: Transaction;
    readonly merchant?: Merchant;
    readonly retryUrl?: string;
    readonly status?: number;
  },
): void {
  const back = transaction && !isInApp(ctx) ? backToMerchant(transaction) : undefined;
  const html = renderMessage({
    ...frameFor(ctx, deps, { ...(transaction && { transaction }), ...(merchant && { merchant }) }),
    kind,
    ...(kind === 'error' && { traceId: ctx.state.requestId }),
    ...(back !== undefined && { backToMerchantUrl: back }),
    ...(retryUrl !== undefined && { retryUrl }),
  });
  sendPage(ctx, html, { status });
}

/** On pages people read, so errors are pages too: also that they were read too often. */
export function pageErrors(deps: ApiDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (isProgram(ctx)) throw error;
      const { requestId } = ctx.state;
      const problem = problemOf(error, requestId);
      if (problem.status >= 500) deps.logger.error({ err: error, requestId }, 'page failed');
      ctx.set({ ...problem.headers });
      const kind = kindOf(error, problem.status);
      // A request that cannot be read has the page of a fault and the status of its own.
      showMessage(ctx, deps, { kind, ...(kind === 'error' && { status: problem.status }) });
    }
  };
}

/** A program that has missed the path of its route comes with its credentials, and reads JSON as everywhere. */
function isProgram(ctx: Context): boolean {
  return /^(?:api-key|token|bearer)\b/i.test(ctx.get('Authorization'));
}

const STATUS: Readonly<Record<MessageKind, number>> = {
  expired: 410,
  canceled: 410,
  'not-found': 404,
  'unknown-return': 404,
  'already-paid': 200,
  'not-available': 410,
  paused: 503,
  error: 500,
  'too-many': 429,
  unavailable: 503,
};

function kindOf(error: unknown, status: number): MessageKind {
  if (error instanceof Refusal) return error.code === 'not_found' ? 'not-found' : 'not-available';
  if (status === 429) return 'too-many';
  return status === 503 ? 'unavailable' : 'error';
}
