import type { Language } from '../../domain/language.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { removedAnswer } from '../../api/transactions/removed.ts';
import type { messageAnswer } from '../../api/notifications/answer.ts';
import type { detailAnswer } from '../../api/transactions/detail.ts';
import type { timelineAnswer } from '../../api/transactions/timeline.ts';
import type { deliveryAnswer } from '../../api/webhooks/answer.ts';
import type {
  ActionLink,
  AttemptFacts,
  DeliveryFacts,
  MessageSent,
  OfficeOperation,
  PaymentFacts,
  TimelineFact,
  Told,
} from '../../render/office/payment-facts.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import { namedIn } from '../language.ts';
import type { MessageChannel } from '../../domain/notification/notification.ts';
import { OFFERED_CHANNELS } from './channels.ts';
import { cardInShort, isNothing } from './list-facts.ts';

export type DetailAnswer = AnswerOf<typeof detailAnswer>;
export type TimelineAnswer = AnswerOf<typeof timelineAnswer>;
export type DeliveriesAnswer = { readonly results: readonly AnswerOf<typeof deliveryAnswer>[] };
export type MessagesAnswer = { readonly results: readonly AnswerOf<typeof messageAnswer>[] };

/** What the page of a payment shows of what the API has said; without the parts that are asked for by themselves. */
export function paymentFacts(
  frame: OfficeFrame,
  detail: DetailAnswer,
  more: Pick<PaymentFacts, 'timeline' | 'webhooks' | 'messages'> & {
    readonly mayChange: boolean;
    /** They may do something with payments, if not with this one. */
    readonly mayAct: boolean;
    readonly mayFindPeople: boolean;
    readonly moreTimelineUrl?: string;
    readonly qrUrl?: string;
    readonly workflowUi?: string;
    readonly after?: string;
  },
): PaymentFacts {
  const { session_id: sessionId, currency_code: currency, left } = detail;
  const money = (value: string) => ({ value, currency });
  const settled = settledIn(detail);
  const [byWallet] = detail.customer_wallet_transactions ?? [];
  const nameOf = gatewayNames(detail, frame.language);
  const operations = detail.operations.map(operationFacts);
  const told = more.after === undefined ? undefined : toldAfter(more.after, detail);
  const actions = actionsOf(detail, more);
  return {
    ...frame,
    sessionId,
    ...(detail.order_no !== undefined && { orderNo: detail.order_no }),
    state: detail.state,
    isRefundedWhole: isRefundedWhole(detail),
    isSandbox: detail.is_sandbox,
    isDeleted: detail.is_deleted === true,
    amount: money(detail.amount),
    type: detail.type,
    kind: detail.operation,
    createdAt: detail.created,
    expiresAt: detail.expires_at,
    ...(detail.seen_at !== undefined && { seenAt: detail.seen_at }),
    ...(detail.invalidation_reason !== undefined && { whyInvalid: detail.invalidation_reason }),
    ...(told && { told }),
    ...(isOpen(detail) && { codeUrl: `/office/payments/${sessionId}/code` }),
    actions,
    ...(actions.length === 0 && { noAction: more.mayAct ? 'now' : 'ever' }),
    money: {
      ...(byWallet && { byWallet: { value: byWallet.amount, currency: byWallet.currency } }),
      ...(settled && {
        // Where a wallet has paid all, nothing was charged.
        ...((!byWallet || !isNothing(settled.total)) && {
          charged: { value: settled.total, currency: settled.currency_code },
        }),
        ...(!isNothing(settled.fee) && {
          fee: { value: settled.fee, currency: settled.currency_code },
        }),
      }),
      refundable: money(left.refundable),
      capturable: money(left.capturable),
      voidable: money(left.voidable),
      ...(detail.refunded_amount !== undefined && { refunded: money(detail.refunded_amount) }),
      why: Object.entries(left.why ?? {}).flatMap(([operation, sentence]) =>
        isRefusable(operation) && sentence !== undefined ? [{ operation, sentence }] : [],
      ),
    },
    customer: customerFacts(detail, more.mayFindPeople),
    attempts: detail.attempts.map((one) => attemptFacts(one, nameOf)),
    operations,
    alerts: detail.alerts.map(alertFact),
    timeline: more.timeline,
    ...(more.moreTimelineUrl !== undefined && { moreTimelineUrl: more.moreTimelineUrl }),
    webhooks: more.webhooks,
    messages: more.messages,
    links: {
      checkout: detail.checkout_url,
      ...(detail.checkout_short_url !== undefined && { short: detail.checkout_short_url }),
      ...(more.qrUrl !== undefined && { qrUrl: more.qrUrl }),
      ...(detail.attachment !== undefined && { attachment: detail.attachment }),
    },
    ...(detail.invoice_number !== undefined && { invoiceNumber: detail.invoice_number }),
    ...(detail.hidden_payment_methods && {
      hiddenMethods: detail.hidden_payment_methods.map(({ why }) => why),
    }),
    ...(detail.unit_code !== undefined && { unitCode: detail.unit_code }),
    ...(detail.product_type !== undefined && { productType: detail.product_type }),
    ...(detail.vendor_name !== undefined && { vendorName: detail.vendor_name }),
    customerLanguage: detail.language,
    workflowId: detail.workflow_id,
    ...(more.workflowUi !== undefined && {
      workflowUrl: `${more.workflowUi}${encodeURIComponent(detail.workflow_id)}`,
      workflowsUrl: `${more.workflowUi.replace(/\/$/, '')}?query=${encodeURIComponent(runsOf(detail, more.webhooks))}`,
    }),
    ...(detail.extra !== undefined && { extra: inLines(detail.extra) }),
  };
}

