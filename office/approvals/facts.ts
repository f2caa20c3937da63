import type { requestDetail } from '../../api/operation-requests/answer.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { Language } from '../../domain/language.ts';
import type { Permission } from '../../domain/permission.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import {
  WATCHED,
  type ApprovalFacts,
  type RequestVerdict,
  type Warning,
  type Watched,
} from '../../render/office/approval-facts.ts';
import type { HiddenField } from '../../render/pages/facts.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import type { FormFacts } from '../../render/office/form.tsx';
import type { StepUpAsked } from '../../render/office/step-up.tsx';
import { gatewayNames, settledIn, type DetailAnswer } from '../payments/detail-facts.ts';
import { cardInShort, isNothing } from '../payments/list-facts.ts';
import { paymentPath } from '../payments/read.ts';

export type RequestAnswer = AnswerOf<typeof requestDetail>;

/** Who looks at a request, and what they may. */
export interface RequestReader {
  readonly id: number;
  readonly stepUpBy: StepUpBy;
  readonly may: (permission: Permission) => boolean;
}

interface Refused {
  readonly refusal?: string;
  readonly code?: string;
  readonly faults?: readonly string[];
}

type WrongStepUp = Pick<StepUpAsked, 'wrongAt'>;

/** What was sent, and what came of it so far. */
export interface Sent {
  readonly verdict: RequestVerdict;
  readonly comment: string;
  /** The version and the facts that were shown, as the form has sent them. */
  readonly hidden: readonly HiddenField[];
  readonly outcome:
    | ({ readonly is: 'refused' } & Refused)
    /** Beside it why it was refused to ask again, or that they have to show once more who they are. */
    | ({ readonly is: 'unknown'; readonly stepUp?: WrongStepUp } & Refused)
    | { readonly is: 'changed' }
    | ({ readonly is: 'step-up' } & WrongStepUp);
}

/** From then on a payment is old: a network may not take a refund of it any more. Days. */
const OLD_DAYS = 90;
/** From the so manieth request of one person in a day on it is said. */
const MANY_REQUESTS = 6;
/** From so many payments of one customer that went back in 90 days on it is said. */
const MANY_REFUNDS = 2;
const HOUR_MS = 60 * 60 * 1000;

/**
 * The screen on which somebody decides. Who may decide the API has said in `you`; the payment is there for who may look at it.
 * `now` is in epoch milliseconds.
 */
export function approvalFacts(
  frame: OfficeFrame,
  request: RequestAnswer,
  {
    payment,
    reader,
    form,
    now,
    sent,
    isNews = false,
    next,
  }: {
    readonly payment?: DetailAnswer | undefined;
    readonly reader: RequestReader;
    readonly form: FormFacts;
    readonly now: number;
    readonly sent?: Sent | undefined;
    readonly isNews?: boolean;
    readonly next?: ApprovalFacts['next'];
  },
): ApprovalFacts {
  const { currency_code: currency, context, approvals } = request;
  const money = (value: string) => ({ value, currency });
  const outcome = sent?.outcome;
  const stepUp =
    outcome?.is === 'unknown' ? outcome.stepUp : outcome?.is === 'step-up' ? outcome : undefined;
  const isFixed = outcome?.is === 'step-up' || outcome?.is === 'unknown';
  const offers = isFixed ? [sent?.verdict ?? 'approve'] : verdictsFor(request, reader);
  const whyNot = whyNotFor(request, reader);
  const seen = seenIn(request, payment);
  const told = operationOf(request, payment);
  const message = told?.message || request.last_error;
  return {
    ...frame,
    ...(request.number !== undefined && { number: request.number }),
    kind: request.operation,
    state: request.state,
    ...(request.requested_by && { maker: request.requested_by.username }),
    amount: money(request.operation_amount),
    ...(request.amount !== undefined && { payment: money(request.amount) }),
    toWallet: request.destination === 'wallet',
    isSandbox: payment?.is_sandbox === true,
    ...reasonIn(request),
    ...(context &&
      request.operation === 'refund' && {
        remains: money(context.refundable),
        // Of what is decided this may be itself.
        ...(request.state === 'pending' &&
          !isNothing(context.refunded_before) && { back: money(context.refunded_before) }),
      }),
    ...(request.order_no !== undefined && { orderNo: request.order_no }),
    ...(payment && paymentIn(payment, frame.language)),
    warnings: warningsOf(request, payment),
    needed: request.approvals_needed,
    votes: approvals.map(({ by, at, note, break_glass: isAlone }) => ({
      by: by.username,
      at,
      isAlone: isAlone === true,
      ...(note !== undefined && { note }),
    })),
    ...deadlineIn(request, now),
    offers,
    ...(whyNot && !isFixed && { whyNot }),
    ...(request.you.may_break_glass &&
      reader.may('payment.approve') &&
      !isFixed && { breakGlassUrl: `/office/approvals/${request.id}/break-glass` }),
    form,
    // What was not decided is sent again as it was shown; only what has changed is shown, and sent, anew.
    hidden:
      sent === undefined || sent.outcome.is === 'changed' ? hiddenOf(request, seen) : sent.hidden,
    comment: sent?.comment ?? '',
    ...((outcome?.is === 'refused' || outcome?.is === 'unknown') && {
      ...(outcome.refusal !== undefined && { refusal: outcome.refusal }),
      ...(outcome.code !== undefined && { refusalCode: outcome.code }),
      ...(outcome.faults && { commentFaults: outcome.faults }),
    }),
    ...(outcome?.is === 'changed' && { changed: changedIn(sent?.hidden ?? [], seen) }),
    ...(stepUp && {
      stepUp: {
        by: reader.stepUpBy,
        ...(stepUp.wrongAt !== undefined && { wrongAt: stepUp.wrongAt }),
      },
    }),
    ...(!isFixed && offers.includes('approve') && request.you.needs_step_up
      ? { stepUpAhead: reader.stepUpBy }
      : {}),
    ...(outcome?.is === 'unknown' && { isUnknown: true }),
    isNews,
    // Who may not look at the payment reads it from the request itself.
    isQueued: (told?.state ?? request.result?.result) === 'queued',
    isTakenBack: request.result?.result === 'failed',
    ...(request.decided_by && { decidedBy: request.decided_by.username }),
    ...(request.reason !== undefined && { decisionReason: request.reason }),
    ...(message && { message }),
    ...(told?.gateway_reference !== undefined && { gatewayReference: told.gateway_reference }),
    ...(next && { next }),
  };
}

