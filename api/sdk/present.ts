import { nameIn, type Language } from '../../domain/language.ts';
import { canSaveCard } from '../../domain/card/saving.ts';
import { isoUtc } from '../../domain/duration.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { inWords } from '../../domain/plugins.ts';
import { askedOfPayer, type AskedOfPayer } from '../../domain/transaction/before-paying.ts';
import { methodAt } from '../../domain/transaction/method.ts';
import type { PaymentMethod, Transaction } from '../../domain/transaction/transaction.ts';
import { WALLET_PROVIDER } from '../../domain/wallet/account.ts';
import { coverage } from '../../domain/wallet/part.ts';
import { cardFields } from '../../domain/webhook/token.ts';
import { words } from '../../render/locales/words.ts';
import { links } from '../../domain/links.ts';
import {
  billingOf,
  presentBilling,
  presentMethod,
  type BillingLabels,
} from '../transactions/present.ts';
import type { OfferedCard } from '../../domain/card/offered.ts';
import { cardsFor } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { walletOffer, type WalletOffer } from '../wallet/offer.ts';
import { isPayable, withMerchant, withUsableMethods } from '../payer.ts';
import { callbackOf } from './callback.ts';
import { deviceServicesFor, presentService, type OfferedService } from './device-services.ts';
import { cardFrames, codeFrames, type FrameUrls } from './frames.ts';
import { moneyIn } from './money.ts';

/**
 * The transaction as the payer's own program may see it: the answer of the public read, and `sdk_setup_preload_payload`
 * (contract/sdk#what-a-payer-may-see). It is written field by field, so that a new field of a transaction stays private
 * until somebody puts it here. What it costs is said of `part`, where the payer has chosen to pay no more.
 */
export function presentForPayer(
  transaction: Transaction,
  publicUrl: string,
  { asked: before, methods, wallet, cards, cvvFrames, services, cardFrames: frames }: Offers,
  part?: Money,
) {
  const { sessionId, customer, amount } = transaction;
  const shown = { ...transaction, methods };
  const asked = part ? askedFor(shown, part) : shown;
  return defined({
    session_id: sessionId,
    type: transaction.type,
    state: transaction.state,
    operation: transaction.kind,
    amount: toDecimal(amount),
    amount_display: moneyIn(amount, transaction.language),
    currency_code: amount.currency,
    payment_type: transaction.paymentType,
    language: transaction.language,
    customer_id: customer.id,
    customer_phone: customer.phone,
    expiration_time: isoUtc(transaction.expiresAt),
    is_amount_editable: transaction.amountEditable === true && !before.delivery,
    ...beforePaying(transaction, before),
    billing: presentBilling(asked, labelsIn(asked)),
    cards: cards.map((offered) => ({
      ...cardForPayer(transaction, offered, publicUrl),
      ...cvvUrlOf(offered, cvvFrames),
    })),
    payment_methods: asked.methods.map((method) => ({
      ...methodForPayer(asked, method, publicUrl),
      ...cardUrlOf(method, frames),
      ...(before.delivery && ONLY_ON_OUR_PAGE),
    })),
    payment_services: services.flatMap(
      (service) =>
        // A device pays all of it: what stands on its sheet is what is charged.
        presentService(transaction, service, { publicUrl, labels: labelsIn(transaction) }) ?? [],
    ),
    flex_methods: [],
    wallets: wallet ? [walletForPayer(asked, wallet)] : [],
    sdk_studio: {},
    response: callbackOf(transaction, publicUrl) ?? {},
    cancel_url: links(publicUrl).payerCancel(sessionId),
  });
}

/**
 * Where the payer has to say first where it shall be delivered, each method is the page that asks: libraries open a page with card
 * fields of its own as it is.
 */
const ONLY_ON_OUR_PAGE = { flow: 'hosted_card', can_save_card: false } as const;

/** What the payer has to read and agree to first (contract/checkout#before-paying). */
function beforePaying({ language }: Transaction, { disclaimer, terms, delivery }: AskedOfPayer) {
  return {
    disclaimer: disclaimer && inWords(disclaimer, language),
    // Where the payer has to go to our own page, that asks.
    terms: terms && !delivery ? termsIn(language, terms) : undefined,
  };
}

