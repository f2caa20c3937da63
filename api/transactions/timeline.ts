import { createHash } from 'node:crypto';
import Joi from 'joi';
import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import type { MerchantId, SessionId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { LEDGER_ACCOUNTS, type LedgerLine } from '../../domain/ledger/entry.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  TIMELINE_KINDS,
  timelineOf,
  timelinePage,
  type AuditTold,
  type DeliveryTold,
  type TimelineEntry,
  type TimelineFacts,
} from '../../domain/transaction/timeline.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { deliveryState } from '../../domain/webhook/delivery-state.ts';
import type { SubjectEntry } from '../../store/audit.ts';
import type { DeliveryBrief } from '../../store/webhook-lists.ts';
import { callerMay, isStaff } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { currencyText, moneyText, url } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { cursorFor, placeAfter, unknownParameters } from '../lists/cursor.ts';
import { pageLimit } from '../lists/page.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';

const text = Joi.string();
const time = Joi.string().isoDate();
/** Credits are less than nothing. */
const signedText = Joi.string().pattern(/^-?\d+(?:\.\d{1,4})?$/);
const count = Joi.number().integer().min(0);

/** Where an entry of the ledger has booked money. */
export const ledgerLines = Joi.array().items(
  object({
    account: text.valid(...LEDGER_ACCOUNTS).required(),
    amount: signedText.required(),
    currency_code: currencyText.required(),
  }),
);

/** What is known of an entry; the table of contract/search#timeline says what each kind has. */
const factsAnswer = object({
  state: text,
  step: text.valid('begun', 'ended', 'reversed', 'taken', 'returned'),
  type: text,
  operation: text,
  subject: text.valid('attempt', 'operation', 'dispute'),
  result: text,
  message: text.allow(''),
  amount: moneyText,
  fee: moneyText,
  currency_code: currencyText,
  pg_code: text,
  reference_number: text,
  channel: text,
  destination: text,
  source: text,
  calls: count,
  checkers: count,
  break_glass: Joi.boolean().valid(true),
  reason: text.allow(''),
  note: text,
  due: time,
  to: Joi.array().items(text),
  lines: ledgerLines,
  action: text,
  route: text,
  request_id: text,
  http_status: count,
});

/** A page of what happened to a payment, oldest first. */
export const timelineAnswer = object({
  next: url.allow(null).required(),
  results: Joi.array()
    .items(
      object({
        at: time.required(),
        kind: text.valid(...TIMELINE_KINDS).required(),
        who: text,
        from: text,
        about: text.required(),
        facts: factsAnswer.required(),
      }),
    )
    .required(),
});

const MOST = 500;

const timelineQuery = object({ limit: pageLimit(MOST), cursor: text.max(200) });

export const timelineDoc = {
  limit: {
    description: `How many entries; ${MOST} when it is left out.`,
    schema: { type: 'integer', minimum: 1, maximum: MOST },
  },
  cursor: {
    description: 'Where to go on: from `next`.',
    schema: { type: 'string', maxLength: 200 },
  },
} as const satisfies Readonly<Record<string, QueryDoc>>;

/**
 * What happened to a payment, as far as the caller may see it (contract/search#timeline). `path` is that of the timeline of
 * this payment.
 */
export async function timelineFor(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
  { transaction, path }: { readonly transaction: Transaction; readonly path: string },
) {
  const { sessionId } = transaction;
  const checked = check(timelineQuery, ctx.query);
  refuseFaults({ ...checked.faults, ...unknownParameters(ctx, Object.keys(timelineDoc)) });
  const { limit = String(MOST), cursor } = faultless(checked);
  const place = placeAfter(cursor, { sessionId }, ENTRY);
  const after = place && {
    at: place.at,
    is: (entry: TimelineEntry) => nameOf(entry) === place.id,
  };
  const sources = await sourcesOf(store, transaction, {
    since: after?.at ?? 0,
    maySeeAudit: callerMay(ctx, 'audit.view'),
  });
  const entries = timelineOf(sources, {
    maySeePeople: callerMay(ctx, 'customer.view'),
    maySeeNotes: isStaff(ctx),
  });
  const { results, next } = timelinePage(entries, { after, limit: Number(limit) });
  const further = new URL(path, publicUrl);
  if (next) {
    const at = cursorFor({ at: next.at, id: nameOf(next) }, { sessionId });
    further.search = String(new URLSearchParams({ limit, cursor: at }));
  }
  return { next: next ? further.href : null, results: results.map(presentEntry) };
}

