import { isDeepStrictEqual } from 'node:util';
import type { cardsAnswer } from '../../api/cards/answer.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { Language } from '../../domain/language.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import type { CostFacts } from '../../render/office/cost.tsx';
import { deedOf, type Deed } from '../../render/office/deed.ts';
import type { DialogFacts } from '../../render/office/dialog-facts.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import type { PaymentAction } from '../../render/office/payment-facts.ts';
import type { FormFacts, TypedFields } from '../../render/office/form.tsx';
import {
  channelsOf,
  gatewayNames,
  isRefundedWhole,
  paidBy,
  type DetailAnswer,
} from './detail-facts.ts';
import { cardInShort, isNothing } from './list-facts.ts';
import { paymentPath } from './read.ts';

export type CardsAnswer = AnswerOf<typeof cardsAnswer>;

/** What came of the question so far. */
export interface Pressed {
  readonly faults?: DialogFacts['faults'];
  /** The faults are in words of the page. */
  readonly isOurs?: true;
  readonly refusal?: string;
  readonly refusalCode?: string;
  /** What became of it is known, and nothing more comes of the same press. */
  readonly isAnswered?: true;
  readonly notSent?: DialogFacts['notSent'];
  /** It would have done something else than was asked about. */
  readonly isOtherDeed?: true;
  readonly isUnknown?: true;
  /** They have to show once more who they are; what they have shown was wrong, at this time. */
  readonly stepUp?: { readonly wrongAt?: string };
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
    event = '',
    cards,
  }: {
    readonly action: PaymentAction;
    readonly form: FormFacts;
    /** They may change the payment, and so send messages about it. */
    readonly may: boolean;
    /** How they show once more who they are. */
    readonly stepUpBy: StepUpBy;
    readonly pressed?: Pressed;
    /** Which a message names. */
    readonly event?: string;
    /** The saved cards of its customer, where one is to be charged. */
    readonly cards?: CardsAnswer | undefined;
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
  const sent = pressed.isUnknown && (form.typed ?? {});
  return {
    ...frame,
    action,
    deed: deedAsked(action, detail, sent || undefined),
    paymentUrl: paymentPath(detail),
    ...(orderNo !== undefined && { orderNo }),
    sessionId: detail.session_id,
    state: detail.state,
    isRefundedWhole: isRefundedWhole(detail),
    payment: { value: detail.amount, currency },
    isSandbox: detail.is_sandbox,
    ...(left !== undefined && { left: { value: left, currency } }),
    ...(most !== undefined && most !== left && { most: { value: most, currency } }),
    ...(method !== undefined && { methodName: method }),
    needsApproval: offered?.needs_approval === true,
    ...(approvalFrom !== undefined && { approvalFrom: { value: approvalFrom, currency } }),
    ...(stepUpFrom !== undefined && { stepUpFrom: { value: stepUpFrom, currency } }),
    takesReason: isMoneyMove(action),
    needsReason: offered?.needs_reason === true,
    form,
    ...(most !== undefined && { amount: most }),
    channels: channelsOf(detail),
    picked: pickedFor(detail),
    takesAddress: action === 'resend' && (sent !== undefined || detail.message?.any === true),
    ...(action === 'cash' &&
      cashFacts(detail, offered?.pg_codes ?? [], { sent, language: frame.language })),
    ...(cards &&
      cardFacts(detail, cards, { tokens: offered?.tokens, sent, language: frame.language })),
    faults: pressed.faults ?? {},
    ...(pressed.isOurs && { isOurs: true }),
    ...(refusal !== undefined && { refusal }),
    ...(pressed.refusalCode !== undefined && { refusalCode: pressed.refusalCode }),
    ...(pressed.notSent && { notSent: pressed.notSent }),
    ...(pressed.isOtherDeed && { isOtherDeed: true }),
    ...(isBarred && { isBarred }),
    ...(sent && { isUnknown: true, ...(event !== '' && { event }) }),
    ...(pressed.stepUp && !isBarred
      ? { stepUp: { by: stepUpBy, ...pressed.stepUp } }
      : offered?.needs_step_up === true && !pressed.isUnknown && { stepUpAhead: stepUpBy }),
  };
}

