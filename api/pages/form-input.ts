import type { Context } from 'koa';
import type { SavedCard } from '../../domain/card/card.ts';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { isFaultless } from '../../domain/field-errors.ts';
import { isPhone, LONGEST_PHONE } from '../../domain/phone.ts';
import type { CardChargeRequest } from '../../domain/card/charge.ts';
import { isFrameReference } from '../../domain/card/frame-reference.ts';
import { canSaveCard } from '../../domain/card/saving.ts';
import { isPositive, isZero, toDecimal, type Money } from '../../domain/money.ts';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import { readAmount } from '../../domain/transaction/amount.ts';
import { methodAt, restFault, totalOf } from '../../domain/transaction/method.ts';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { BROWSER } from '../../render/pages/payment-form.tsx';
import { cardDataFaults, isCardNumber } from '../middleware/card-data.ts';
import { parseJson } from '../middleware/strict-json.ts';
import { isOneLine } from '../schema-parts.ts';
import { browserFacts, type BrowserFacts } from '../payments/payer-device.ts';
import { coverage } from '../../domain/wallet/part.ts';
import { FRAME_REFERENCE } from '../../render/pages/card-frame.tsx';
import type { ProblemKind } from '../../render/pages/facts.ts';
import type { OfferedCard } from '../../domain/card/offered.ts';
import type { WalletOffer } from '../wallet/offer.ts';
import { tokenIn } from './saved-cards.ts';
import { costsOtherwise } from './totals.ts';

/** What a payer has put into the form of the checkout page, as it came. */
export interface FormInput {
  readonly code: string;
  readonly amount: string;
  /** The amount for which the page has shown the totals. */
  readonly shown: string;
  /** The whole that the page has asked for; empty where the form does not carry it. */
  readonly asked: string;
  /** What each method has cost there (`totalsText`); empty where the form does not carry it. */
  readonly totals: string;
  readonly phone2: string | undefined;
  readonly terms: boolean;
  /** The wallet shall pay its part. */
  readonly wallet: boolean;
  /** What the page has said that it would pay. */
  readonly walletShown: string;
  readonly saveCard: boolean;
  /** The one-time word of a network's frame for the card or the security code; empty where nothing was typed there. */
  readonly frameReference: string;
  /** The payer was told that the page of an older attempt is still open. */
  readonly replacesOpen: boolean;
}

/** The field with which a form says that the payer goes on although the page of an older attempt is open. */
export const REPLACES_OPEN = 'replace_attempt';

const PHONE2 = 'customer_phone_2';

/** The form as it was sent; a field that is not there is empty. */
export function formInputIn(ctx: Context): FormInput {
  return {
    code: fieldOf(ctx, 'pg_code') ?? '',
    amount: fieldOf(ctx, 'amount') ?? '',
    shown: fieldOf(ctx, 'shown') ?? '',
    asked: fieldOf(ctx, 'asked') ?? '',
    totals: fieldOf(ctx, 'totals') ?? '',
    // Copied from a list of contacts, a number comes in marks of its direction that nobody sees.
    phone2: fieldOf(ctx, PHONE2)?.replaceAll(/\p{Cf}/gu, ''),
    terms: fieldOf(ctx, 'terms') === 'yes',
    wallet: fieldOf(ctx, 'wallet') === 'yes',
    walletShown: fieldOf(ctx, 'wallet_shown') ?? '',
    saveCard: fieldOf(ctx, 'save_card') === 'yes',
    frameReference: frameReferenceIn(fieldOf(ctx, FRAME_REFERENCE)),
    replacesOpen: fieldOf(ctx, REPLACES_OPEN) === 'yes',
  };
}

/** What the script of the page has said of the browser; anything else is nothing. */
export function browserFactsIn(ctx: Context): BrowserFacts | undefined {
  const { error, value } = browserFacts.required().validate(jsonFieldOf(ctx, BROWSER));
  return error ? undefined : value;
}

/** As networks may write it; anything else is none. */
function frameReferenceIn(sent = ''): string {
  return isFrameReference(sent) ? sent : '';
}