/** So many workflows at most are asked for at once, so that browsers and servers take the address. */
const MOST_RUNS = 100;

/** What Temporal is asked for to list the runs that are about a payment: its own, its invoice's, of its operations and webhooks. */
export function runsOf(
  { session_id: id, workflow_id: own, operations, invoice_number: invoice }: RunsOf,
  webhooks: PaymentFacts['webhooks'],
): string {
  const events = Array.isArray(webhooks) ? webhooks : [];
  const ids = [
    own,
    ...(invoice === undefined ? [] : [`invoice/${id}`]),
    ...operations.map((one) => `operation/${one.session_id}`).toReversed(),
    ...events.map((one: { readonly id: string }) => `delivery/${one.id}`),
  ];
  return `WorkflowId IN (${ids
    .slice(0, MOST_RUNS)
    .map((one) => `"${one}"`)
    .join(', ')})`;
}

type RunsOf = Pick<DetailAnswer, 'session_id' | 'workflow_id' | 'invoice_number'> & {
  readonly operations: readonly Pick<DetailAnswer['operations'][number], 'session_id'>[];
};

/** Whether its customer still pays by the link. */
export function isOpen({ state, is_deleted: isDeleted }: DetailAnswer): boolean {
  return isDeleted !== true && ['created', 'pending', 'attempted'].includes(state);
}

/** All that was paid has gone back. */
export function isRefundedWhole({ refunded, state }: DetailAnswer): boolean {
  return state === 'paid' && refunded === 'all';
}

/** What payers call an account; its code where the payment does not know it any more. */
export function gatewayNames(
  { payment_methods: methods }: Pick<DetailAnswer, 'payment_methods'>,
  language: Language,
) {
  return (code: string): string => {
    const method = methods.find((one) => one.code === code);
    return method ? namedIn(method, language) : code;
  };
}

/** The attempt that has settled it: others may have brought money, too. */
export function settledIn({ attempts }: Pick<DetailAnswer, 'attempts'>) {
  return attempts.find(({ settled }) => settled === true);
}

/** What was paid with, for a sentence. */
export function paidBy(detail: DetailAnswer, language: Language): string | undefined {
  const settled = settledIn(detail);
  return (
    settled &&
    [gatewayNames(detail, language)(settled.pg_code), settled.card && cardInShort(settled.card)]
      .filter(Boolean)
      .join(' ')
  );
}

/** Those that a page can ask for: the API names them, for this caller, as they stand now. */
function actionsOf(
  { actions, session_id: sessionId, ...detail }: DetailAnswer,
  { mayChange }: { readonly mayChange: boolean },
): readonly ActionLink[] {
  const at = (action: string) => `/office/payments/${sessionId}/${action}`;
  const links = actions.flatMap(({ action, needs_approval: needsApproval }) =>
    action === 'change' ? [] : [{ action, href: at(action), needsApproval }],
  );
  return mayChange && channelsOf(detail).length > 0
    ? [...links, { action: 'resend', href: at('resend'), needsApproval: false }]
    : links;
}

/** By which its customer can be told how it stands now, as the API says: by any where that is a request for payment or a receipt. */
export function channelsOf({ message }: Pick<DetailAnswer, 'message'>): readonly MessageChannel[] {
  return message?.any === true ? OFFERED_CHANNELS : (message?.named ?? []);
}

function alertFact(alert: DetailAnswer['alerts'][number]): PaymentFacts['alerts'][number] {
  const { kind, at, detail, reference_number: referenceNumber, task_id: task, mark } = alert;
  return {
    kind,
    at,
    detail,
    referenceNumber,
    ...(task !== undefined && { inboxUrl: inboxUrlOf(kind, mark) }),
    ...(mark && {
      mark: {
        by: mark.by.username,
        isDone: mark.state === 'handled',
        at: mark.at,
        ...(mark.note !== undefined && { note: mark.note }),
      },
    }),
  };
}