const ENTRY = /^[0-9a-f]{32}$/;

/** One word that tells an entry from all others of its payment, however long the ids of others are. */
function nameOf({ kind, id }: Pick<TimelineEntry, 'kind' | 'id'>): string {
  return createHash('sha256').update(`${kind}/${id}`).digest('hex').slice(0, 32);
}

/** Twice a page, because those of the instant of a place are read again. Callers can make as many as they like. */
const MOST_AUDITED = 2 * MOST;

async function sourcesOf(
  store: ApiDeps['store'],
  transaction: Transaction,
  { since, maySeeAudit }: { readonly since: number; readonly maySeeAudit: boolean },
) {
  const { merchantId, sessionId, attempts } = transaction;
  const references = attempts.map(({ referenceNumber }) => referenceNumber);
  const [operations, callbacks, deliveries, notifications, ledger] = await Promise.all([
    store.operations.ofPayment(merchantId, sessionId),
    store.inbox.ofAttempts(merchantId, references),
    store.webhookLists.ofSession(merchantId, sessionId),
    store.notifications.listOf(merchantId, sessionId),
    store.ledger.listOf(merchantId, sessionId),
  ]);
  const sessions = [sessionId, ...operations.map((operation) => operation.sessionId)];
  return {
    transaction,
    operations,
    callbacks,
    deliveries: deliveries.map(toldByDelivery),
    notifications,
    ledger,
    audit: maySeeAudit ? await auditOf(store, merchantId, { sessions, since }) : [],
  };
}

async function auditOf(
  { audit }: Pick<ApiDeps['store'], 'audit'>,
  merchantId: MerchantId,
  { sessions, since }: { readonly sessions: readonly SessionId[]; readonly since: number },
): Promise<readonly AuditTold[]> {
  const found = await audit.ofSessions(merchantId, sessions, { since, limit: MOST_AUDITED });
  return found.map(toldByAudit);
}

function toldByDelivery(event: DeliveryBrief): DeliveryTold {
  const { eventId, createdAt, type, calls } = event;
  return {
    eventId,
    createdAt,
    ...(type !== undefined && { type }),
    state: deliveryState(event),
    // Of many calls the last ones are kept; their numbers go on.
    calls: calls.at(-1)?.call ?? 0,
  };
}

function toldByAudit({ _id: id, at, who, from, action }: SubjectEntry): AuditTold {
  return {
    id: String(id),
    at,
    who,
    from,
    action: action.name,
    about: action.childSessionId ?? action.sessionId,
    ...(action.route !== undefined && { route: action.route }),
    ...(action.requestId !== undefined && { requestId: action.requestId }),
    ...(action.status !== undefined && { httpStatus: action.status }),
  };
}

function presentEntry({ at, kind, who, from, about, facts }: TimelineEntry) {
  return defined({ at: isoUtc(at), kind, who, from, about, facts: presentFacts(facts) });
}

function presentFacts(facts: TimelineFacts) {
  const { amount, fee, dueAt, lines } = facts;
  return defined({
    state: facts.state,
    step: facts.step,
    type: facts.type,
    operation: facts.operation,
    subject: facts.subject,
    result: facts.result,
    message: facts.message,
    amount: amount && toDecimal(amount),
    fee: fee && toDecimal(fee),
    currency_code: amount?.currency,
    pg_code: facts.pgCode,
    reference_number: facts.referenceNumber,
    channel: facts.channel,
    destination: facts.destination,
    source: facts.source,
    calls: facts.calls,
    checkers: facts.checkers,
    break_glass: facts.breakGlass,
    reason: facts.reason,
    note: facts.note,
    due: dueAt === undefined ? undefined : isoUtc(dueAt),
    to: facts.to,
    lines: lines && presentLedgerLines(lines),
    action: facts.action,
    route: facts.route,
    request_id: facts.requestId,
    http_status: facts.httpStatus,
  });
}

/** The lines of an entry of the ledger, as programs read them. */
export function presentLedgerLines(lines: readonly LedgerLine[]) {
  return lines.map(({ account, amount }) => ({
    account,
    amount: toDecimal(amount),
    currency_code: amount.currency,
  }));
}
