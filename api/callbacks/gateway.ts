import type { Context } from 'koa';
import type { GatewayAccount } from '../../domain/account.ts';
import { merchantId, pgCode, type ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isHeard } from '../../domain/transaction/conclude.ts';
import { isAttemptOf } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { paymentNamed } from '../../store/payment-named.ts';
import { type Doer, intend } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { readText } from '../middleware/read-text.ts';
import { ANYBODY, undescribedRoute, type RouteContext } from '../route.ts';
import { disputeReported } from './disputes.ts';
import { operationReported } from './operations.ts';

/** A callback is a few kilobytes; more is somebody else's business. */
const MAX_BYTES = 256_000;

/**
 * A network posts its result here (contract/engine#callbacks): verify, keep in the inbox once, signal the workflow,
 * 200. A forged callback changes nothing and is logged; an unknown reference is kept and starts nothing; a callback that says
 * only that something has happened has the network asked; words that we do not know are told to who reads the log, besides.
 */
export const callbackRoutes = [
  undescribedRoute('callbacks.gateway', {
    method: 'POST',
    path: '/b/gw/callback/:pg_code',
    who: ANYBODY,
    handle: (deps) => (ctx) => called(deps, ctx),
  }),
];

async function called(deps: ApiDeps, ctx: RouteContext<'pg_code'>): Promise<void> {
  const { store, engine, logger } = deps;
  const opened = await accountOf(deps, ctx);
  const { account, settings } = opened;
  const receivedAt = Date.now();
  const reading = gatewayFor(account.gateway).readCallback(settings, {
    headers: ctx.req.headers,
    // The raw text: the signature covers the bytes as they came.
    body: await readText(ctx, MAX_BYTES),
    receivedAt,
  });
  deps.metrics.callbackRead(account.gateway, reading.step);
  if (reading.step === 'forged') {
    const { requestId } = ctx.state;
    logger.warn({ requestId, pgCode: account.code, reason: reading.reason }, 'forged callback');
    throw new RequestError(400, 'invalid_signature', 'The callback is not signed as agreed.');
  }
  ctx.body = { received: true };
  if (reading.step === 'nothing') return;
  if (reading.step === 'ask' || reading.step === 'unknown') {
    await askNetwork(deps, ctx, account, { ...reading, receivedAt });
    return;
  }
  if (reading.step === 'dispute') {
    const { paymentReference: referenceNumber } = reading.report;
    await intend(ctx, doerOf(account, { ...(referenceNumber && { referenceNumber }) }));
    await disputeReported(deps, account, { ...reading, receivedAt });
    return;
  }
  await intend(ctx, doerOf(account, reading.report));
  if (reading.step === 'operation') {
    await operationReported(deps, account, { ...reading, receivedAt });
    return;
  }
  if (reading.step === 'operation-there') {
    await operationThere(deps, account, { ...reading, receivedAt });
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
  if (!transaction || !isAttemptOf(transaction, { ...key, referenceNumber }))
    logger.warn({ pgCode: code, referenceNumber }, 'callback for an unknown attempt');
  else if (!entry.signaled) {
    // It has said so before, or the run has heard it by another way: no run need begin for that.
    const run = isHeard(transaction, report) ? undefined : await engine.report(transaction, report);
    await store.inbox.markSignaled(key, run);
  }
}

/**
 * One on a payment that is not known by its name there is kept for the reviver: its charge may be heard of later. One on a payment at
 * another account of the merchant starts nothing: that account is told, too.
 */
async function operationThere(
  deps: ApiDeps,
  account: Pick<GatewayAccount, 'merchantId' | 'code'>,
  {
    eventId,
    gatewayPayment,
    report: word,
    receivedAt,
  }: Extract<Reading, { step: 'operation-there' }> & { readonly receivedAt: number },
): Promise<void> {
  const { store, logger } = deps;
  const { merchantId: merchant, code: pgCode } = account;
  const found = await paymentNamed(store, { merchantId: merchant, pgCode }, gatewayPayment);
  if (found?.pgCode === pgCode) {
    const report = { ...word, paymentReference: found.referenceNumber, gatewayPayment };
    await operationReported(deps, account, { eventId, report, receivedAt });
    return;
  }
  logger.warn({ pgCode, gatewayPayment }, 'callback for an unknown payment');
  if (found) return;
  await store.inbox.receive({
    merchantId: merchant,
    pgCode,
    gatewayEventId: eventId,
    operation: { ...word, gatewayPayment },
    receivedAt,
  });
}

/**
 * It is kept as a word that decides nothing, and the network is asked how the payment stands. Somebody has to read what it says
 * in words that we do not know. One that names no payment is acknowledged all the same: it is signed, and a network whose event
 * is refused sends it for days and then no more of any. What it says may be anybody's, so the log has its name alone.
 */
async function askNetwork(
  { store, engine, logger }: ApiDeps,
  ctx: Context,
  { merchantId: merchant, code }: GatewayAccount,
  { step, eventId, referenceNumber, receivedAt, ...word }: Bell,
): Promise<void> {
  const { requestId } = ctx.state;
  if (referenceNumber === undefined) {
    logger.error({ requestId, pgCode: code, eventId }, 'callback that nobody can read');
    return;
  }
  if (step === 'unknown')
    logger.error(
      { requestId, pgCode: code, referenceNumber, eventId, ...word },
      'callback that nobody can read',
    );
  await intend(ctx, doerOf({ code, merchantId: merchant }, { referenceNumber }));
  const key = { merchantId: merchant, pgCode: code, gatewayEventId: eventId };
  const report = { referenceNumber, outcome: { result: 'pending' } } as const;
  const [entry, transaction] = await Promise.all([
    store.inbox.receive({ ...key, referenceNumber, report, asks: true, receivedAt }),
    store.transactions.findByReference(referenceNumber),
  ]);
  if (transaction && isAttemptOf(transaction, { ...key, referenceNumber }) && !entry.signaled) {
    await store.inbox.markSignaled(key, await engine.returned(transaction, referenceNumber));
  }
}

type Reading = ReturnType<ReturnType<typeof gatewayFor>['readCallback']>;
type Bell = Extract<Reading, { step: 'ask' | 'unknown' }> & {
  readonly receivedAt: number;
};

/** The gateway, as the audit log shall have it: only of what it has signed, because a forged callback is nobody's. */
function doerOf(
  { code, merchantId: merchant }: Pick<GatewayAccount, 'code' | 'merchantId'>,
  { referenceNumber }: { readonly referenceNumber?: ReferenceNumber },
): Doer {
  return {
    who: `gateway:${code}`,
    merchantId: merchant,
    ...(referenceNumber !== undefined && { referenceNumber }),
  };
}

async function accountOf({ store }: ApiDeps, ctx: RouteContext<'pg_code'>) {
  const merchant = merchantId(String(ctx.query['merchant'] ?? ''));
  const code = pgCode(ctx.params.pg_code);
  const opened = merchant && code && (await store.gatewayAccounts.open(merchant, code));
  if (!opened) throw new Refusal('not_found', 'There is no such gateway account.');
  return opened;
}
