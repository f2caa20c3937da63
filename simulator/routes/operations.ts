import Router from '@koa/router';
import type { Context } from 'koa';
import { balanceOf, presentBalance } from '../balance.ts';
import { claimedId } from '../claimed.ts';
import { fieldsOf, single } from '../fields.ts';
import { fingerprint } from '../fingerprint.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { entryOf, operate } from '../operate.ts';
import type { Operation, OperationKind } from '../operation.ts';
import { presentOperation } from '../operation.ts';
import type { Payment } from '../payment.ts';
import { Refusal } from '../refusals.ts';
import type { Served } from '../served.ts';
import { idIn, served } from '../served.ts';
import { toldMoney } from '../wrong-money.ts';

/** Captures, voids and refunds, and the inquiry about them. */
export function operationRoutes(network: Network): Router {
  const { records } = network;
  const router = new Router({ prefix: '/v1' });

  for (const kind of ['capture', 'void', 'refund'] as const)
    router.post(
      `/payments/:id/${kind}s`,
      served(network, kind, {
        paymentOf: (ctx, { account }) => paymentIn(ctx, network, account),
        serve: (ctx, call) => {
          make(ctx, network, { kind, call });
        },
      }),
    );

  router.get(
    '/payments/:id/operations',
    served(network, 'inquire', {
      paymentOf: (ctx, { account }) => paymentIn(ctx, network, account),
      serve: (ctx, { account }) => {
        const payment = paymentIn(ctx, network, account.account);
        const made = records.operations.list(payment.id);
        ctx.body = {
          ...presentBalance(balanceOf(payment, made), payment),
          operations: made.map(presentOperation),
        };
      },
    }),
  );

  router.get(
    '/operations',
    served(network, 'inquire', {
      serve: (ctx, call) => {
        const reference = single(ctx.query['merchant_reference']);
        show(ctx, records.operations.ofReference(call.account.account, reference), call);
      },
    }),
  );

  router.get(
    '/operations/:id',
    served(network, 'inquire', {
      serve: (ctx, call) => {
        const found = records.operations.find(idIn(ctx));
        show(ctx, found?.account === call.account.account ? found : undefined, call);
      },
    }),
  );

  return router;
}

/** Nothing is awaited between the look at the balance and the journal, so two at once cannot share one amount. */
function make(
  ctx: Context,
  network: Network,
  { kind, call }: { readonly kind: OperationKind; readonly call: Served },
): void {
  const { records, now } = network;
  const { account, strikes } = call;
  const payment = paymentIn(ctx, network, account.account);
  const key = idempotencyKey(ctx);
  const body = fieldsOf(ctx.request.body ?? {});
  const print = fingerprint({ kind, payment: payment.id, body });
  const claimed = claimedId(ctx, network, { account, strikes, print });
  if (claimed !== undefined) {
    show(ctx, records.operations.find(claimed), call);
    return;
  }
  const operation = operate(payment, { kind, body, now: now(), strikes }, records);
  const entry = entryOf(operation, payment, records.ledger.nextSeq);
  const claim = { key, fingerprint: print };
  records.write({ type: 'operation', operation, claim, ...(entry && { entry }) });
  show(ctx, operation, call);
  ctx.status = 201;
}

function paymentIn(ctx: Context, { records }: Network, account: string): Payment {
  const payment = records.payments.find(idIn(ctx));
  if (payment?.account !== account)
    throw new Refusal(404, 'not_found', 'This account has no such payment. Check the id.');
  about(ctx.state, { account, paymentId: payment.id });
  return payment;
}

function show(ctx: Context, operation: Operation | undefined, { strikes }: Served): void {
  if (operation === undefined)
    throw new Refusal(
      404,
      'not_found',
      'This account has no such operation. Check the id or reference.',
    );
  ctx.status = 200;
  ctx.body = toldMoney(presentOperation(operation), strikes);
}