/** What this person can do now, in the order of the buttons. */
export function verdictsFor(
  request: RequestAnswer,
  reader: RequestReader,
): readonly RequestVerdict[] {
  const { state, operation, you } = request;
  if (state === 'manual_action_required')
    return [
      ...(reader.may(`payment.${operation}`) ? (['retry'] as const) : []),
      ...(you.may_give_up && reader.may('payment.approve') ? (['giveUp'] as const) : []),
    ];
  if (state !== 'pending') return [];
  switch (whyNotFor(request, reader)) {
    case 'own':
      return ['withdraw'];
    case undefined:
      return ['approve', 'reject'];
    case 'payment':
      // A no is always good (contract/operations#approval).
      return ['reject'];
    default:
      return [];
  }
}

/** Why this person does not decide about what waits. */
function whyNotFor(
  { state, you, requested_by: maker, approvals }: RequestAnswer,
  { id, may }: RequestReader,
): ApprovalFacts['whyNot'] {
  if (state !== 'pending') return undefined;
  if (maker?.id === id) return 'own';
  if (approvals.some(({ by }) => by.id === id)) return 'voted';
  if (!may('payment.approve')) return 'reader';
  return you.may_decide ? undefined : 'payment';
}

function reasonIn({
  operation_reason: reason,
}: RequestAnswer): Pick<ApprovalFacts, 'reason' | 'reasonNote'> {
  if (!reason) return {};
  const { code, note } = reason;
  return { reason: code, ...(note !== undefined && { reasonNote: note }) };
}

function paymentIn(payment: DetailAnswer, language: Language): Partial<ApprovalFacts> {
  const settled = settledIn(payment);
  const name = [payment.customer_first_name, payment.customer_last_name]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    paymentUrl: paymentPath(payment),
    ...(name !== '' && { customerName: name }),
    ...(settled && {
      paidAt: settled.ended ?? settled.started,
      methodName: gatewayNames(payment, language)(settled.pg_code),
      ...(settled.card && { card: cardInShort(settled.card) }),
    }),
  };
}

/** What the gateway has made of it. */
function operationOf({ id }: RequestAnswer, payment: DetailAnswer | undefined) {
  return payment?.operations.find(({ session_id: sessionId }) => sessionId === id);
}

/** What speaks against it, or has to be known first. */
export function warningsOf(
  { context, currency_code: currency, operation }: RequestAnswer,
  payment: DetailAnswer | undefined,
): readonly Warning[] {
  const alerts = [...new Set(payment?.alerts.map(({ kind }) => kind))];
  const {
    refunded_before: back,
    payment_age_days: age = 0,
    customer_payments_90d: payments = 0,
    customer_refunds_90d: refunds = 0,
    maker_requests_today: made = 0,
    card_expired: isExpired,
  } = context ?? {};
  const isRefund = operation === 'refund';
  return [
    ...alerts.map((alert) => ({ key: 'alert', alert }) as const),
    ...(back !== undefined && !isNothing(back)
      ? [{ key: 'back', amount: { value: back, currency } } as const]
      : []),
    ...(age >= OLD_DAYS ? [{ key: 'old', count: age } as const] : []),
    ...(isRefund && isExpired === true ? [{ key: 'expired' } as const] : []),
    ...(made >= MANY_REQUESTS ? [{ key: 'maker', count: made } as const] : []),
    ...(refunds >= MANY_REFUNDS ? [{ key: 'customer', payments, refunds } as const] : []),
  ];
}

function deadlineIn(
  { state, expires_at: until }: RequestAnswer,
  now: number,
): Pick<ApprovalFacts, 'expiresAt' | 'hoursLeft'> {
  if (until === undefined) return {};
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / HOUR_MS));
  return { expiresAt: until, ...(state === 'pending' && { hoursLeft: left }) };
}

/** What stands on the page of what may change, as text that is compared. */
function seenIn(
  { context, approvals }: RequestAnswer,
  payment: DetailAnswer | undefined,
): Readonly<Record<Watched, string>> {
  return {
    remains: context?.refundable ?? '',
    back: context?.refunded_before ?? '',
    votes: String(approvals.length),
    payment: payment?.state ?? '',
    alerts: (payment?.alerts ?? []).map(({ kind }) => kind).join(' '),
  };
}

function hiddenOf(
  { version }: RequestAnswer,
  seen: Readonly<Record<Watched, string>>,
): readonly HiddenField[] {
  return [
    { name: 'version', value: version },
    ...Object.entries(seen).map(([name, value]) => ({ name: `was_${name}`, value })),
  ];
}

function changedIn(
  before: readonly HiddenField[],
  seen: Readonly<Record<Watched, string>>,
): readonly Watched[] {
  const was = new Map(before.map(({ name, value }) => [name, value]));
  return WATCHED.filter((name) => was.get(`was_${name}`) !== seen[name]);
}