/** Where the inbox has it: open tasks and those that are done stand apart. */
function inboxUrlOf(
  kind: DetailAnswer['alerts'][number]['kind'],
  mark: DetailAnswer['alerts'][number]['mark'],
): string {
  const query = new URLSearchParams({
    kind: `alert.${kind}`,
    ...(mark?.state === 'handled' && { state: 'handled' }),
  });
  return `/office/inbox?${query.toString()}`;
}

function isRefusable(name: string): name is 'refund' | 'capture' | 'void' | 'cancel' {
  return isKind(name) || name === 'cancel';
}

function isKind(name: string): name is 'refund' | 'capture' | 'void' {
  return name === 'refund' || name === 'capture' || name === 'void';
}

function customerFacts(detail: DetailAnswer, mayFindPeople: boolean): PaymentFacts['customer'] {
  const { customer_id: id, customer_email: email } = detail;
  const name = [detail.customer_first_name, detail.customer_last_name]
    .filter((part) => part !== undefined)
    .join(' ');
  const address = addressOf(detail.billing_address);
  const deliveryAddress = addressOf(detail.delivery_address ?? detail.shipping_address);
  const by =
    id !== undefined ? { customer_id: id } : email !== undefined ? { customer_email: email } : null;
  return {
    ...(id !== undefined && { id }),
    ...(name !== '' && { name }),
    ...(email !== undefined && { email }),
    phones: [detail.customer_phone, detail.customer_phone_2].filter((one) => one !== undefined),
    ...(address !== undefined && { address }),
    ...(deliveryAddress !== undefined && { deliveryAddress }),
    ...(mayFindPeople &&
      by && { othersUrl: `/office/payments?${new URLSearchParams(by).toString()}` }),
  };
}

function addressOf(address: DetailAnswer['delivery_address']): string | undefined {
  if (!address) return undefined;
  const { line1, line2, city, state, country } = address;
  return [line1, line2, city, state, country].filter(Boolean).join(', ');
}

function attemptFacts(
  attempt: DetailAnswer['attempts'][number],
  nameOf: (code: string) => string,
): AttemptFacts {
  const { currency_code: currency, exchange, decline, card, fee } = attempt;
  const advice = adviceOf(decline?.advice);
  return {
    referenceNumber: attempt.reference_number,
    gateway: nameOf(attempt.pg_code),
    state: attempt.state,
    ...(attempt.settled === true && { isSettled: true }),
    total: { value: attempt.total, currency },
    ...(!isNothing(fee) && { fee: { value: fee, currency } }),
    ...(exchange && {
      exchange: {
        from: { value: exchange.from, currency: exchange.from_currency_code },
        rate: exchange.rate,
      },
    }),
    startedAt: attempt.started,
    ...(attempt.ended !== undefined && { endedAt: attempt.ended }),
    ...(attempt.channel !== undefined && { channel: attempt.channel }),
    ...(attempt.message !== undefined && { message: attempt.message }),
    ...(decline?.code !== undefined && { declineCode: decline.code }),
    ...(advice && { advice }),
    ...(card && { card: cardInShort(card) }),
    ...(attempt.gateway_reference !== undefined && { gatewayReference: attempt.gateway_reference }),
    ...(attempt.pg_params !== undefined && { parameters: inLines(attempt.pg_params) }),
    ...(attempt.gateway_response !== undefined && { response: inLines(attempt.gateway_response) }),
  };
}

function adviceOf(text: string | undefined): AttemptFacts['advice'] {
  return text === 'soft' || text === 'hard' || text === 'do-not-retry' ? text : undefined;
}

/** What is shown of an operation of a payment, also of one that was removed. */
export function operationInShort(one: AnswerOf<typeof removedAnswer>['operations'][number]) {
  return {
    sessionId: one.session_id,
    kind: one.operation,
    state: one.state,
    amount: { value: one.amount, currency: one.currency_code },
    toWallet: one.destination === 'wallet',
    byGateway: one.source === 'pg',
    referenceNumber: one.reference_number,
    createdAt: one.created,
  };
}

function operationFacts(one: DetailAnswer['operations'][number]): OfficeOperation {
  return {
    ...operationInShort(one),
    ...(one.is_reversed && { isUndone: true as const }),
    ...(one.gateway_reference !== undefined && { gatewayReference: one.gateway_reference }),
    ...(one.message !== undefined && { message: one.message }),
    ...(one.reason && {
      reason: {
        code: one.reason.code,
        ...(one.reason.note !== undefined && { note: one.reason.note }),
      },
    }),
    ...(one.initiator && { askedBy: one.initiator.username }),
    ...(one.ended !== undefined && { endedAt: one.ended }),
  };
}

