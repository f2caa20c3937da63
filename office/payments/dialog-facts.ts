import type { StepUpBy } from '../../domain/single-sign-on.ts';
import type { DialogFacts } from '../../render/office/dialog-facts.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import type { PaymentAction } from '../../render/office/payment-facts.ts';
import type { FormFacts } from '../../render/office/form.tsx';
import { channelsOf, isRefundedWhole, paidBy, type DetailAnswer } from './detail-facts.ts';
import { isNothing } from './list-facts.ts';
import { paymentPath } from './read.ts';

/** What was typed into the question, and what came of it so far. */
export interface Pressed {
  readonly values?: DialogFacts['values'];
  readonly faults?: DialogFacts['faults'];
  readonly refusal?: string;
  readonly refusalCode?: string;
  readonly isUnknown?: true;
  /** They have to show once more who they are, or have not shown it. */
  readonly stepUp?: { readonly isWrong: boolean };
}

/**
 * The question before an action. Whether it can be done, and with how much, the API has said in `actions` and `left`; where it
 * cannot, its sentence stands in place of the form.
 */
export function dialogFacts(
  frame: OfficeFrame,
  detail: DetailAnswer,
  {
    action,
    form,
    may,
    stepUpBy,
    pressed = {},
  }: {
    readonly action: PaymentAction;
    readonly form: FormFacts;
    /** They may change the payment, and so send messages about it. */
    readonly may: boolean;
    /** How they show once more who they are. */
    readonly stepUpBy: StepUpBy;
    readonly pressed?: Pressed;
  },
): DialogFacts {
  const { currency_code: currency, order_no: orderNo } = detail;
  const offered = detail.actions.find((one) => one.action === action);
  const left = leftFor(action, detail);
  const { most = left, approval_from: approvalFrom, step_up_from: stepUpFrom } = offered ?? {};
  const method = paidBy(detail, frame.language);
  // What was asked for without an answer may have been done already: then it is offered no more, and is asked for again all the same.
  const isBarred =
    (action === 'resend' ? !may || channelsOf(detail).length === 0 : offered === undefined) &&
    pressed.isUnknown !== true;
  const why = isBarred ? whyNot(action, detail) : undefined;
  const refusal = pressed.refusal ?? why;
  return {
    ...frame,
    action,
    paymentUrl: paymentPath(detail),
    ...(orderNo !== undefined && { orderNo }),
    sessionId: detail.session_id,
    state: detail.state,
    isRefundedWhole: isRefundedWhole(detail),
    payment: { value: detail.amount, currency },
    isSandbox: detail.attempts.some(({ is_sandbox: isTest }) => isTest),
    ...(left !== undefined && { left: { value: left, currency } }),
    ...(most !== undefined && most !== left && { most: { value: most, currency } }),
    ...(method !== undefined && { methodName: method }),
    needsApproval: offered?.needs_approval === true,
    ...(approvalFrom !== undefined && { approvalFrom: { value: approvalFrom, currency } }),
    ...(stepUpFrom !== undefined && { stepUpFrom: { value: stepUpFrom, currency } }),
    takesReason: isMoneyMove(action),
    needsReason: offered?.needs_reason === true,
    form,
    values: pressed.values ?? (most === undefined ? {} : { amount: most }),
    channels: channelsOf(detail),
    picked: pressed.values?.channels ?? pickedFor(detail),
    takesAddress: action === 'resend' && detail.message?.any === true,
    faults: pressed.faults ?? {},
    ...(refusal !== undefined && { refusal }),
    ...(pressed.refusalCode !== undefined && { refusalCode: pressed.refusalCode }),
    ...(isBarred && { isBarred }),
    ...(pressed.isUnknown && { isUnknown: true }),
    ...(pressed.stepUp && !isBarred
      ? { stepUp: { by: stepUpBy, ...pressed.stepUp } }
      : offered?.needs_step_up === true && !pressed.isUnknown && { stepUpAhead: stepUpBy }),
  };
}

/** Those that the payment names for that, else the first by which its customer can be reached. */
function pickedFor({
  message,
  customer_email: email,
  customer_phone: phone,
}: DetailAnswer): readonly string[] {
  if (message && message.named.length > 0) return message.named;
  if (email !== undefined) return ['email'];
  return phone === undefined ? [] : ['sms'];
}

/** Refunds, captures and voids, which take a reason. */
export function isMoneyMove(action: PaymentAction): action is 'refund' | 'capture' | 'void' {
  return action === 'refund' || action === 'capture' || action === 'void';
}

function leftFor(action: PaymentAction, { left }: DetailAnswer): string | undefined {
  if (!isMoneyMove(action)) return undefined;
  const all = { refund: left.refundable, capture: left.capturable, void: left.voidable }[action];
  return isNothing(all) ? undefined : all;
}

function whyNot(action: PaymentAction, { left }: DetailAnswer): string | undefined {
  return isMoneyMove(action) || action === 'cancel' ? left.why?.[action] : undefined;
}
