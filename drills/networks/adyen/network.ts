import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPIRY_YEAR } from '../card-expiry.ts';
import { Book, type UnitAmount, type Payment } from './book.ts';
import { partOf, textOf, type JsonPart } from './json.ts';
import { refusal, type StandInAnswer } from './keys.ts';
import type { Item, Webhooks } from './webhooks.ts';

/** Why a card is refused: its number and text (docs.adyen.com/development-resources/refusal-reasons). */
export interface CardRefusal {
  readonly code: string;
  readonly reason: string;
  /** Such as `refusalReasonRaw` and `merchantAdviceCode`, which have to be switched on. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A page on which a payer can pay, by the id that stands in its address. */
export interface Page {
  readonly id: string;
  readonly way: 'link' | 'session' | 'redirect';
  readonly request: JsonPart;
  readonly createdAt: Date;
  /** As the status of a link: active, completed or expired. */
  readonly status: 'active' | 'completed' | 'expired';
  /** How the bank's page was left. */
  readonly left?: CardRefusal | 'confirmed';
  readonly pspReference?: string;
}

export type Modification = 'capture' | 'cancel' | 'refund';

/** What a modification is called, and by whom. */
export interface Names {
  readonly pspReference: string;
  readonly reference: string;
}

/** A modification that was received and is neither done nor refused yet. */
export interface HeldModification {
  readonly payment: string;
  readonly names: Names;
  readonly decide: (refusal?: string) => Promise<void>;
}

/** What every card of the stand-in tells of itself, where all additional data is switched on. */
const CARD = {
  cardBin: '411111',
  cardSummary: '1111',
  expiryDate: `03/${EXPIRY_YEAR}`,
  authCode: '091379',
  cardHolderName: 'Sara Al-Ali',
} as const;
/** Where the token of a wallet stands. */
const HANDED_OVER: Readonly<Record<string, string>> = {
  applepay: 'applePayToken',
  googlepay: 'googlePayToken',
};
const EVENTS = { capture: 'CAPTURE', cancel: 'CANCELLATION', refund: 'REFUND' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What happens at Adyen: pages, payments, saved cards and modifications, without the HTTP around it. */
export class AdyenSide {
  readonly book = new Book();
  readonly #merchantAccount: string;
  readonly #webhooks: Webhooks;
  readonly #base: () => string;
  readonly #pages = new Map<string, Page>();
  /** Whose each saved card is. */
  readonly #cards = new Map<string, string>();
  readonly #undecided: HeldModification[] = [];
  readonly #deciding = new Set<Promise<void>>();
  holdsModifications = false;
  nextCharge: CardRefusal | 'redirect' | 'pending' | undefined;
  /** What wallets of devices have handed over, one after the other. */
  readonly handedOver: string[] = [];
  /** From where payers are said to have asked for charges; empty where nothing is said. */
  readonly shopperAddresses: string[] = [];
  /** The next charge is under way until this has ended. */
  beforeNext: (() => Promise<unknown>) | undefined;

  constructor(merchantAccount: string, webhooks: Webhooks, base: () => string) {
    this.#merchantAccount = merchantAccount;
    this.#webhooks = webhooks;
    this.#base = base;
  }

  createLink(request: JsonPart): StandInAnswer {
    if (amountOf(request).value === 0) return refusal(422, '130', 'A link needs an amount.');
    const page = this.#open('link', `PL${newReference()}`, request);
    return { status: 201, body: this.#linkOf(page) };
  }

  link(id: string): StandInAnswer {
    const page = this.#pages.get(id);
    return page ? { status: 200, body: this.#linkOf(page) } : refusal(404, '000', 'Not found');
  }

  /** Only one that nobody has paid can be closed. */
  closeLink(id: string): StandInAnswer {
    const page = this.#pages.get(id);
    if (!page) return refusal(404, '000', 'Not found');
    if (page.status === 'completed') return refusal(422, '702', 'The link is completed.');
    this.#change(page, { status: 'expired' });
    return this.link(id);
  }

  createSession(request: JsonPart): StandInAnswer {
    const page = this.#open('session', `CS${newReference()}`, request);
    const expiresAt = new Date(page.createdAt.getTime() + DAY_MS / 24).toISOString();
    const { id } = page;
    return { status: 201, body: { expiresAt, ...request, id, url: this.#addressOf(page) } };
  }

  /** Only whoever has what the browser brought back may ask. */
  sessionResult(id: string, sessionResult: string): StandInAnswer {
    const page = this.#pages.get(id);
    if (!page || sessionResult !== resultOf(page)) return refusal(422, '702', 'Invalid session');
    const { pspReference, request } = page;
    const amount = amountOf(request);
    const payments = [{ amount, pspReference, resultCode: 'Authorised' }];
    const reference = textOf(request, 'reference');
    return {
      status: 200,
      body:
        page.status === 'completed'
          ? { id, reference, status: 'completed', payments }
          : { id, reference, status: 'canceled' },
    };
  }

  async charge(request: JsonPart): Promise<StandInAnswer> {
    const outcome = this.nextCharge;
    this.nextCharge = undefined;
    const before = this.beforeNext;
    this.beforeNext = undefined;
    await before?.();
    this.shopperAddresses.push(textOf(request, 'shopperIP'));
    const method = partOf(request, 'paymentMethod');
    const { storedPaymentMethodId: token, type } = method;
    const handedOver = HANDED_OVER[String(type)];
    if (handedOver !== undefined) this.handedOver.push(textOf(method, handedOver));
    else if (this.#cards.get(String(token)) !== textOf(request, 'shopperReference'))
      return refusal(422, '800', 'Contract not found');
    // A bank that would ask is asked nothing without it, and declines.
    if (outcome === 'redirect' && request['browserInfo'] === undefined)
      return this.#result(request, newReference(), {
        code: '38',
        reason: 'Authentication required',
      });
    if (outcome === 'redirect' || outcome === 'pending') {
      const page = this.#open('redirect', newReference(), request);
      if (outcome === 'pending')
        return { status: 200, body: { resultCode: 'Pending', pspReference: page.id } };
      const url = this.#addressOf(page);
      const action = { type: 'redirect', method: 'GET', paymentMethodType: 'scheme', url };
      return { status: 200, body: { resultCode: 'RedirectShopper', action } };
    }
    return this.#result(request, newReference(), outcome);
  }

  /** The merchant session of Apple's, which Adyen has asked for; it says for whom. */
  appleSession(request: JsonPart): StandInAnswer {
    const session = {
      ...request,
      merchantSessionIdentifier: `SSH${newReference()}`,
      nonce: 'a1b2',
    };
    const data = Buffer.from(JSON.stringify(session)).toString('base64');
    return { status: 200, body: { data } };
  }

  async details(request: JsonPart): Promise<StandInAnswer> {
    const { redirectResult } = partOf(request, 'details');
    const page = [...this.#pages.values()].find((one) => resultOf(one) === redirectResult);
    if (!page?.left) return refusal(422, '101', 'Invalid redirectResult');
    const { pspReference = newReference(), left } = page;
    const isFirst = page.pspReference === undefined;
    this.#change(page, { pspReference, status: 'completed' });
    const refused = left === 'confirmed' ? undefined : left;
    return this.#result(page.request, pspReference, refused, isFirst);
  }

  forget(token: string, shopper: string): StandInAnswer {
    if (this.#cards.get(token) !== shopper) return refusal(422, '803', 'PaymentDetail not found');
    this.#cards.delete(token);
    return { status: 204, body: {} };
  }

  modify(kind: Modification, paymentPspReference: string, request: JsonPart): StandInAnswer {
    const payment = this.book.find(paymentPspReference);
    if (!payment) return refusal(422, '167', 'Original pspReference required for this operation');
    const names = { pspReference: newReference(), reference: textOf(request, 'reference') };
    const amount = kind === 'cancel' ? payment.amount : amountOf(request);
    this.begin(kind, payment, names, amount);
    const merchantAccount = this.#merchantAccount;
    return {
      status: 201,
      body: { ...request, merchantAccount, paymentPspReference, ...names, status: 'received' },
    };
  }

  /** A cancel of whatever may have come of a reference, which nobody has to know. */
  cancelByReference(request: JsonPart): StandInAnswer {
    const paymentReference = textOf(request, 'paymentReference');
    const names = { pspReference: newReference(), reference: textOf(request, 'reference') };
    const payment = this.book.named(paymentReference);
    if (payment) this.begin('cancel', payment, names, payment.amount, 'TECHNICAL_CANCEL');
    return { status: 201, body: { ...request, ...names, status: 'received' } };
  }

  /** What was received is done or not a little later, and told by a webhook. */
  begin(
    kind: Modification,
    payment: Payment,
    names: Names,
    amount: UnitAmount,
    eventCode: string = EVENTS[kind],
  ): void {
    const decide = async (refusal?: string) => {
      const now = this.book.find(payment.pspReference) ?? payment;
      const reason = refusal ?? this.book.move(kind, now, amount, names.reference);
      await this.tellModified(eventCode, payment, names, { amount, reason });
    };
    if (this.holdsModifications)
      this.#undecided.push({ payment: payment.pspReference, names, decide });
    else this.#deciding.add(sleep(5).then(() => decide()));
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    const under = [...this.#deciding];
    this.#deciding.clear();
    await Promise.all(under);
  }

  /** What was held back is done, or refused for a reason. */
  async decide(refusal?: string): Promise<void> {
    this.holdsModifications = false;
    for (const { decide } of this.#undecided.splice(0)) await decide(refusal);
  }

  get undecided(): readonly HeldModification[] {
    return this.#undecided;
  }

  /** Decides one of them, by what Adyen calls it; nothing where it is decided already. */
  async decideOne(pspReference: string, refusal?: string): Promise<void> {
    const at = this.#undecided.findIndex(({ names }) => names.pspReference === pspReference);
    const [found] = at < 0 ? [] : this.#undecided.splice(at, 1);
    await found?.decide(refusal);
  }

  /** Every page that was made. */
  get pages(): readonly Page[] {
    return [...this.#pages.values()];
  }

  /** Somebody refunds in the Customer Area. */
  refundThere(payment: Payment, amount: UnitAmount): void {
    const names = { pspReference: newReference(), reference: payment.reference };
    this.begin('refund', payment, names, amount);
  }

  /** The bank undoes what was done. */
  async undo(
    eventCode: 'CAPTURE_FAILED' | 'REFUND_FAILED' | 'REFUNDED_REVERSED',
    payment: Payment,
    names: Names,
    amount: UnitAmount,
  ): Promise<void> {
    const now = this.book.find(payment.pspReference) ?? payment;
    this.book.undo(eventCode === 'CAPTURE_FAILED' ? 'capture' : 'refund', now, amount);
    await this.tellModified(eventCode, payment, names, { amount });
  }

  async tellModified(
    eventCode: string,
    payment: Payment,
    { pspReference, reference }: Names,
    { amount, reason }: { readonly amount: UnitAmount; readonly reason?: string | undefined },
  ): Promise<void> {
    await this.#webhooks.announce({
      ...this.#item(pspReference, reference, amount),
      originalReference: payment.pspReference,
      eventCode,
      success: String(reason === undefined),
      ...(reason !== undefined && { reason }),
    });
  }

  /** The payer's browser leaves the page with a card that is taken, or refused; gives where it goes. */
  async leave(page: Page, refused?: CardRefusal): Promise<string> {
    const back = new URL(textOf(page.request, 'returnUrl'));
    if (page.way === 'redirect') {
      this.#change(page, { left: refused ?? 'confirmed' });
      back.searchParams.set('redirectResult', resultOf(page));
      return back.href;
    }
    // A refused card does not end a page: the payer takes another one.
    if (refused) await this.#refuse(page.request, newReference(), refused);
    else await this.#pay(page, newReference());
    if (page.way === 'session') {
      back.searchParams.set('sessionId', page.id);
      back.searchParams.set('sessionResult', resultOf(page));
    }
    return back.href;
  }

  /** One and the same payment is told of twice: refused, and then authorised. */
  async payAtLast(page: Page, refused: CardRefusal): Promise<void> {
    const pspReference = newReference();
    await this.#refuse(page.request, pspReference, refused);
    await this.#pay(page, pspReference);
  }

  expire(page: Page): void {
    this.#change(page, { status: 'expired' });
  }

  page(id: string): Page | undefined {
    return this.#pages.get(id);
  }

  /** The newest page of a reference of the merchant, with whatever follows the reference in Adyen's books. */
  pageNamed(reference: string): Page | undefined {
    return [...this.#pages.values()].findLast(({ request }) =>
      isNamed(textOf(request, 'reference'), reference),
    );
  }

  paymentNamed(reference: string): Payment | undefined {
    const entry = this.book.entries.findLast((one) => isNamed(one.reference, reference));
    return entry && this.book.find(entry.payment);
  }

  /** The payer never comes back from the page of their bank, and in the end Adyen waits no longer. */
  async abandon(page: Page): Promise<void> {
    this.#change(page, { status: 'expired' });
    await this.#webhooks.announce({
      ...this.#item(newReference(), textOf(page.request, 'reference'), amountOf(page.request)),
      eventCode: 'OFFER_CLOSED',
      paymentMethod: 'visa',
    });
  }

  /** A webhook about something that is no modification, such as a chargeback. */
  async tell(payment: Payment, eventCode: string, more: Partial<Item>): Promise<void> {
    await this.#webhooks.announce({
      ...this.#item(newReference(), payment.reference, payment.amount),
      originalReference: payment.pspReference,
      eventCode,
      ...more,
    });
  }

  #open(way: Page['way'], id: string, request: JsonPart): Page {
    const page: Page = { id, way, request, createdAt: new Date(), status: 'active' };
    this.#pages.set(id, page);
    return page;
  }

  #change(page: Page, change: Partial<Page>): void {
    const now = this.#pages.get(page.id) ?? page;
    this.#pages.set(page.id, { ...now, ...change });
  }

  #addressOf({ id }: Page): string {
    return `${this.#base()}/pay/${id}`;
  }

  #linkOf(page: Page): object {
    const { id, request, createdAt } = page;
    const isOver = Date.now() > Date.parse(textOf(request, 'expiresAt'));
    const status = page.status === 'active' && isOver ? 'expired' : page.status;
    const expiresAt = new Date(createdAt.getTime() + DAY_MS).toISOString();
    return { expiresAt, ...request, id, status, url: this.#addressOf(page) };
  }

  async #pay(page: Page, pspReference: string): Promise<void> {
    this.#change(page, { status: 'completed', pspReference });
    await this.#authorise(page.request, pspReference);
  }

