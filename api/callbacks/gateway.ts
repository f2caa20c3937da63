import Router from '@koa/router';
import type { Context } from 'koa';
import { merchantId, pgCode, type ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { intend, recorded, type Doer } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { operationReported } from './operations.ts';
import { RequestError } from '../middleware/errors.ts';
import { readText } from '../middleware/read-text.ts';

/** A callback is a few kilobytes; more is somebody else's business. */
const MAX_BYTES = 256_000;

/**
 * A network posts its result here (decisions.md 9): verify, keep in the inbox once, signal the workflow, 200. A
 * forged callback changes nothing and is logged; an unknown reference is kept and starts nothing.
 */
export function gatewayCallbacks(deps: ApiDeps): Router {
  const { store, engine, logger } = deps;
  const router = new Router();

  router.post('/b/gw/callback/:pg_code', recorded(deps, 'callbacks.gateway'), async (ctx) => {
    const opened = await accountOf(deps, ctx);
    const { account, settings } = opened;
    const receivedAt = Date.now();
    const reading = gatewayFor(account.gateway).readCallback(settings, {
      headers: ctx.req.headers,
      // The raw text: the signature covers the bytes as they came.
      body: await readText(ctx, MAX_BYTES),
      receivedAt,
    });
    if (reading.step === 'forged') {
      const { requestId } = ctx.state;
      logger.warn({ requestId, pgCode: account.code, reason: reading.reason }, 'forged callback');
      throw new RequestError(400, 'invalid_signature', 'The callback is not signed as agreed.');
    }
    await intend(ctx, doerOf(account, reading.report));
    if (reading.step === 'operation') {
      await operationReported(deps, account, { ...reading, receivedAt });
      ctx.body = { received: true };
      return;
    }
    const { eventId: gatewayEventId, report } = reading;
    const { merchantId: merchant, code } = account;
    const { referenceNumber } = report;
    const key = { merchantId: merchant, pgCode: code, gatewayEventId };
    const [entry, transaction] = await Promise.all([
      store.inbox.receive({ ...key, referenceNumber, report, receivedAt }),
      store.transactions.findByReference(referenceNumber),
    ]);
    if (!transaction || !isAttemptOf(transaction, entry))
      logger.warn({ pgCode: code, referenceNumber }, 'callback for an unknown attempt');
    else if (!entry.signaled) {
      await engine.report(transaction, report);
      await store.inbox.markSignaled(key);
    }
    ctx.body = { received: true };
  });
  return router;
}

/** The gateway, as the audit log shall have it: only of what it has signed, because a forged callback is nobody's. */
function doerOf(
  { code, merchantId: merchant }: GatewayAccount,
  { referenceNumber }: { readonly referenceNumber?: ReferenceNumber },
): Doer {
  return {
    who: `gateway:${code}`,
    merchantId: merchant,
    ...(referenceNumber !== undefined && { referenceNumber }),
  };
}

async function accountOf({ store }: ApiDeps, ctx: Context) {
  const merchant = merchantId(String(ctx.query['merchant'] ?? ''));
  const code = pgCode(String(ctx['params']['pg_code']));
  const opened = merchant && code && (await store.gatewayAccounts.open(merchant, code));
  if (!opened) throw new Refusal('not_found', 'There is no such gateway account.');
  return opened;
}
