import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EXPIRY_YEAR } from '../card-expiry.ts';
import { CARDS } from './cards.ts';
import type { StripeJson } from './form.ts';

/** A no of Stripe's, as docs.stripe.com/api/errors words it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeJson;

  constructor(status: number, error: StripeJson) {
    super(String(error['message']));
    this.status = status;
    this.error = { type: 'invalid_request_error', ...error };
  }
}

/** Money that moved. `operation` is what the merchant called the refund or capture, or the key of the request that let a hold go. */
interface Moved {
  readonly entry: string;
  /** The intent. */
  readonly payment: string;
  readonly reference: string;
  readonly operation?: string;
  readonly amount: number;
  readonly currency: string;
}

/** Each object as it is when it is new. */
const BLANKS: StripeJson = JSON.parse(
  readFileSync(new URL('blanks.json', import.meta.url), 'utf8'),
);

/** What Stripe counts otherwise than ISO 4217 (docs.stripe.com/currencies): amounts in steps of this. */
const STEPS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['bhd', 'jod', 'kwd', 'omr', 'tnd'].map((code) => [code, 10])),
  ...Object.fromEntries(['isk', 'ugx'].map((code) => [code, 100])),
};
/** A card that is declined without a reason. */
const GENERIC = '4000000000000002';
const MOST = 99_999_999;
const [SHORTEST_S, LONGEST_S] = [30 * 60, 24 * 60 * 60];