/** What happened, with all that the API has said of it for who wants to know exactly. */
export function timelineFact(
  { at, kind, who, from, about, facts }: TimelineAnswer['results'][number],
  nameOf: (code: string) => string,
): TimelineFact {
  const { amount, currency_code: currency, pg_code: code, checkers } = facts;
  return {
    at,
    kind,
    about,
    ...(who !== undefined && { who }),
    ...(from !== undefined && { from }),
    ...(code !== undefined && { gatewayName: nameOf(code) }),
    ...(amount !== undefined && currency !== undefined && { amount: { value: amount, currency } }),
    ...(facts.state !== undefined && { state: facts.state }),
    ...(facts.step !== undefined && { step: facts.step }),
    ...(facts.operation !== undefined && { operation: facts.operation }),
    ...(facts.type !== undefined && { type: facts.type }),
    ...(facts.result !== undefined && { result: facts.result }),
    ...(facts.message !== undefined && { message: facts.message }),
    ...(facts.reason !== undefined && { reason: facts.reason }),
    ...(facts.channel !== undefined && { channel: facts.channel }),
    ...(facts.action !== undefined && { action: facts.action }),
    ...(facts.route !== undefined && { route: facts.route }),
    ...(facts.http_status !== undefined && { httpStatus: facts.http_status }),
    ...(facts.calls !== undefined && { calls: facts.calls }),
    ...(facts.break_glass === true && { isBreakGlass: true }),
    needsApproval: checkers !== undefined && checkers > 0,
    ...(facts.lines && {
      lines: facts.lines.map((line) => ({
        account: line.account,
        amount: { value: line.amount, currency: line.currency_code },
      })),
    }),
    technical: [
      { name: 'kind', value: kind },
      { name: 'about', value: about },
      { name: 'at', value: at },
      ...Object.entries(facts).map(([name, value]) => ({
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    ],
  };
}

/** A webhook, with a form that sends it again for who may. */
export function deliveryFact(
  one: DeliveriesAnswer['results'][number],
  replay: DeliveryFacts['replay'],
): DeliveryFacts {
  const { last_call: last } = one;
  const answer = last?.status === undefined ? last?.error : String(last.status);
  return {
    id: one.id,
    type: one.event_type ?? '',
    state: one.state,
    url: one.url,
    at: one.created_at,
    calls: one.calls_made,
    ...(answer !== undefined && { answer }),
    ...(replay && { replay }),
  };
}

/** A message to a customer. */
export function messageFact(one: MessagesAnswer['results'][number]): MessageSent {
  return {
    what: one.event_type ?? one.template_id ?? '',
    channel: one.channel,
    state: one.status,
    to: (one.receivers ?? []).map(({ address }) => address),
    at: one.created,
    ...(one.email_seen_at !== undefined && { seenAt: one.email_seen_at }),
    ...(one.error !== undefined && { error: one.error }),
  };
}

/** What came of what was pressed: the address says what it was, and the payment how it stands. */
function toldAfter(after: string, detail: DetailAnswer): Told | undefined {
  if (isKind(after)) {
    const newest = detail.operations.filter(({ operation }) => operation === after).at(-1);
    return newest && toldOf(newest);
  }
  switch (after) {
    case 'cancel':
      return detail.state === 'canceled' ? { tone: 'good', key: 'cancel' } : undefined;
    case 'expire':
      return detail.state === 'expired' ? { tone: 'good', key: 'expire' } : undefined;
    case 'delete':
      return detail.is_deleted === true ? { tone: 'good', key: 'delete' } : undefined;
    case 'restore':
      return detail.is_deleted === true ? undefined : { tone: 'good', key: 'restore' };
    case 'cash':
      return detail.state === 'cod'
        ? { tone: 'good', key: 'cash' }
        : { tone: 'warn', key: 'cashUnknown' };
    case 'charge':
      return detail.state === 'paid' || detail.state === 'authorized'
        ? { tone: 'good', key: 'charge' }
        : { tone: 'warn', key: 'chargeUnknown' };
    case 'created':
    case 'inquire':
    case 'notify':
    case 'resend':
    case 'replayed':
      return { tone: 'good', key: after };
    case 'resend-unknown':
      return { tone: 'warn', key: 'resendUnknown' };
    default:
      return undefined;
  }
}

function toldOf(one: DetailAnswer['operations'][number]): Told {
  const same = {
    operation: one.operation,
    amount: { value: one.amount, currency: one.currency_code },
  };
  switch (one.state) {
    case 'done':
      return { ...same, tone: 'good', key: 'done' };
    case 'awaiting':
      return { ...same, tone: 'warn', key: 'awaiting' };
    case 'queued':
      return { ...same, tone: 'warn', key: 'queued' };
    case 'promised':
    case 'unclear':
      return { ...same, tone: 'warn', key: 'unclear' };
    default:
      return { ...same, tone: 'bad', key: 'failed' };
  }
}

function inLines(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
