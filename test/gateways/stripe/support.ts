import assert from 'node:assert/strict';
import type { AttemptReport, Inquired } from '../../../domain/transaction/network.ts';
import {
  GatewayFault,
  type AttemptNames,
  type ChargeRequest,
  type FaultKind,
  type OpenRequest,
  type OperationRequest,
} from '../../../gateways/gateway.ts';
import { stripe } from '../../../gateways/stripe/index.ts';
import type { StripeJson } from '../../../drills/networks/stripe/form.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { stripeNetwork } from './network.ts';

/** Cards of the stand-in, by what they do. */
export const NUMBERS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  later: '4000000000000341',
  asksOnPage: '4000002500003155',
  asksAlways: '4000002760003184',
};

let count = 0;

/** The gateway with a stand-in of its own, which runs while the tests of one file do. */
export function stripeSide() {
  const network = stripeNetwork();
  const { book } = network.stripe;
  const right = () => network.settings(network.url());
  before(network.start);
  after(network.stop);
  return { network, book, right, readEvent, readOf, paid, saved, reportOn, sessionOf, moved };

  function readEvent(type: string, object: object, key?: string, created?: number) {
    const body = JSON.stringify({
      id: 'evt_1',
      type,
      created,
      request: { idempotency_key: key ?? null },
      data: { object },
    });
    return stripe.readCallback(right(), network.signed(body, Date.now()));
  }

  async function readOf(type: string, act: () => unknown) {
    return stripe.readCallback(right(), await network.callbackOf(type, act));
  }

  /** A payment that is over, and what Stripe has of it. */
  async function paid(change: Partial<OpenRequest> = {}, card = NUMBERS.good) {
    const request = aRequest(change);
    const opened = await stripe.open(right(), request);
    const session = book.pay(sessionOf(request)['id'], card);
    const intent = book.get(session['payment_intent'] ?? '', 'payment_intent');
    const names = namesOf(request, opened);
    const report = await reportOn(names);
    const paidBy = book.get(intent['latest_charge'], 'charge');
    return { request, names, report, intent, charge: paidBy };
  }

  async function saved(card: string): Promise<string> {
    const request = aRequest({ saveCard: true, total: kwd('0') });
    const opened = await stripe.open(right(), request);
    book.pay(sessionOf(request)['id'], card);
    const report = await reportOn(namesOf(request, opened));
    assert.ok(report.card, JSON.stringify(report));
    return report.card.token;
  }

  async function reportOn(names: AttemptNames): Promise<AttemptReport> {
    return reportIn(await stripe.inquire(right(), names));
  }

  function sessionOf({ referenceNumber }: OpenRequest): StripeJson {
    const found = book
      .all('checkout.session')
      .find((one) => one['client_reference_id'] === referenceNumber);
    assert.ok(found);
    return found;
  }

  function moved({ referenceNumber }: OpenRequest) {
    return book.moved
      .filter(({ reference }) => reference === referenceNumber)
      .map(({ entry, amount }) => [entry, amount]);
  }
}

export function reportIn(answer: Inquired): AttemptReport {
  assert.ok(answer.step === 'report', JSON.stringify(answer));
  return answer.report;
}

export function namesOf(
  { referenceNumber, askedAt }: Pick<OpenRequest, 'referenceNumber' | 'askedAt'>,
  opened: Inquired,
): AttemptNames {
  assert.ok(opened.step === 'page');
  return { referenceNumber, askedAt, gatewayReference: opened.gatewayReference };
}

export function aRequest(change: Partial<OpenRequest> = {}): OpenRequest {
  count += 1;
  const referenceNumber = referenceOf(`demoSTRIPE${count}`);
  return {
    referenceNumber,
    idempotencyKey: `session:${referenceNumber}:open`,
    total: kwd('12.500'),
    kind: 'purchase',
    language: 'en',
    askedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    returnUrl: 'https://pay.example.test/return?return_token=x',
    notifyUrl: 'https://pay.example.test/notify',
    ...change,
  };
}

export function aCharge(token: string, by: ChargeRequest['by']): ChargeRequest {
  return { ...aRequest(), token, by };
}

export function operationOn(
  {
    request,
    report,
  }: {
    readonly request: OpenRequest;
    readonly report: AttemptReport;
  },
  kind: OperationRequest['kind'],
): OperationRequest {
  const referenceNumber = referenceOf(`${request.referenceNumber}-O`);
  return {
    kind,
    idempotencyKey: `session:${referenceNumber}:${kind}`,
    referenceNumber,
    paymentReference: request.referenceNumber,
    ...(report.gatewayPayment !== undefined && { gatewayPayment: report.gatewayPayment }),
    ...(kind !== 'void' && { amount: kwd('12.500') }),
    askedAt: Date.now(),
  };
}

export function isFault(kind: FaultKind) {
  return (error: unknown) => error instanceof GatewayFault && error.kind === kind;
}