/** Stripe's own side: its objects, what really moved, and the events of it. It knows no HTTP. */
export function createBook(pageUrl: () => string) {
  const objects = new Map<string, StripeJson>();
  const events: StripeJson[] = [];
  const listeners: ((event: StripeJson) => void)[] = [];
  /** The numbers of tokens that are good yet, and the methods that were made of tokens: each pays once. */
  const tokens = new Map<string, string>();
  const fresh = new Set<string>();
  /** The number of a payment method's card, and who really moved what. */
  const numbers = new Map<string, string>();
  const moved: Moved[] = [];
  let requestKey: string | null = null;
  let refundStatus = 'succeeded';
  let isNextDeclined = false;

  const book = {
    objects,
    events,
    moved,
    onEvent: (listen: (event: StripeJson) => void) => listeners.push(listen),
    /** All that is done meanwhile is done by a request with this key. */
    withKey: <T>(key: string | null, act: () => T): T => {
      requestKey = key;
      try {
        return act();
      } finally {
        requestKey = null;
      }
    },
    /** The next charge of a saved card is declined, whatever card it is. */
    declineNextCharge: () => {
      isNextDeclined = true;
    },
    queueNextRefund: () => {
      refundStatus = 'pending';
    },
    all: (object: string) =>
      [...objects.values()].filter((one) => one['object'] === object).toReversed(),
    get: (id: string, object: string): StripeJson => {
      const found = objects.get(id);
      if (found?.['object'] === object) return found;
      throw new StripeRefusal(404, {
        code: 'resource_missing',
        param: 'id',
        message: `No such ${object}: '${id}'`,
      });
    },

    createSession(body: StripeJson): StripeJson {
      const {
        mode,
        line_items: lines,
        currency,
        setup_intent_data: setup,
        expires_at,
        ...rest
      } = body;
      const life = expires_at === undefined ? LONGEST_S : expires_at - now();
      if (life < SHORTEST_S || life > LONGEST_S)
        refuse('expires_at must be between 30 minutes and 24 hours from now', 'expires_at');
      const [price] = (lines ?? []).map((line: StripeJson) => line['price_data']);
      if ((mode === 'payment') !== Boolean(price))
        refuse('line_items go with the mode payment', 'line_items');
      if (price) checkAmount(price['unit_amount'], price['currency']);
      const id = `cs_test_${random(56)}`;
      const intent =
        mode === 'setup' && create('setup_intent', 'seti', { metadata: setup?.metadata ?? {} });
      const { client_reference_id, metadata, success_url, cancel_url } = rest;
      const session = create('checkout.session', id, {
        ...defined({ client_reference_id, metadata, success_url, cancel_url }),
        mode,
        expires_at: now() + life,
        url: `${pageUrl()}/c/pay/${id}`,
        ...(intent
          ? { currency, setup_intent: intent['id'], payment_status: 'no_payment_required' }
          : { currency: price.currency, amount_total: price.unit_amount * lines[0].quantity }),
      });
      asked.set(id, body);
      return session;
    },

    /** The payer types a card on the page of a session. A declined one leaves it open (docs.stripe.com/payments/checkout). */
    pay(id: string, number: string): StripeJson {
      const session = book.get(id, 'checkout.session');
      if (session['status'] !== 'open') refuse('The session is not open', 'session');
      const { payment_intent_data: data = {}, customer_creation } = asked.get(id) ?? {};
      const isKept = session['mode'] === 'setup' || data.setup_future_usage !== undefined;
      const customer = customer_creation === 'always' ? create('customer', 'cus', {})['id'] : null;
      const method = card(number, isKept ? customer : null);
      if (session['mode'] === 'setup') {
        const setup = book.get(session['setup_intent'], 'setup_intent');
        const { declines, declinesLater } = cardOf(number);
        if (declines && !declinesLater) {
          setup['last_setup_error'] = declineError(number, method);
          emit('setup_intent.setup_failed', setup);
          return session;
        }
        Object.assign(setup, { status: 'succeeded', payment_method: method['id'], customer });
        emit('setup_intent.succeeded', setup);
      } else {
        session['payment_intent'] ??= intentOf({
          amount: session['amount_total'],
          currency: session['currency'],
          customer,
          ...data,
        })['id'];
        const intent = book.get(session['payment_intent'], 'payment_intent');
        if (!attempt(intent, method, 'on-page')) return session;
        session['payment_status'] = intent['status'] === 'succeeded' ? 'paid' : 'unpaid';
      }
      Object.assign(session, { status: 'complete', url: null, customer });
      emit('checkout.session.completed', session);
      return session;
    },

    expireSession(id: string): StripeJson {
      const session = book.get(id, 'checkout.session');
      if (session['status'] !== 'open')
        refuse(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session['status']}.`,
        );
      Object.assign(session, { status: 'expired', url: null });
      emit('checkout.session.expired', session);
      return session;
    },

    createIntent(body: StripeJson): StripeJson {
      checkAmount(body['amount'], body['currency']);
      const method = objects.get(body['payment_method']);
      if (method?.['object'] !== 'payment_method')
        refuse(
          `No such PaymentMethod: '${body['payment_method']}'`,
          'payment_method',
          'resource_missing',
        );
      const isFresh = fresh.delete(method?.['id']);
      if (!isFresh && (!method?.['customer'] || method['customer'] !== body['customer']))
        refuse(
          'The PaymentMethod was detached from a Customer, or is of another one. It may not be used again.',
        );
      const intent = intentOf(body);
      const { authenticates } = cardOf(numberOf(method));
      if (authenticates === 'always' && body['off_session']) {
        const code = 'authentication_required';
        const error = {
          type: 'card_error',
          code,
          decline_code: code,
          message: 'Your card was declined.',
        };
        throw declined(intent, error);
      }
      if (authenticates === 'always') {
        const url = `${pageUrl()}/3ds/${intent['id']}`;
        Object.assign(intent, {
          status: 'requires_action',
          payment_method: method['id'],
          next_action: {
            type: 'redirect_to_url',
            redirect_to_url: { url, return_url: body['return_url'] ?? null },
          },
        });
        emit('payment_intent.requires_action', intent);
        return intent;
      }
      const isDeclined = isNextDeclined;
      isNextDeclined = false;
      if (isDeclined) fail(intent, method, declineError(GENERIC, method));
      else if (attempt(intent, method)) return intent;
      throw declined(intent, intent['last_payment_error']);
    },

    /** The customer answers their bank, or it says no to them. */
    authenticate(id: string, isRight: boolean): StripeJson {
      const intent = book.get(id, 'payment_intent');
      if (intent['status'] !== 'requires_action')
        refuse('Nothing is to be authenticated', 'intent');
      intent['next_action'] = null;
      const method = book.get(intent['payment_method'], 'payment_method');
      if (isRight) attempt(intent, method, 'on-page');
      else
        fail(intent, method, {
          code: 'payment_intent_authentication_failure',
          type: 'card_error',
          message: 'We are unable to authenticate your payment method.',
        });
      return intent;
    },

    capture(
      id: string,
      { amount_to_capture: part, final_capture = true, metadata = {} }: StripeJson,
    ): StripeJson {
      const intent = book.get(id, 'payment_intent');
      const left = intent['amount_capturable'];
      if (intent['status'] !== 'requires_capture')
        refuse(
          'This PaymentIntent could not be captured',
          'intent',
          'payment_intent_unexpected_state',
        );
      if (!final_capture) refuse('The account has no multicapture', 'final_capture');
      const amount = part ?? left;
      if (amount > left)
        refuse(
          'amount_to_capture is more than can be captured',
          'amount_to_capture',
          'amount_too_large',
        );
      checkAmount(amount, intent['currency']);
      const charge = book.get(intent['latest_charge'], 'charge');
      Object.assign(charge, {
        captured: true,
        amount_captured: amount,
        amount_refunded: left - amount,
      });
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: amount,
        amount_capturable: 0,
        metadata: { ...intent['metadata'], ...metadata },
      });
      sendCommand('capture', charge, amount);
      emit('charge.captured', charge);
      emit('payment_intent.succeeded', intent);
      return intent;
    },

    /** A hold that is canceled: its charge is refunded without having been captured (odoo/odoo#259230). */
    cancel(id: string, reason: string | null): StripeJson {
      const intent = book.get(id, 'payment_intent');
      if (!intent['status'].startsWith('requires_'))
        refuse(
          `You cannot cancel this PaymentIntent because it has a status of ${intent['status']}.`,
          'intent',
          'payment_intent_unexpected_state',
        );
      const charge = objects.get(intent['latest_charge']);
      if (intent['status'] === 'requires_capture' && charge) {
        Object.assign(charge, { refunded: true, amount_refunded: charge['amount'] });
        move('void', intent, charge['amount'], requestKey);
        emit('charge.refunded', charge);
      }
      Object.assign(intent, {
        status: 'canceled',
        cancellation_reason: reason,
        canceled_at: now(),
        amount_capturable: 0,
      });
      emit('payment_intent.canceled', intent);
      return intent;
    },

    refund({ payment_intent: id, amount, metadata = {}, reason = null }: StripeJson): StripeJson {
      const intent = book.get(id, 'payment_intent');
      const given = book
        .all('refund')
        .filter(
          (one) => one['payment_intent'] === id && !['failed', 'canceled'].includes(one['status']),
        );
      const left = intent['amount_received'] - given.reduce((sum, one) => sum + one['amount'], 0);
      if (left <= 0)
        refuse('There is nothing left to be refunded.', undefined, 'charge_already_refunded');
      const asked = amount ?? left;
      if (asked > left)
        refuse(
          `Refund amount (${asked}) is greater than unrefunded amount on charge (${left})`,
          'amount',
        );
      checkAmount(asked, intent['currency']);
      const charge = book.get(intent['latest_charge'], 'charge');
      const refund = create('refund', 're', {
        amount: asked,
        currency: intent['currency'],
        status: refundStatus,
        metadata,
        reason,
        charge: charge['id'],
        payment_intent: id,
        balance_transaction: null,
      });
      refundStatus = 'succeeded';
      // One that is pending waits for money in the account.
      if (refund['status'] === 'succeeded') sendCommand('refund', refund, asked);
      charge['amount_refunded'] += asked;
      emit('charge.refunded', charge);
      emit('refund.created', refund);
      return refund;
    },

    /** A refund that was pending, or one that had succeeded and comes back, also because somebody cancels it in the dashboard. */
    decideRefund(id: string, status: 'succeeded' | 'failed' | 'canceled'): StripeJson {
      const refund = book.get(id, 'refund');
      const { amount, status: before } = refund;
      refund['status'] = status;
      if (status === 'succeeded') sendCommand('refund', refund, amount);
      else refund['failure_reason'] = status === 'failed' ? 'declined' : 'merchant_request';
      if (status !== 'succeeded' && before === 'succeeded')
        refund['failure_balance_transaction'] = balance('refund_failure', refund, amount)['id'];
      emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund, { status: before });
      return refund;
    },

    /** The payer's bank takes the payment back, a part of it, or asks about it only. */
    dispute(
      intentId: string,
      { amount, status = 'needs_response', due_by = now() + 7 * 24 * 60 * 60 }: StripeJson = {},
    ): StripeJson {
      const intent = book.get(intentId, 'payment_intent');
      const dispute = create('dispute', 'du', {
        amount: amount ?? intent['amount_received'],
        currency: intent['currency'],
        charge: intent['latest_charge'],
        payment_intent: intentId,
        status,
      });
      dispute['evidence_details'].due_by = due_by;
      emit('charge.dispute.created', dispute);
      if (status === 'needs_response') withdraw(dispute);
      return dispute;
    },

    /** The bank has decided, or an inquiry has come to nothing. */
    closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): StripeJson {
      const dispute = book.get(id, 'dispute');
      dispute['status'] = status;
      emit('charge.dispute.closed', dispute);
      if (status !== 'won') return dispute;
      dispute['balance_transactions'].push(disputeLine(dispute, 'dispute_reversal', 1));
      emit('charge.dispute.funds_reinstated', dispute);
      return dispute;
    },

    /** An inquiry becomes a chargeback. */
    escalateDispute(id: string): StripeJson {
      const dispute = book.get(id, 'dispute');
      dispute['status'] = 'needs_response';
      withdraw(dispute);
      return dispute;
    },

    /** A wallet has had a card turned into a token for this account; what it hands over is JSON of it. */
    tokenFor(number: string): string {
      const { brand } = cardOf(number);
      const id = `tok_${random(24)}`;
      tokens.set(id, number);
      return JSON.stringify({
        id,
        object: 'token',
        card: { brand, last4: number.slice(-4) },
        used: false,
      });
    },

    /** A token is good once (docs.stripe.com/api/tokens). */
    methodOfToken(token: string, holder?: StripeJson): StripeJson {
      const number = tokens.get(token);
      if (number === undefined)
        refuse(`No such token: '${token}'`, 'card[token]', 'resource_missing');
      tokens.delete(token);
      const method = card(number ?? '', null);
      Object.assign(method['billing_details'], holder);
      fresh.add(method['id']);
      return method;
    },

    detach(id: string): StripeJson {
      const method = book.get(id, 'payment_method');
      if (!method['customer'])
        refuse(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      method['customer'] = null;
      emit('payment_method.detached', method);
      return method;
    },
  };
  const asked = new Map<string, StripeJson>();
  return book;

  function intentOf({ metadata = {}, ...body }: StripeJson): StripeJson {
    checkMetadata(metadata);
    const { amount, currency, customer, capture_method, description, setup_future_usage } = body;
    const given = { amount, currency, customer, capture_method, description, setup_future_usage };
    const intent = create('payment_intent', 'pi', { ...defined(given), metadata });
    emit('payment_intent.created', intent);
    return intent;
  }

  /** Charges or holds; false when the card was declined. A charge has the metadata of its intent as it is now. */
  function attempt(intent: StripeJson, method: StripeJson, where?: 'on-page'): boolean {
    const number = numberOf(method);
    const { declines, declinesLater, authenticates } = cardOf(number);
    if (declines && !(declinesLater && where)) {
      fail(intent, method, declineError(number, method));
      return false;
    }
    const isHeld = intent['capture_method'] === 'manual';
    const { amount } = intent;
    const charge = chargeOf(intent, method, {
      status: 'succeeded',
      paid: true,
      captured: !isHeld,
      amount_captured: isHeld ? 0 : amount,
      ...(where &&
        authenticates && {
          three_d_secure: {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            result: 'authenticated',
            version: '2.2.0',
          },
        }),
    });
    Object.assign(intent, {
      status: isHeld ? 'requires_capture' : 'succeeded',
      payment_method: method['id'],
      latest_charge: charge['id'],
      last_payment_error: null,
      amount_capturable: isHeld ? amount : 0,
      amount_received: isHeld ? 0 : amount,
    });
    if (isHeld) move('authorize', intent, amount);
    else sendCommand('capture', charge, amount);
    emit('charge.succeeded', charge);
    emit(isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
    return true;
  }

  function fail(intent: StripeJson, method: StripeJson, error: StripeJson): void {
    const charge = chargeOf(intent, method, {
      status: 'failed',
      paid: false,
      captured: false,
      amount_captured: 0,
    });
    const { decline_code, ...rest } = error;
    Object.assign(intent, {
      status: 'requires_payment_method',
      latest_charge: charge['id'],
      payment_method: null,
      last_payment_error: { ...rest, ...(decline_code && { decline_code }), charge: charge['id'] },
    });
    emit('charge.failed', charge);
    emit('payment_intent.payment_failed', intent);
  }

  function chargeOf(
    intent: StripeJson,
    method: StripeJson,
    { three_d_secure = null, ...facts }: StripeJson,
  ): StripeJson {
    const { amount, currency, customer, id, metadata } = intent;
    return create('charge', 'ch', {
      amount,
      currency,
      customer,
      metadata: { ...metadata },
      payment_intent: id,
      payment_method: method['id'],
      billing_details: method['billing_details'],
      payment_method_details: {
        type: 'card',
        card: { ...method['card'], authorization_code: '123456', three_d_secure },
      },
      ...facts,
    });
  }

  function card(number: string, customer: string | null): StripeJson {
    const { brand } = cardOf(number);
    const method = create('payment_method', 'pm', {
      customer,
      card: {
        brand,
        exp_month: 3,
        exp_year: Number(EXPIRY_YEAR),
        funding: 'credit',
        last4: number.slice(-4),
      },
    });
    numbers.set(method['id'], number);
    return method;
  }

  function numberOf(method: StripeJson | undefined): string {
    return numbers.get(method?.['id']) ?? '';
  }

  function sendCommand(entry: 'capture' | 'refund', about: StripeJson, amount: number): void {
    const line = balance(
      entry === 'capture' ? 'charge' : 'refund',
      about,
      entry === 'capture' ? amount : -amount,
    );
    about['balance_transaction'] = line['id'];
    const intent = book.get(about['payment_intent'], 'payment_intent');
    const operation =
      entry === 'refund' ? about['metadata']['reference'] : intent['metadata']['capture'];
    move(entry, intent, amount, operation);
  }

  function withdraw(dispute: StripeJson): void {
    dispute['balance_transactions'].push(disputeLine(dispute, 'dispute', -1));
    emit('charge.dispute.funds_withdrawn', dispute);
  }

  function disputeLine(dispute: StripeJson, category: string, sign: 1 | -1): StripeJson {
    const line = balance('adjustment', dispute, sign * dispute['amount']);
    line['reporting_category'] = category;
    return structuredClone(line);
  }

  function move(
    entry: string,
    { id: payment, metadata, currency }: StripeJson,
    amount: number,
    operation?: string | null,
  ): void {
    const reference = metadata['reference'] ?? '';
    moved.push({ entry, payment, reference, amount, currency, ...(operation && { operation }) });
  }

  function balance(type: string, { id, currency }: StripeJson, amount: number): StripeJson {
    const source = { currency, source: id };
    return create('balance_transaction', 'txn', {
      type,
      reporting_category: type,
      amount,
      net: amount,
      ...source,
    });
  }

  function create(object: string, prefix: string, facts: StripeJson): StripeJson {
    const id = prefix.startsWith('cs_')
      ? prefix
      : `${prefix}_${random(object === 'customer' ? 14 : 24)}`;
    const made = { id, object, created: now(), ...structuredClone(BLANKS[object]), ...facts };
    objects.set(id, made);
    return made;
  }

  function emit(type: string, object: StripeJson, previous?: StripeJson): void {
    const event = {
      ...BLANKS['event'],
      id: `evt_${random(24)}`,
      object: 'event',
      type,
      created: now(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      request: { id: requestKey && `req_${random(14)}`, idempotency_key: requestKey },
    };
    events.unshift(event);
    for (const listen of listeners) listen(event);
  }
}

/** The 402 with the intent in it. */
function declined(intent: StripeJson, error: StripeJson): StripeRefusal {
  intent['last_payment_error'] ??= error;
  return new StripeRefusal(402, { ...error, payment_intent: structuredClone(intent) });
}

function cardOf(number: string): (typeof CARDS)[string] {
  const found = CARDS[number];
  if (!found)
    throw new StripeRefusal(400, {
      message: `${number.slice(-4)} is no test card`,
      param: 'number',
    });
  return found;
}

function declineError(number: string, method: StripeJson): StripeJson {
  return {
    type: 'card_error',
    ...cardOf(number).declines,
    message: 'Your card was declined.',
    payment_method: structuredClone(method),
  };
}

function checkAmount(amount: number, currency: string): void {
  if (!(amount > 0))
    refuse('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount > MOST) refuse('Amount must be no more than 999,999.99', 'amount', 'amount_too_large');
  if (amount % (STEPS[currency] ?? 1) !== 0)
    refuse(`Amounts of ${currency} end in 0`, 'amount', 'parameter_invalid_integer');
}

/** docs.stripe.com/api/metadata: 50 names of 40 characters, values of 500. */
function checkMetadata(metadata: StripeJson): void {
  const entries = Object.entries<string>(metadata);
  if (
    entries.length > 50 ||
    entries.some(([name, value]) => name.length > 40 || value.length > 500)
  )
    refuse('Metadata is too long', 'metadata');
}

function refuse(message: string, param?: string, code?: string): never {
  throw new StripeRefusal(400, { message, ...(param && { param }), ...(code && { code }) });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function random(length: number): string {
  return randomBytes(length).toString('base64').replaceAll(/[+/=]/g, '7').slice(0, length);
}

/** Without what was not given. */
function defined(fields: StripeJson): StripeJson {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