  async #result(
    request: JsonPart,
    pspReference: string,
    refused: CardRefusal | undefined,
    isFirst = true,
  ): Promise<StandInAnswer> {
    const merchantReference = textOf(request, 'reference');
    const named = { pspReference, merchantReference };
    if (refused) {
      if (isFirst) await this.#refuse(request, pspReference, refused);
      const { code: refusalReasonCode, reason: refusalReason, more: additionalData } = refused;
      const said = { refusalReasonCode, refusalReason, ...(additionalData && { additionalData }) };
      return { status: 200, body: { ...named, resultCode: 'Refused', ...said } };
    }
    if (isFirst) await this.#authorise(request, pspReference);
    const paymentMethod = { type: 'scheme', brand: 'visa' };
    const about = { amount: amountOf(request), paymentMethod, additionalData: CARD };
    return { status: 200, body: { ...named, resultCode: 'Authorised', ...about } };
  }

  async #authorise(request: JsonPart, pspReference: string): Promise<void> {
    const reference = textOf(request, 'reference');
    const { manualCapture } = partOf(request, 'additionalData');
    const isHeld = request['manualCapture'] === true || manualCapture === 'true';
    this.book.authorise(pspReference, reference, amountOf(request), isHeld);
    const { authCode, cardSummary, expiryDate } = CARD;
    await this.#webhooks.announce({
      ...this.#item(pspReference, reference, amountOf(request)),
      eventCode: 'AUTHORISATION',
      paymentMethod: 'visa',
      reason: `${authCode}:${cardSummary}:${expiryDate}`,
      additionalData: { ...CARD, ...this.#saved(request) },
    });
  }

  async #refuse(
    request: JsonPart,
    pspReference: string,
    { reason, more }: CardRefusal,
  ): Promise<void> {
    await this.#webhooks.announce({
      ...this.#item(pspReference, textOf(request, 'reference'), amountOf(request)),
      eventCode: 'AUTHORISATION',
      success: 'false',
      paymentMethod: 'visa',
      reason,
      ...(more && { additionalData: more }),
    });
  }

  /** The card is kept where that was asked for, and its name told: all pay with one card, so that a shopper's is known by its first name. */
  #saved(request: JsonPart): Readonly<Record<string, string>> {
    if (request['storePaymentMethodMode'] !== 'enabled') return {};
    const shopper = textOf(request, 'shopperReference');
    const known = [...this.#cards].find(([, whose]) => whose === shopper)?.[0];
    const token = known ?? newReference();
    this.#cards.set(token, shopper);
    return {
      'tokenization.storedPaymentMethodId': token,
      'tokenization.shopperReference': shopper,
      'tokenization.store.operationType': known === undefined ? 'created' : 'alreadyExisting',
    };
  }

  #item(pspReference: string, merchantReference: string, amount: UnitAmount) {
    return {
      amount,
      pspReference,
      merchantReference,
      merchantAccountCode: this.#merchantAccount,
      eventDate: new Date().toISOString(),
      success: 'true',
    };
  }
}

/** What a browser brings back from a page: without a look at Adyen it says nothing. */
function resultOf({ id }: Page): string {
  return `X6XtfGC3!${Buffer.from(id).toString('base64url')}`;
}

function isNamed(merchantReference: string, reference: string): boolean {
  return merchantReference === reference || merchantReference.startsWith(`${reference}.`);
}

function amountOf(request: JsonPart): UnitAmount {
  const { value, currency } = partOf(request, 'amount');
  return { value: Number(value), currency: String(currency) };
}

/** Sixteen digits and capitals, as Adyen names everything. */
function newReference(): string {
  return [...randomBytes(16)].map((byte) => (byte % 36).toString(36).toUpperCase()).join('');
}
