import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { canSaveCard } from '../../domain/card/saving.ts';
import { isoUtc } from '../../domain/duration.ts';
import { chargeOf, type Exchange } from '../../domain/exchange.ts';
import { feeWordsIn } from '../../domain/fee.ts';
import { isPositive, toDecimal, type Money } from '../../domain/money.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { inWords } from '../../domain/plugins.ts';
import { readAmount } from '../../domain/transaction/amount.ts';
import { methodAt, methodBesideWallet } from '../../domain/transaction/method.ts';
import { coverage } from '../../domain/wallet/part.ts';
import { askedOfPayer } from '../../domain/transaction/before-paying.ts';
import {
  pendingAttempt,
  type Attempt,
  type DropOff,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import type {
  CheckoutFacts,
  DeviceServiceFacts,
  GivenDropOff,
  ExchangeFacts,
  MethodFacts,
  OrderFacts,
  ProblemFacts,
} from '../../render/pages/facts.ts';
import { addressInWords } from '../../render/addresses.ts';
import { PAYMENT_FORM } from '../../render/pages/payment-form.tsx';
import type { OfferedCard } from '../../domain/card/offered.ts';
import { inLanguage, links } from '../../domain/links.ts';
import type { WalletOffer } from '../wallet/offer.ts';
import { amountFacts } from './amount-facts.ts';
import { gatewayWord } from './gateway-word.ts';
import { frameFor, keepingForm, languageOf } from './frame.ts';
import { payersAddress, wayToShop } from './in-app.ts';
import { choiceOf, cardNameOf, savedFacts } from './saved-cards.ts';
import { hasOtherMoney, hasUnclearMoney } from '../../domain/transaction/alert.ts';
import { totalsText } from './totals.ts';
import { askedText, REPLACES_OPEN, shownAmount, shownPhone, type FormInput } from './form-input.ts';
import { type Language, nameIn } from '../../domain/language.ts';

/** By `pg_code`, the addresses of networks' frames for a card, and for the security code of a saved one. */
export type NetworkFrames = ReadonlyMap<string, { readonly card: string; readonly code?: string }>;

/** The checkout page of a transaction that can be paid. `problem` says what the payer must know first. */
export function checkoutFacts(
  ctx: Context,
  deps: { readonly publicUrl: string },
  {
    transaction,
    merchant,
    problem = lastProblem(transaction),
    formInput,
    offer,
    cards = [],
    frames = new Map(),
    services = [],
  }: {
    readonly transaction: Transaction;
    readonly merchant: Merchant;
    readonly problem?: ProblemFacts | undefined;
    readonly formInput?: FormInput | undefined;
    readonly offer?: WalletOffer | undefined;
    /** Saved ones, which stand above the methods. */
    readonly cards?: readonly OfferedCard[];
    readonly frames?: NetworkFrames;
    readonly services?: readonly DeviceServiceFacts[];
  },
): CheckoutFacts {
  const { methods, sessionId, expiresAt, attempts, attachment, handouts } = transaction;
  const amount = shownAmount(transaction, formInput);
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const last = attempts.at(-1);
  const pageUrl = payersAddress(ctx, to.checkout(sessionId), language);
  const shop = wayToShop(ctx, transaction);
  const selected = formInput?.code || chosenLast(last, cards);
  const covered = offer && coverage(offer.spendable, amount);
  const shown = [...cards.map(({ method }) => method), ...methods].map((method) =>
    methodAt(transaction, method, amount),
  );
  // The first rows are cards: each is the method of its account, under its own name.
  const asRow = (facts: MethodFacts, index: number): MethodFacts => {
    const card = cards[index]?.card;
    const { card: frameUrl, code } = frames.get(shown[index]?.pgCode ?? '') ?? {};
    if (!card) return { ...facts, ...(frameUrl !== undefined && { frameUrl }) };
    const saved = savedFacts(ctx, card, { transaction, publicUrl: deps.publicUrl });
    return {
      ...facts,
      code: choiceOf(card),
      name: cardNameOf(card),
      saved,
      ...(saved.asksCvv && code !== undefined && { frameUrl: code }),
    };
  };
  const hasForm = shown.length > 0;
  return {
    ...frameFor(ctx, deps, {
      transaction,
      merchant,
      languageSwitch: hasForm ? keepingForm(ctx, PAYMENT_FORM, to.checkout(sessionId)) : undefined,
    }),
    amount: amountFacts(amount),
    methods: shown.map((method) => methodFacts(method, amount, language)).map(asRow),
    ...(offer &&
      covered && {
        wallet: {
          balance: amountFacts(offer.spendable),
          pays: amountFacts(covered.wallet),
          isChosen: formInput?.wallet ?? false,
          rest: amountFacts(covered.rest),
          methods: shown
            .map((method) =>
              methodFacts(methodBesideWallet(method, covered.rest), covered.rest, language),
            )
            .map(asRow),
        },
      }),
    services,
    ...choices(transaction, merchant, { formInput, language, pageUrl }),
    ...savingFacts(transaction, formInput),
    ...(transaction.dropOff && {
      dropOff: dropOffFacts(
        transaction.dropOff,
        payersAddress(ctx, to.dropOff(sessionId), language),
        language,
      ),
    }),
    ...(selected !== undefined && { selected }),
    formAction: payersAddress(ctx, to.pay(sessionId), language),
    cancelAction: payersAddress(ctx, to.cancelQuestion(sessionId), language),
    ...(shop !== undefined && { backToShopUrl: shop }),
    // The form's own number: pressing Pay twice sends it twice, and the second press gets the first one's answer.
    hidden: [
      { name: 'form_id', value: randomBytes(16).toString('hex') },
      { name: 'asked', value: askedText(transaction.amount) },
      { name: 'totals', value: totalsText(transaction, amount, cards) },
      ...(covered ? [{ name: 'wallet_shown', value: toDecimal(covered.wallet) }] : []),
      ...(problem?.kind === 'page-open' ? [{ name: REPLACES_OPEN, value: 'yes' }] : []),
      ...(transaction.amountEditable ? [{ name: 'shown', value: toDecimal(amount) }] : []),
    ],
    order: orderFacts(transaction),
    ...invoiceLink(transaction, deps.publicUrl, language),
    ...(attachment && {
      attachment: { name: attachment.name, url: to.attachment(attachment.file) },
    }),
    ...(handouts?.qrCode && {
      qrCode: {
        imageUrl: to.qrCode(sessionId, 'svg'),
        address: handouts.checkoutCode ? to.short(handouts.checkoutCode) : to.start(sessionId),
      },
    }),
    expiresAt: isoUtc(expiresAt),
    now: isoUtc(Date.now()),
    pageUrl,
    ...(problem && { problem }),
    ...(problem && last && { referenceNumber: last.referenceNumber }),
  };
}

/** What the last attempt was made with, or else the card with which the customer paid last; a method where there is no card left. */
function chosenLast(last: Attempt | undefined, cards: readonly OfferedCard[]): string | undefined {
  const { charges, decline } = last ?? {};
  if (last && !charges) return last.pgCode;
  // A card that will not pay is not offered first again.
  if (charges && (!decline || decline.advice === 'soft')) return choiceOf(charges);
  const others = cards.filter(({ card }) => card.token !== charges?.token);
  const card = (others.find(({ isPreferred }) => isPreferred) ?? others[0])?.card;
  return card ? choiceOf(card) : charges && last?.pgCode;
}

/** What the payer can fill in, and what the merchant wants to have agreed to. */
function choices(
  { amountEditable, amount, customer, ...transaction }: Transaction,
  merchant: Merchant,
  {
    formInput,
    language,
    pageUrl,
  }: {
    readonly formInput: FormInput | undefined;
    readonly language: Language;
    readonly pageUrl: string;
  },
): Pick<CheckoutFacts, 'editableAmount' | 'customerPhone2' | 'disclaimer' | 'terms'> {
  const { disclaimer, terms } = askedOfPayer(transaction, merchant);
  return {
    ...(amountEditable && {
      editableAmount: {
        value: formInput?.amount || toDecimal(amount),
        most: amountFacts(amount),
        totalsUrl: pageUrl,
        isTotalled: !formInput?.amount || !('problem' in readAmount({ amount }, formInput.amount)),
      },
    }),
    ...(customer.phone2 !== undefined && {
      customerPhone2: { value: shownPhone(customer.phone2, formInput?.phone2) },
    }),
    ...(disclaimer && { disclaimer: inWords(disclaimer, language) }),
    ...(terms && {
      terms: {
        text: inWords(terms.text, language),
        ...(terms.url !== undefined && { url: terms.url }),
        accepted: formInput?.terms ?? false,
      },
    }),
  };
}

/** Whether the card may be kept: asked for a payment, and said where that is all it is for. */
function savingFacts(
  transaction: Transaction,
  formInput: FormInput | undefined,
): Pick<CheckoutFacts, 'saveCard' | 'savesOnly' | 'debits'> {
  if (transaction.paymentType === 'save_card') return { savesOnly: true };
  if (transaction.agreement) return { debits: { agreement: transaction.agreement.id } };
  const able = transaction.methods.filter((method) => canSaveCard(transaction, method));
  if (able.length === 0) return {};
  const only = able.map(({ pgCode }) => pgCode);
  return { saveCard: { checked: formInput?.saveCard ?? false, only } };
}

function dropOffFacts(
  { address, place }: DropOff,
  changeUrl: string,
  language: Language,
): GivenDropOff {
  return {
    ...(address && { address: addressInWords(address, language) }),
    ...(place && { hasPlace: true }),
    changeUrl,
  };
}

/** Where the payer sees the bill, if the payment is for one. */
export function invoiceLink(
  { invoiceNumber, sessionId }: Transaction,
  publicUrl: string,
  language: Language,
): { readonly invoiceUrl?: string } {
  if (invoiceNumber === undefined) return {};
  return { invoiceUrl: inLanguage(links(publicUrl).invoice(sessionId), language) };
}

export function exchangeFacts({ from, rate, to }: Exchange): ExchangeFacts {
  return { from: amountFacts(from), rate, to: amountFacts(to) };
}

function methodFacts(method: PaymentMethod, amount: Money, language: Language): MethodFacts {
  const { pgCode, offline, exchange } = method;
  const { fee, total } = chargeOf(amount, method);
  const feeDescription = feeWordsIn(method, language);
  return {
    code: pgCode,
    name: nameIn(method, language),
    kind: offline ? 'cash' : 'card',
    ...(isPositive(fee) && { fee: amountFacts(fee) }),
    ...(feeDescription !== undefined && { feeDescription }),
    ...(exchange && { exchange: exchangeFacts(exchange) }),
    total: amountFacts(total),
  };
}

function orderFacts({
  orderNo,
  productType,
  vendorName,
  dueDatetime,
  customer,
}: Transaction): OrderFacts {
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return {
    ...(orderNo !== undefined && { orderNo }),
    ...(productType !== undefined && { productType }),
    ...(vendorName !== undefined && { vendorName }),
    ...(dueDatetime !== undefined && { dueDatetime }),
    ...(name !== '' && { customerName: name }),
    ...(customer.email !== undefined && { customerEmail: customer.email }),
    ...(customer.phone !== undefined && { customerPhone: customer.phone }),
  };
}

/** How the last attempt ended, unless another is under way; and before all, that money has come which does not pay this. */
function lastProblem(transaction: Transaction): ProblemFacts | undefined {
  if (hasOtherMoney(transaction)) return { kind: 'other-money' };
  if (hasUnclearMoney(transaction)) return { kind: 'locked' };
  const last = transaction.attempts.at(-1);
  if (!last || pendingAttempt(transaction)) return undefined;
  switch (last.state) {
    case 'failed':
      return { kind: 'declined', ...gatewayWord(last) };
    case 'canceled':
      return { kind: 'canceled' };
    case 'error':
      return { kind: 'error', ...gatewayWord(last) };
    default:
      return undefined;
  }
}