/** What it does as the payment stands; what was asked for without an answer stays what it was. */
function deedAsked(
  action: PaymentAction,
  { state }: DetailAnswer,
  sent: TypedFields | undefined,
): Deed {
  if (action !== 'delete' || !sent) return deedOf(action, state);
  return sent['deed'] === 'remove' ? 'remove' : 'delete';
}

/** Nothing to choose where there is one; after a press without an answer the one that was chosen. */
function cashFacts(
  detail: DetailAnswer,
  codes: readonly string[],
  { sent, language }: { readonly sent: TypedFields | undefined; readonly language: Language },
): Pick<DialogFacts, 'cashMethods' | 'cost'> {
  const nameOf = gatewayNames(detail, language);
  const shown = sent ? [sent['pg_code'] ?? ''].filter((code) => code !== '') : codes;
  const cashMethods = shown.map((code) => ({
    code,
    name: nameOf(code),
    ...costAt(detail, code),
  }));
  return {
    ...(sent || shown.length > 1 ? { cashMethods } : {}),
    ...costOfAll(shown.length > 0 ? cashMethods : codes.map((code) => costAt(detail, code))),
  };
}

/** What a method takes, with its fee, in the money of its account; nothing where the API does not say it. */
function costAt(
  { payment_methods: methods }: DetailAnswer,
  code: string,
): { readonly cost?: CostFacts } {
  const method = methods.find((one) => one.code === code);
  if (!method) return {};
  const money = (value: string) => ({ value, currency: method.currency_code });
  return {
    cost: {
      total: money(method.amount),
      ...(!isNothing(method.fee) && { fee: money(method.fee) }),
    },
  };
}

/** What it costs, whichever of them is chosen. */
function costOfAll(choices: readonly { readonly cost?: CostFacts }[]): Pick<DialogFacts, 'cost'> {
  const [first] = choices;
  const isSame = choices.every(({ cost }) => isDeepStrictEqual(cost, first?.cost));
  return isSame && first?.cost ? { cost: first.cost } : {};
}

/** Those that the API would charge now; after a press without an answer the one that was chosen, as long as it is there. */
function cardFacts(
  detail: DetailAnswer,
  cards: CardsAnswer,
  {
    tokens,
    sent,
    language,
  }: {
    readonly tokens: readonly string[] | undefined;
    readonly sent: TypedFields | undefined;
    readonly language: Language;
  },
): Pick<DialogFacts, 'cards' | 'agreementId' | 'cost'> {
  const nameOf = gatewayNames(detail, language);
  const shown = cards
    .filter(({ token }) => (sent ? token === sent['token'] : tokens?.includes(token) !== false))
    .filter((card) => card === meantBy(detail, card.token, cards))
    .map((card) => ({
      token: card.token,
      card: cardInShort({ brand: card.brand ?? undefined, last4: card.number.slice(-4) }),
      month: `${card.expiry_month}/20${card.expiry_year}`,
      methodName: nameOf(card.pg_code),
      ...costAt(detail, card.pg_code),
    }));
  return {
    cards: shown,
    ...costOfAll(shown),
    ...(detail.agreement?.id !== undefined && { agreementId: detail.agreement.id }),
  };
}

/** Of the cards of a token at several accounts the one that the API charges: its agreement's, else one of its methods. */
function meantBy(
  { agreement, payment_methods: methods }: DetailAnswer,
  named: string,
  cards: CardsAnswer,
) {
  const those = cards.filter(({ token }) => token === named);
  return (
    those.find(({ agreements }) => agreements.some((id) => id === agreement?.id)) ??
    those.find(({ pg_code: code }) => methods.some((method) => method.code === code)) ??
    those[0]
  );
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
