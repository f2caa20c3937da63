import type { ReferenceNumber } from '../../domain/ids.ts';
import type {
  AttemptReport,
  Inquired,
  NetworkReport,
  Opened,
  ReportOutcome,
} from '../../domain/transaction/network.ts';
import { moneyOfAmount } from './amounts.ts';
import { cardParams, savedCard } from './card.ts';
import { declineOfRefusal, resultOfRefusal, type AdyenRefusal } from './declines.ts';
import type { AdyenName } from './names.ts';
import {
  additionalText,
  type AdyenItem,
  type AdyenPage,
  type AdyenResult,
  type AdyenSessionResult,
} from './shapes.ts';

/** States of a link. One that is paid does not say by which payment: only the webhook does, and nothing is paid before it. */
const LINK_STATES: Readonly<Record<string, ReportOutcome>> = {
  expired: { result: 'canceled', expired: true },
  completed: { result: 'pending' },
  paid: { result: 'pending' },
  paymentPending: { result: 'pending' },
};

/** A link or session as a page to go to, or as what has become of it. A state that we do not know decides nothing. */
export function pageWord(referenceNumber: ReferenceNumber, page: AdyenPage): Opened {
  const { id: gatewayReference, url: pageUrl, status = 'active' } = page;
  if (status === 'active') return { step: 'page', pageUrl, gatewayReference };
  const word = pageReport(referenceNumber, gatewayReference, {
    outcome: LINK_STATES[status] ?? { result: 'pending' },
    status,
  });
  return PAID.has(status) ? { ...word, isPaid: true } : word;
}

/** States of a link on which the payer has paid (docs.adyen.com/api-explorer/Checkout/72/get/paymentLinks/(linkId)). */
const PAID: ReadonlySet<string> = new Set(['completed', 'paid']);

function pageReport(
  referenceNumber: ReferenceNumber,
  gatewayReference: string,
  { outcome, status }: { readonly outcome: ReportOutcome; readonly status: string },
): NetworkReport {
  const pgParams = { result: status };
  return { step: 'report', report: { referenceNumber, outcome, gatewayReference, pgParams } };
}

/** States of a session after its browser came back. One that is completed brings its payment and card by the webhook. */
const SESSION_STATES: Readonly<Record<string, ReportOutcome>> = {
  canceled: { result: 'canceled' },
  expired: { result: 'canceled', expired: true },
  refused: { result: 'failed' },
};

export function sessionWord(
  referenceNumber: ReferenceNumber,
  { id: gatewayReference, status }: AdyenSessionResult,
): Inquired {
  return pageReport(referenceNumber, gatewayReference, {
    outcome: SESSION_STATES[status] ?? { result: 'pending' },
    status,
  });
}