/** A field of the form, when it was sent, once; of a page that is looked at, from its address. */
export function fieldOf(ctx: Context, name: string): string | undefined {
  const sent: unknown = ctx.method === 'GET' ? ctx.query : ctx.request.body;
  const value = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The id that our page has given to a press of Pay; empty where it can be none of ours. Temporal keeps it in clear. */
export function formIdIn(ctx: Context): string {
  const id = fieldOf(ctx, 'form_id') ?? '';
  return /^[\w-]{1,64}$/.test(id) && !holdsCardNumber(id) ? id : '';
}

/** A field that a script has filled with JSON; undefined where it is none, and where card data is in it. */
export function jsonFieldOf(ctx: Context, name: string): unknown {
  try {
    const value = parseJson(fieldOf(ctx, name) ?? '', { within: name });
    return isFaultless(cardDataFaults({ [name]: value })) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A form that can be paid with: the method, and what the payer has changed. */
export interface FormChoice {
  readonly code: PgCode;
  readonly amount?: Money;
  /** What the page has shown to pay with the method, its fee included. */
  readonly total?: Money;
  readonly customerPhone2?: string;
  /** What the wallet pays of it. */
  readonly wallet?: Money;
  readonly saveCard?: true;
  /** It is paid with a saved card. */
  readonly charge?: CardChargeRequest;
  /** The network's word for the card that was typed in its frame. */
  readonly cardReference?: string;
  readonly replacesOpen?: true;
}

/**
 * What a form asks for, or the first thing that is wrong with it. A total that the payer has not seen is wrong: where a
 * fee goes with the amount, the page shows the new total first.
 */
export function formChoiceOf(
  transaction: Transaction,
  formInput: FormInput,
  { lacksTerms, offer, cards = [] }: Beside,
): FormChoice | { readonly problem: ProblemKind } {
  if (isAskedOtherwise(transaction, formInput)) return { problem: 'asked-changed' };
  const amount = amountIn(transaction, formInput);
  if (amount && 'problem' in amount) return { problem: `amount-${amount.problem}` };
  if (formInput.wallet && !offer) return { problem: 'wallet-changed' };
  const whole = amount ?? transaction.amount;
  const covered = formInput.wallet && offer && coverage(offer.spendable, whole);
  const isCoveredWhole = covered && isZero(covered.rest);
  const token = tokenIn(formInput.code);
  const card = cards.find((offered) => offered.card.token === token)?.card;
  // It was deleted, or has expired, since the page was shown.
  if (token !== undefined && !card && !isCoveredWhole) return { problem: 'stale' };
  // Where the wallet pays all, there is no method to choose.
  const code = isCoveredWhole ? offer?.pgCode : (card?.pgCode ?? pgCode(formInput.code));
  if (code === undefined) return { problem: 'method-required' };
  const phone2 = transaction.customer.phone2 === undefined ? undefined : formInput.phone2?.trim();
  const wrongPhone = phoneProblem(phone2);
  if (wrongPhone) return { problem: wrongPhone };
  if (lacksTerms) return { problem: 'terms-required' };
  if (covered && toDecimal(covered.wallet) !== formInput.walletShown)
    return { problem: 'wallet-changed' };
  if (covered && isPositive(covered.rest) && methodOf(transaction, code)?.offline)
    return { problem: 'wallet-not-cash' };
  if (!isCoveredWhole && isOtherTotal(transaction, formInput, code))
    return { problem: 'asked-changed' };
  const rest = covered ? covered.rest : whole;
  if (!isChargedExactly(transaction, code, { amount: whole, rest }))
    return { problem: covered ? 'wallet-not-by-method' : 'amount-not-by-method' };
  if (amount && !isCoveredWhole && !isShown(transaction, amount, { code, shown: formInput.shown }))
    return { problem: 'total-changed' };
  const method = methodOf(transaction, code);
  return {
    code,
    ...(amount && { amount }),
    // Both may be changed before it arrives: then it is refused there.
    ...(!amount && formInput.asked !== '' && { amount: transaction.amount }),
    ...(method &&
      !isCoveredWhole &&
      formInput.totals !== '' && { total: totalOf(transaction, method, whole) }),
    ...(phone2 !== undefined && { customerPhone2: phone2 }),
    ...(covered && { wallet: covered.wallet }),
    ...(formInput.saveCard && !card && canSaveWith(transaction, code) && { saveCard: true }),
    ...(card && !isCoveredWhole && { charge: chargeOf(card, formInput) }),
    ...(!card &&
      !isCoveredWhole &&
      formInput.frameReference !== '' && { cardReference: formInput.frameReference }),
    ...(formInput.replacesOpen && { replacesOpen: true }),
  };
}

/** What there is beside the form. */
interface Beside {
  /** The payer has to agree to something, and has not (domain/transaction/before-paying.ts). */
  readonly lacksTerms: boolean;
  readonly offer?: WalletOffer | undefined;
  /** The saved cards that can be chosen. */
  readonly cards?: readonly OfferedCard[];
}

/**
 * There is a browser, so that the frame or the page of the gateway can ask for the security code; ours never does
 * (contract/cards#no-card-data).
 */
function chargeOf(
  { token, cvvRequired }: SavedCard,
  { frameReference }: FormInput,
): CardChargeRequest {
  if (cvvRequired && frameReference !== '')
    return { token, by: 'customer', cvvReference: frameReference };
  return { token, by: 'customer', ...(cvvRequired && { asksCvv: true }) };
}

/** The box may be ticked before another method is chosen: where that one keeps no cards, ticking it means nothing. */
function canSaveWith(transaction: Transaction, code: PgCode): boolean {
  const method = methodOf(transaction, code);
  return method !== undefined && canSaveCard(transaction, method);
}

/** The amount that the page shows its totals for: what was typed, if that can be paid, else the whole. */
export function shownAmount(transaction: Transaction, formInput: FormInput | undefined): Money {
  const amount = formInput && amountIn(transaction, formInput);
  return amount && !('problem' in amount) ? amount : transaction.amount;
}

/** The whole as the form carries it, so that nobody pays another one than the page has asked for. */
export function askedText(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`;
}

/** The merchant has changed what is asked for; where the payer chooses how much of it to pay, only the currency counts. */
export function isAskedOtherwise(
  { amount, amountEditable }: Transaction,
  { asked }: FormInput,
): boolean {
  if (asked === '') return false;
  return amountEditable ? !asked.startsWith(`${amount.currency} `) : asked !== askedText(amount);
}

/** The fee has changed, or the rate, since the page was shown: compared for the amount that it has shown its totals for. */
function isOtherTotal(
  transaction: Transaction,
  { shown, totals }: FormInput,
  code: PgCode,
): boolean {
  const before = transaction.amountEditable ? readAmount(transaction, shown) : transaction.amount;
  return !('problem' in before) && costsOtherwise(transaction, { code, amount: before, totals });
}

/** Of a route, by one of its accounts. A method that is not there is told of where it is begun. */
function isChargedExactly(
  transaction: Transaction,
  code: PgCode,
  part: Parameters<typeof restFault>[2],
): boolean {
  const method = methodOf(transaction, code);
  const accounts = method?.accounts ?? [method];
  return accounts.some((one) => !one || restFault(transaction, one, part) === undefined);
}

/** What is wrong with the payer's second number, as for the payment API; an empty one is none. */
export function phoneProblem(
  phone2: string | undefined,
): 'phone-too-long' | 'phone-unreadable' | undefined {
  if (phone2 === undefined || phone2 === '') return undefined;
  if (phone2.length > LONGEST_PHONE) return 'phone-too-long';
  return isPhone(phone2) && isTakeable(phone2) ? undefined : 'phone-unreadable';
}

/** What the form shows as the payer's second number: no page repeats a card number, nor what cannot be seen. */
export function shownPhone(known: string, typed: string | undefined): string {
  return typed !== undefined && isTakeable(typed) ? typed : known;
}

function isTakeable(phone2: string): boolean {
  return isOneLine(phone2) && !isCardNumber(PHONE2, phone2);
}

function amountIn(transaction: Transaction, { amount }: FormInput) {
  return transaction.amountEditable ? readAmount(transaction, amount) : undefined;
}

function isShown(
  transaction: Transaction,
  amount: Money,
  { code, shown }: { readonly code: PgCode; readonly shown: string },
): boolean {
  const method = methodOf(transaction, code);
  if (!method || toDecimal(amount) === shown) return true;
  const before = readAmount(transaction, shown);
  if ('problem' in before) return false;
  // Nothing but the amount itself, which they have typed: then there is nothing more to see.
  return [amount, before].every((one) => {
    const { fee, exchange } = methodAt(transaction, method, one);
    return isZero(fee) && !exchange;
  });
}