function termsIn(language: Language, { text: given, url }: NonNullable<AskedOfPayer['terms']>) {
  const { acceptTerms, readTerms } = words(language).checkout;
  const text = inWords(given, language);
  return defined({
    text,
    label: acceptTerms.replace('{terms}', () => text),
    url,
    url_label: url === undefined ? undefined : readTerms,
  });
}

function askedFor(transaction: Transaction, part: Money): Transaction {
  const methods = transaction.methods.map((method) => methodAt(transaction, method, part));
  return { ...transaction, amount: part, methods };
}

/** What the customer has here already and can pay with, and what is asked of them before. */
export interface Offers {
  readonly asked: AskedOfPayer;
  /** Those that can be used, as long as there is something to pay. */
  readonly methods: Transaction['methods'];
  readonly wallet?: WalletOffer;
  readonly cards: readonly OfferedCard[];
  /** Where the security code of a card is typed, by the code of its account. */
  readonly cvvFrames: FrameUrls;
  /** Where a new card is typed, by the code of its method. */
  readonly cardFrames: FrameUrls;
  /** Wallets of the payer's device. */
  readonly services: readonly OfferedService[];
}

export async function offersFor(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
): Promise<Offers> {
  const view = await withMerchant(deps, transaction);
  const { canUse, transaction: usable } = await withUsableMethods(deps, view);
  // How a payment was made that is over stays as it was.
  const { methods } = isPayable(transaction) ? usable : transaction;
  const [wallet, saved, services, typed] = await Promise.all([
    walletOffer(deps, transaction),
    cardsFor(deps, usable),
    deviceServicesFor(deps, usable),
    cardFrames(deps, { ...transaction, methods }),
  ]);
  const cards = saved.filter(({ method }) => canUse(method));
  const cvvFrames = await codeFrames(deps, transaction, cards);
  const asked = askedOfPayer(transaction, view.merchant);
  // Nothing is paid but on our own page.
  if (asked.delivery)
    return { asked, methods, cards: [], cvvFrames: new Map(), services: [], cardFrames: new Map() };
  return {
    asked,
    methods,
    ...(wallet && { wallet }),
    cards,
    cvvFrames,
    services,
    cardFrames: typed,
  };
}

function cvvUrlOf({ card }: OfferedCard, cvvFrames: Offers['cvvFrames']) {
  const url = card.cvvRequired ? cvvFrames.get(card.pgCode) : undefined;
  return url === undefined ? {} : { cvv_url: url };
}

function cardUrlOf({ pgCode }: PaymentMethod, frames: FrameUrls) {
  const url = frames.get(pgCode);
  return url === undefined ? {} : { card_url: url };
}

/** A saved card, with where to pay with it and where to delete it (contract/sdk#what-a-payer-may-see). */
function cardForPayer(
  { sessionId }: Transaction,
  { card, method, isPreferred }: OfferedCard,
  publicUrl: string,
) {
  const to = links(publicUrl);
  return {
    ...cardFields(card, Date.now()),
    is_preferred: isPreferred,
    pg: method.gatewayName,
    submit_url: to.payerToken,
    delete_url: to.payerCard(sessionId, card.token),
  };
}

/** The customer's wallet, and what it would pay of the amount (contract/sdk#what-a-payer-may-see). */
function walletForPayer({ amount, language }: Transaction, { pgCode, spendable }: WalletOffer) {
  const { wallet } = coverage(spendable, amount);
  return {
    code: WALLET_PROVIDER,
    provider_code: WALLET_PROVIDER,
    name: words(language).fields.wallet,
    balance: toDecimal(spendable),
    balance_display: moneyIn(spendable, language),
    currency_code: spendable.currency,
    applicable_amount: toDecimal(wallet),
    applicable_display: moneyIn(wallet, language),
    pg_code: pgCode,
  };
}

function methodForPayer(transaction: Transaction, method: PaymentMethod, publicUrl: string) {
  const to = links(publicUrl);
  return {
    ...presentMethod(transaction, method, to),
    name: nameIn(method, transaction.language),
    can_save_card: canSaveCard(transaction, method),
    submit_url: to.payerSubmit(transaction.sessionId),
    billing: billingOf(transaction.amount, method, labelsIn(transaction)),
  };
}

/** The payer reads these; everything is in the language of the transaction (contract/sdk#what-a-payer-may-see). */
function labelsIn({ language }: Transaction): BillingLabels {
  const { total, amount, fee } = words(language).fields;
  return { total, subtotal: amount, fee, display: (one) => moneyIn(one, language) };
}
