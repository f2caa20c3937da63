import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { isExpired } from '../../domain/card/validity.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal } from '../../domain/money.ts';
import { available, goneBack } from '../../domain/operation/amounts.ts';
import {
  checkerOf,
  decide,
  isDecisionLate,
  isMoreNeeded,
  isUnanswered,
  late,
  type Decision,
} from '../../domain/operation/approval.ts';
import { refuseBeginning } from '../../domain/operation/settle.ts';
import { startOfDay } from '../../domain/report/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { asWritten, emailTerm, type Term } from '../../domain/search/terms.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { MOST_COUNTED } from '../../store/bounded-search.ts';
import { callerOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { isTooSlow } from '../middleware/errors.ts';
import { refuseWhatAccountRefuses } from '../operations/capabilities.ts';
import { mustCheckerStepUp } from '../operations/step-up.ts';
import type { ApprovalRequest } from './requests.ts';

type Deps = Pick<ApiDeps, 'store'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a checker has to know besides the request itself (contract/operations#what-a-checker-is-shown). */
export async function aroundRequest({ store }: Deps, ctx: Context, request: ApprovalRequest) {
  const { merchantId, parentId } = request;
  const payment = await store.transactions.find({ merchantId, sessionId: parentId });
  const you = await standingOf({ store }, ctx, { request, payment });
  return {
    version: versionOf(request, payment),
    you: {
      ...you,
      needs_step_up: you.may_decide && (await mustCheckerStepUp({ store }, ctx, request)),
    },
    ...(payment && { context: await contextOf({ store }, ctx, { request, payment }) }),
  };
}

/**
 * Names what a checker was shown: another one says that the request or the money of its payment stands otherwise. What only
 * time changes, and what the merchant was told, is not in it.
 */
export function versionOf(request: ApprovalRequest, payment: Transaction | undefined): string {
  const {
    state,
    amount,
    settledAmount,
    paidAmount,
    operations = [],
    alerts,
  } = payment ?? {
    alerts: [],
  };
  const { disputes = [], deletedAt } = payment ?? {};
  const stands = [
    request.version,
    state,
    amount,
    settledAmount,
    paidAmount,
    operations.map(({ sessionId, version }) => [sessionId, version]),
    alerts.length,
    disputes.map(({ disputeId, state: how, saidAt }) => [disputeId, how, saidAt]),
    deletedAt,
  ];
  return createHash('sha256').update(JSON.stringify(stands)).digest('hex').slice(0, 16);
}

/** Whether this caller may say yes, by the very rules that decide when they do; else the sentence of the refusal. */
async function standingOf(
  deps: Deps,
  ctx: Context,
  looked: { readonly request: ApprovalRequest; readonly payment: Transaction | undefined },
) {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') return mayNot('A decision has a person: log in as a user.');
  const yes = { ...checkerOf(caller.user), verdict: 'approve' } as const;
  const refused = await refusalOf(deps, looked, yes);
  if (refused) return mayNot(refused.message, yes.checker && isUnanswered(looked.request));
  const alone = { ...yes, breakGlass: true } as const;
  return {
    may_decide: true,
    may_give_up: false,
    may_break_glass:
      isMoreNeeded(looked.request) && (await refusalOf(deps, looked, alone)) === undefined,
  };
}

function mayNot(whyNot: string, mayGiveUp = false) {
  return {
    may_decide: false,
    may_break_glass: false,
    may_give_up: mayGiveUp,
    why_not: whyNot,
  };
}

/** What a decision would be refused with now; undefined where it would be taken. */
async function refusalOf(
  deps: Deps,
  { request, payment }: Parameters<typeof standingOf>[2],
  decision: Decision,
): Promise<Refusal | undefined> {
  const now = Date.now();
  try {
    if (isDecisionLate(request, decision, now)) throw late();
    const decided = decide(request, decision, now);
    if (!payment || decided.state !== 'promised') return undefined;
    refuseBeginning(payment, decided);
    await refuseWhatAccountRefuses(deps, payment, decided);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function contextOf(
  { store }: Deps,
  ctx: Context,
  { request, payment }: { readonly request: ApprovalRequest; readonly payment: Transaction },
) {
  const { initiator, merchantId } = request;
  const now = Date.now();
  const attempt = decisiveAttempt(payment);
  const expiry = attempt?.charges?.expiry;
  const paidAt = attempt?.concludedAt;
  const merchant = await settingsOf(store, ctx);
  const [customer, made] = await Promise.all([
    // The rest of the request is shown without them.
    customerCounts(store, payment, now - 90 * DAY_MS).catch(leaveOutSlow),
    initiator
      ? store.operations.countRequests(merchantId, {
          requestedBy: initiator.id,
          createdFrom: startOfDay(now, merchant?.timeZone ?? 'UTC'),
        })
      : undefined,
  ]);
  return defined({
    refundable: toDecimal(available(payment, 'refund')),
    refunded_before: toDecimal(goneBack(payment)),
    payment_age_days: paidAt === undefined ? undefined : Math.floor((now - paidAt) / DAY_MS),
    customer_payments_90d: customer?.payments,
    customer_refunds_90d: customer?.refunds,
    maker_requests_today: made,
    card_expired: expiry && isExpired(expiry, now),
  });
}

function leaveOutSlow(error: unknown): undefined {
  if (!isTooSlow(error)) throw error;
}

/** What the same customer has paid since then, and of how many some came back; up to a thousand. */
async function customerCounts(
  { search }: Pick<Deps['store'], 'search'>,
  { merchantId, customer }: Transaction,
  since: number,
) {
  const term = customerTerm(customer);
  if (!term) return undefined;
  const filter = { terms: [[term]], created: { from: since }, paid: {} };
  const [payments, untouched] = await Promise.all([
    search.count(merchantId, filter, '-created'),
    search.count(merchantId, { ...filter, refunded: 'none' }, '-created'),
  ]);
  return { payments: Math.min(payments, MOST_COUNTED), refunds: Math.max(0, payments - untouched) };
}

/** By the merchant's own name for them, else by an address. */
function customerTerm({ id, email }: Transaction['customer']): Term | undefined {
  if (id !== undefined) return { kind: 'customer_id', value: asWritten(id) };
  return email === undefined ? undefined : { kind: 'customer_email', value: emailTerm(email) };
}
