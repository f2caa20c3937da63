import Joi from 'joi';
import type { Context } from 'koa';
import { cardKnown } from '../../domain/card/label.ts';
import { isoUtc } from '../../domain/duration.ts';
import { defined } from '../../domain/json.ts';
import { compare, isPositive, subtract, toDecimal, type Money } from '../../domain/money.ts';
import { NOTIFICATION_EVENTS } from '../../domain/notification/event.ts';
import { CHANNELS, subscriptions } from '../../domain/notification/notification.ts';
import { isRequestable, messageNow } from '../../domain/notification/resend.ts';
import { available, goneBack, taken } from '../../domain/operation/amounts.ts';
import { OPERATION_KINDS, type OperationKind } from '../../domain/operation/operation.ts';
import { approvalFor } from '../../domain/operation/policy.ts';
import { approvalOf, mostPromisable } from '../../domain/operation/promise.ts';
import type { Permission } from '../../domain/permission.ts';
import { typePermission } from '../../domain/permission.ts';
import { Refusal } from '../../domain/refusal.ts';
import { attemptUnderWay } from '../../domain/transaction/alert.ts';
import { cashMethods } from '../../domain/transaction/cash.ts';
import { isDeleted, refuseArchived } from '../../domain/transaction/archive.ts';
import { isBilled } from '../../domain/transaction/edit.ts';
import { inquirable } from '../../domain/transaction/inquiry.ts';
import { move } from '../../domain/transaction/move.ts';
import { settledAttempt } from '../../domain/transaction/settled.ts';
import { isSuccess, isUnpaid, next } from '../../domain/transaction/states.ts';
import {
  pendingAttempt,
  type Attempt,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import { redacted } from '../../domain/webhook/redact.ts';
import { callerMay, callerOf, isStaff } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import { cardsFor } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { extended, object } from '../infer.ts';
import { capabilitiesOf, paidWith } from '../operations/capabilities.ts';
import { mustGiveReason } from '../operations/required-reason.ts';
import { operationRow, presentOperationRow } from '../operations/row.ts';
import { allowCharge } from '../payments/charge.ts';
import { askerStepsUpFrom } from '../operations/step-up.ts';
import { alertsAnswer, alertsSeen } from './alerts.ts';
import { currencyText, moneyText } from '../schema-parts.ts';
import { transactionAnswer } from './answer.ts';
import { presentTransaction } from './present.ts';
import { presentRefunded, refundedText } from './row.ts';

const text = Joi.string();
const time = Joi.string().isoDate();
const free = Joi.object().unknown();
const card = object({ brand: text, last4: text });

/** What is told of an attempt wherever one is. */
export const briefAttempt = {
  reference_number: text.required(),
  pg_code: text.required(),
  pg: text.required(),
  state: text.valid('pending', 'success', 'failed', 'canceled', 'error', 'cod').required(),
  operation: text.valid('purchase', 'authorize').required(),
  total: moneyText.required(),
};

/** One try at a network. */
const attemptAnswer = object({
  ...briefAttempt,
  fee: moneyText.required(),
  currency_code: currencyText.required(),
  exchange: object({
    from: moneyText.required(),
    from_currency_code: currencyText.required(),
    rate: text.required(),
  }),
  started: time.required(),
  ended: time,
  channel: text,
  message: text.allow(''),
  decline: object({ code: text, advice: text }),
  card,
  gateway_reference: text,
  gateway_payment: text,
  pg_params: free,
  gateway_response: free,
  is_sandbox: Joi.boolean().required(),
  settled: Joi.boolean().valid(true),
});

const ACTIONS = [
  ...OPERATION_KINDS,
  'cancel',
  'expire',
  'delete',
  'restore',
  'inquire',
  'notify',
  'change',
  'cash',
  'charge',
] as const;
type Action = (typeof ACTIONS)[number];

/** A payment with all that was tried and done, and what this caller may do now (contract/search#detail). */
export const detailAnswer = extended(transactionAnswer, {
  created: time.required(),
  expires_at: time.required(),
  is_sandbox: Joi.boolean().required(),
  seen_at: time,
  invalidation_reason: text,
  invoice_number: text,
  workflow_id: text.required(),
  refunded_amount: moneyText,
  refunded: refundedText,
  attempts: Joi.array().items(attemptAnswer).required(),
  operations: Joi.array().items(operationRow).required(),
  left: object({
    refundable: moneyText.required(),
    capturable: moneyText.required(),
    voidable: moneyText.required(),
    cancelable: Joi.boolean().required(),
    why: object({ refund: text, capture: text, void: text, cancel: text }),
  }).required(),
  alerts: alertsAnswer,
  message: object({
    event: text.valid(...NOTIFICATION_EVENTS).required(),
    named: Joi.array()
      .items(text.valid(...CHANNELS))
      .required(),
    any: Joi.boolean().required(),
  }),
  actions: Joi.array()
    .items(
      object({
        action: text.valid(...ACTIONS).required(),
        most: moneyText,
        needs_approval: Joi.boolean().required(),
        approval_from: moneyText,
        needs_step_up: Joi.boolean().required(),
        step_up_from: moneyText,
        needs_reason: Joi.boolean().required(),
        pg_codes: Joi.array().items(text),
        tokens: Joi.array().items(text),
      }),
    )
    .required(),
});

/** How a payment stands in every respect, for who may look at it. */
export async function presentDetail(deps: ApiDeps, ctx: Context, transaction: Transaction) {
  const { store, publicUrl } = deps;
  const { merchantId, sessionId, createdAt, expiresAt, seenAt } = transaction;
  const [operations, offers, alerts, needsReason, tokens] = await Promise.all([
    store.operations.ofPayment(merchantId, sessionId),
    operationsOffered(deps, ctx, transaction),
    alertsSeen(deps, ctx, transaction),
    mustGiveReason(deps, ctx),
    chargeableCards(deps, ctx, transaction),
  ]);
  const cancel = whyNotCancelable(transaction);
  const why = defined({
    refund: offers.refund.why,
    capture: offers.capture.why,
    void: offers.void.why,
    cancel,
  });
  const back = goneBack(transaction);
  const settled = settledAttempt(transaction);
  return {
    ...presentTransaction(transaction, publicUrl),
    ...defined({
      created: isoUtc(createdAt),
      expires_at: isoUtc(expiresAt),
      is_sandbox: transaction.methods[0]?.sandbox === true,
      seen_at: seenAt === undefined ? undefined : isoUtc(seenAt),
      invalidation_reason: transaction.invalidationReason,
      invoice_number: transaction.invoiceNumber,
      unit_code: transaction.unitCode,
      // As the Temporal UI has it.
      workflow_id: `transaction/${sessionId}`,
      refunded_amount: isPositive(back) ? toDecimal(back) : undefined,
      refunded: presentRefunded(transaction),
      attempts: transaction.attempts.map((one) => presentAttempt(one, one === settled)),
      operations: operations.map((one) => presentOperationRow(one, { maySeeNotes: isStaff(ctx) })),
      left: {
        refundable: toDecimal(available(transaction, 'refund')),
        capturable: toDecimal(available(transaction, 'capture')),
        voidable: toDecimal(available(transaction, 'void')),
        cancelable: cancel === undefined,
        ...(Object.keys(why).length > 0 && { why }),
      },
      alerts,
      message: messageOffered(transaction),
      actions: actionsOf(ctx, transaction, { offers, needsReason, tokens }),
    }),
  };
}

/** The sentence with which a cancellation would be refused now; undefined where it can be canceled. */
function whyNotCancelable(transaction: Transaction): string | undefined {
  try {
    refuseArchived(transaction);
    move(transaction, 'cancel');
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function presentAttempt(attempt: Attempt, isSettled: boolean) {
  const { total, fee, exchange, concludedAt, decline, pgParams, gatewayResponse } = attempt;
  const { brand, lastFour } = cardKnown(attempt);
  return defined({
    reference_number: attempt.referenceNumber,
    pg_code: attempt.pgCode,
    pg: attempt.gateway,
    state: attempt.state,
    operation: attempt.kind,
    total: toDecimal(total),
    fee: toDecimal(fee),
    currency_code: total.currency,
    exchange: exchange && {
      from: toDecimal(exchange.from),
      from_currency_code: exchange.from.currency,
      rate: exchange.rate,
    },
    started: isoUtc(attempt.createdAt),
    ended: concludedAt === undefined ? undefined : isoUtc(concludedAt),
    channel: attempt.channel,
    message: attempt.message,
    decline: decline && defined({ code: decline.code, advice: decline.advice }),
    card: brand || lastFour ? defined({ brand, last4: lastFour }) : undefined,
    gateway_reference: attempt.gatewayReference,
    gateway_payment: attempt.gatewayPayment,
    pg_params: pgParams && defined(pgParams),
    gateway_response: gatewayResponse && redacted(gatewayResponse),
    is_sandbox: attempt.sandbox,
    settled: isSettled || undefined,
  });
}

/** What can be told of it now: by the channels that its terms name, or by any (contract/messages#asked-for). */
function messageOffered(transaction: Transaction) {
  const event = isDeleted(transaction) ? undefined : messageNow(transaction);
  if (event === undefined) return undefined;
  const asked = subscriptions(transaction);
  return {
    event,
    named: CHANNELS.filter((channel) => asked[channel].has(event)),
    any: isRequestable(event),
  };
}

interface Offer {
  /** The sentence of the refusal; left out where it can be done. */
  readonly why?: string;
  /** So much can be asked for. */
  readonly most?: Money;
  /** Of that much. */
  readonly needsApproval: boolean;
  readonly needsStepUp: boolean;
  /** From which sum on, where less would not. */
  readonly approvalFrom?: Money;
  readonly stepUpFrom?: Money;
}

/** What moves no money, or cannot be done. */
const NOTHING_ASKED: Offer = { needsApproval: false, needsStepUp: false };

/** Whether each operation could be asked for by this caller, by the rule that decides when they do. */
async function operationsOffered(
  deps: Pick<ApiDeps, 'store'>,
  ctx: Context,
  transaction: Transaction,
): Promise<Readonly<Record<OperationKind, Offer>>> {
  const [capabilities, merchant] = await Promise.all([
    capabilitiesOf(deps, transaction),
    settingsOf(deps.store, ctx),
  ]);
  const offer = async (kind: OperationKind): Promise<Offer> => {
    try {
      const pgCode = paidWith(transaction);
      const terms =
        pgCode &&
        approvalFor(merchant?.operationsApproval, {
          kind,
          pgCode,
          currency: transaction.amount.currency,
          asker: callerOf(ctx),
          now: Date.now(),
        });
      const asked = { kind, destination: 'pg', capabilities, ...terms } as const;
      const most = mostPromisable(transaction, asked);
      const needsApproval = approvalOf(transaction, asked, most) !== undefined;
      const stepUp = await askerStepsUpFrom(deps, ctx, { transaction, kind });
      const needsStepUp = stepUp !== undefined && compare(most, stepUp) >= 0;
      const policyFrom = needsApproval ? asked.approvalFrom : undefined;
      return defined({
        most,
        needsApproval,
        needsStepUp,
        approvalFrom: fromSum(policyFrom && subtract(policyFrom, taken(transaction, kind)), kind),
        stepUpFrom: fromSum(needsStepUp ? stepUp : undefined, kind),
      });
    } catch (error) {
      if (error instanceof Refusal) return { ...NOTHING_ASKED, why: sentenceOf(error) };
      throw error;
    }
  };
  return {
    refund: await offer('refund'),
    capture: await offer('capture'),
    void: await offer('void'),
  };
}

/** Where the amount is free, and less than this can be asked for. */
function fromSum(from: Money | undefined, kind: OperationKind): Money | undefined {
  return from && kind !== 'void' && isPositive(from) ? from : undefined;
}

/** Of several faults of fields the first one. */
function sentenceOf({ message, fields = {} }: Refusal): string {
  const [first] = Object.values(fields).flat();
  return typeof first === 'string' ? first : message;
}

/** The saved cards of its customer that can be charged now without them, for who may do that and see the cards of customers. */
async function chargeableCards(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
): Promise<readonly string[]> {
  const may = [typePermission('add', transaction.type), 'customer.view'] as const;
  if (attemptUnderWay(transaction) || !may.every((one) => callerMay(ctx, one))) return [];
  const tokens = (await cardsFor(deps, transaction)).map(({ card }) => card.token);
  const allowed = await Promise.all(
    tokens.map((token) => isChargeable(deps, { transaction, token })),
  );
  return tokens.filter((_, nth) => allowed[nth]);
}

async function isChargeable(
  deps: ApiDeps,
  charge: Parameters<typeof allowCharge>[1],
): Promise<boolean> {
  try {
    await allowCharge(deps, charge);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What can be done to it now, as far as the caller may. */
function actionsOf(
  ctx: Context,
  transaction: Transaction,
  {
    offers,
    needsReason,
    tokens,
  }: {
    readonly offers: Readonly<Record<OperationKind, Offer>>;
    readonly needsReason: boolean;
    /** Of the saved cards that can be charged. */
    readonly tokens: readonly string[];
  },
) {
  const { state, type, attempts } = transaction;
  const isPutAside = isDeleted(transaction);
  const isStill = pendingAttempt(transaction) === undefined;
  const change = typePermission('change', type);
  const inCash = cashMethods(transaction).map(({ pgCode }) => pgCode);
  const possible: readonly (readonly [Action, Permission, boolean])[] = [
    ...OPERATION_KINDS.map(
      (kind) => [kind, `payment.${kind}`, offers[kind].why === undefined] as const,
    ),
    ['cancel', 'payment.cancel', whyNotCancelable(transaction) === undefined],
    ['expire', 'payment.expire', next(state, 'expire') !== undefined],
    ['delete', 'payment.delete', isSuccess(state) || isStill],
    ['inquire', 'payment.inquiry', inquirable(transaction).length > 0],
    ['notify', 'payment.notify', attempts.length > 0],
    ['change', change, isUnpaid(state) && !attemptUnderWay(transaction) && !isBilled(transaction)],
    ['cash', 'payment.cash', inCash.length > 0],
    ['charge', typePermission('add', type), tokens.length > 0],
  ];
  const offered = isPutAside
    ? ([['restore', 'payment.delete', true]] as const satisfies typeof possible)
    : possible;
  return offered
    .filter(([, permission, isPossible]) => isPossible && callerMay(ctx, permission))
    .map(([action]) => {
      const { most, approvalFrom, stepUpFrom, ...offer } = isOperation(action)
        ? offers[action]
        : NOTHING_ASKED;
      return {
        action,
        ...(most && { most: toDecimal(most) }),
        needs_approval: offer.needsApproval,
        ...(approvalFrom && { approval_from: toDecimal(approvalFrom) }),
        needs_step_up: offer.needsStepUp,
        ...(stepUpFrom && { step_up_from: toDecimal(stepUpFrom) }),
        needs_reason: isOperation(action) && needsReason,
        ...(action === 'cash' && { pg_codes: [...inCash] }),
        ...(action === 'charge' && { tokens: [...tokens] }),
      };
    });
}

function isOperation(action: Action): action is OperationKind {
  return OPERATION_KINDS.some((kind) => kind === action);
}