/** What is known of the attempt that a result is about. */
export interface Asked extends Pick<AdyenName, 'isHeld'> {
  readonly referenceNumber: ReferenceNumber;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The answer to a charge, or to what a browser has brought back. A redirect is a page; its payment has no name yet, so the page
 * goes by our own.
 */
export function resultWord(asked: Asked, result: AdyenResult): Opened {
  const { referenceNumber } = asked;
  const { resultCode, action, pspReference, refusalReason: message, additionalData } = result;
  if (resultCode === 'RedirectShopper' && action?.url !== undefined)
    return { step: 'page', pageUrl: action.url, gatewayReference: referenceNumber };
  const refusal: AdyenRefusal = {
    number: result.refusalReasonCode,
    reason: message,
    brand: additionalText(additionalData, 'paymentMethod'),
    additionalData,
    at: asked.now,
  };
  const outcome = resultOutcome(asked, result, refusal);
  return {
    step: 'report',
    report: {
      referenceNumber,
      outcome,
      ...(pspReference !== undefined && { gatewayPayment: pspReference }),
      ...(message !== undefined && { message }),
      ...(resultCode === 'Refused' && { decline: declineOfRefusal(refusal) }),
      pgParams: { ...cardParams(result), result: resultCode, payment_id: pspReference },
      gatewayResponse: {
        resultCode,
        ...(pspReference !== undefined && { pspReference }),
        ...(message !== undefined && { refusalReason: message }),
        ...(result.refusalReasonCode !== undefined && {
          refusalReasonCode: result.refusalReasonCode,
        }),
      },
    },
  };
}

function resultOutcome(asked: Asked, result: AdyenResult, refusal: AdyenRefusal): ReportOutcome {
  switch (result.resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      // Without the name of the payment or its amount nothing could be done with it, and the webhook has both.
      if (result.pspReference === undefined || !result.amount) return { result: 'pending' };
      return successOf(asked, result.amount);
    case 'Refused':
      return { result: resultOfRefusal(refusal) };
    case 'Cancelled':
      return { result: 'canceled' };
    case 'Error':
    // What our bodies rule out, and what only a program of Adyen's in the browser could go on with.
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return { result: 'error' };
    default:
      return { result: 'pending' };
  }
}

/**
 * The webhook AUTHORISATION. A refusal on a page is not the end, for the payer may take another card there; of a charge without
 * a page it is.
 */
export function authorisationReport(name: AdyenName, item: AdyenItem, now: number): AttemptReport {
  const { pspReference, reason: message, success } = item;
  const isPaid = success === 'true';
  const refusal: AdyenRefusal = {
    reason: message,
    brand: item.paymentMethod,
    additionalData: item.additionalData,
    at: now,
  };
  const card = isPaid ? savedCard(item) : undefined;
  // Who has left their bank's question on a page was refused no card.
  const isDeclined = name.isCharge || resultOfRefusal(refusal) !== 'canceled';
  return {
    referenceNumber: name.payment,
    outcome: outcomeOf(name, item, refusal),
    ...(isPaid && { gatewayPayment: pspReference }),
    ...(!isPaid && message !== undefined && { message }),
    ...(!isPaid && isDeclined && { decline: declineOfRefusal(refusal) }),
    pgParams: {
      ...cardParams(item),
      card_type: item.paymentMethod,
      result: isPaid ? 'Authorised' : 'Refused',
      payment_id: pspReference,
    },
    gatewayResponse: responseOf(item),
    ...(card && { card }),
  };
}

/** The webhook OFFER_CLOSED: whom a charge had sent to a page of their bank has not come back from there in time, and no card was charged. */
export function leftReport({ payment }: AdyenName, item: AdyenItem): AttemptReport {
  return {
    referenceNumber: payment,
    outcome: { result: 'canceled' },
    ...(item.reason !== undefined && { message: item.reason }),
    pgParams: { result: 'Cancelled', payment_id: item.pspReference },
    gatewayResponse: responseOf(item),
  };
}

/** What the bank has undone of what was captured by itself, or done in the Customer Area: there is no operation of ours to undo. */
export function undoneReport({ payment }: AdyenName, item: AdyenItem): AttemptReport {
  return {
    referenceNumber: payment,
    outcome: { result: 'reversed', charged: moneyOfAmount(item.amount) },
    // By the name a person finds it there, and one word is told from another.
    message: `${undoneWords(item)}, ${item.pspReference}`,
    gatewayResponse: responseOf(item),
  };
}

export function undoneWords(item: AdyenItem): string {
  const { eventCode, reason } = item;
  const why = reason === undefined ? '' : ` (${reason})`;
  const when = whichFailure(item);
  return `${eventCode}${why}${when === undefined ? '' : ` of ${when}`}`;
}

/** What Adyen captures anew has the name of what had failed, and may fail in its turn: only its date tells the two failures apart. */
export function whichFailure({ eventCode, eventDate }: AdyenItem): string | undefined {
  return eventCode === 'CAPTURE_FAILED' ? eventDate : undefined;
}

function outcomeOf(
  name: AdyenName,
  { success, amount }: AdyenItem,
  refusal: AdyenRefusal,
): ReportOutcome {
  if (success === 'true') return successOf(name, amount);
  if (success !== 'false') return { result: 'pending' };
  return name.isCharge
    ? { result: resultOfRefusal(refusal) }
    : { result: 'pending', refusedOnPage: true };
}

function successOf({ isHeld }: Pick<AdyenName, 'isHeld'>, amount: AdyenItem['amount']) {
  const kind = isHeld ? 'authorize' : 'purchase';
  return { result: 'success', kind, charged: moneyOfAmount(amount) } as const;
}

/** The signed part, and the reason: nothing to pay with, and nothing of the card beside what `pgParams` has. */
export function responseOf({ additionalData: _data, ...item }: AdyenItem) {
  return { ...item, amount: { ...item.amount } };
}
