import { attachmentPath } from '../../domain/attachment.ts';
import { acceptanceFields } from '../../domain/card/acceptance.ts';
import { formatDuration } from '../../domain/duration.ts';
import { chargeOf } from '../../domain/exchange.ts';
import { feeWordsIn } from '../../domain/fee.ts';
import { defined, isJsonObject } from '../../domain/json.ts';
import { toDecimal, zero, type Money } from '../../domain/money.ts';
import type { Routing } from '../../domain/routing/decision.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { isPayableAt } from '../../domain/transaction/payable.ts';
import type {
  DropOff,
  PaymentMethod,
  Terms,
  Transaction,
} from '../../domain/transaction/transaction.ts';
import type { Address, Customer, ShippingAddress } from '../../domain/customer.ts';
import { agreementFields } from '../../domain/webhook/agreement.ts';
import { walletTransactions } from '../../domain/webhook/wallet-fields.ts';
import { links, type Links } from '../../domain/links.ts';
import { presentDecision } from '../routing/present.ts';
import { AS_SAID } from './schema.ts';

/** The transaction as the merchant sees it (contract/transactions#answer). Keys without a value are left out. */
export function presentTransaction(transaction: Transaction, publicUrl: string) {
  const to = links(publicUrl);
  return defined({
    session_id: transaction.sessionId,
    state: transaction.state,
    type: transaction.type,
    operation: transaction.kind,
    payment_type: transaction.paymentType,
    amount: toDecimal(transaction.amount),
    currency_code: transaction.amount.currency,
    pg_codes: transaction.pgCodes,
    language: transaction.language,
    expiration_time: formatDuration(transaction.expirationSeconds),
    checkout_url: to.start(transaction.sessionId),
    checkout_page_url: to.checkout(transaction.sessionId),
    billing: presentBilling(transaction),
    payment_methods: transaction.methods.map((method) => ({
      ...presentMethod(transaction, method, to),
      ...(method.nameAr !== undefined && { name_ar: method.nameAr }),
    })),
    hidden_payment_methods: presentHidden(transaction),
    settled_pg_code: transaction.settledPgCode,
    routed_attempts: presentRouted(transaction),
    customer_wallet_transactions: walletTransactions(transaction),
    ...presentHandouts(transaction, to),
    is_deleted: isDeleted(transaction) ? (true as const) : undefined,
    initiator_id: transaction.initiator?.id,
    ...echo(transaction),
    ...presentDropOff(transaction.dropOff),
  });
}

/** Which of its codes payers are not offered, and why. */
export function presentHidden({ hiddenMethods }: Transaction) {
  return hiddenMethods?.map(({ pgCode, why }) => ({ code: pgCode, why }));
}

/** Where its routes have led, attempt by attempt, and why; left out where none has. */
function presentRouted({ attempts }: Transaction) {
  const routed = attempts.flatMap((attempt) =>
    attempt.routing
      ? [
          defined({
            reference_number: attempt.referenceNumber,
            pg_code: attempt.pgCode,
            result: attempt.state,
            after: presentBefore(attempt.routing),
            ...presentDecision(attempt.routing),
          }),
        ]
      : [],
  );
  return routed.length > 0 ? routed : undefined;
}

function presentBefore({ after }: Routing) {
  return after && { reference_number: after.referenceNumber, ending: after.ending };
}

/** What the payer has said on the page. */
function presentDropOff(dropOff: DropOff | undefined) {
  const { address, place } = dropOff ?? {};
  return { delivery_address: address && presentAddress(address), delivery_location: place };
}

/** The addresses that exist because the merchant asked for them. */
function presentHandouts({ sessionId, attachment, handouts }: Transaction, to: Links) {
  const { qrCode, checkoutCode, attachmentCode } = handouts ?? {};
  return {
    checkout_short_url: checkoutCode && to.short(checkoutCode),
    qr_code_url: qrCode && to.qrCode(sessionId, 'png'),
    attachment: attachment && to.attachment(attachment.file),
    attachment_short_url: attachment && attachmentCode && to.short(attachmentCode),
  };
}

function echo(transaction: Transaction) {
  return {
    ...asSaid(transaction),
    ...presentCustomer(transaction.customer),
    card_acceptance_criteria:
      transaction.cardAcceptanceCriteria && acceptanceFields(transaction.cardAcceptanceCriteria),
    billing_address: transaction.billingAddress && presentAddress(transaction.billingAddress),
    shipping_address: transaction.shippingAddress && presentShipping(transaction.shippingAddress),
    agreement: transaction.agreement && agreementFields(transaction.agreement),
    notifications: transaction.notifications,
    due_datetime: transaction.dueDatetime,
  };
}

type AsSaid = { readonly [K in keyof typeof AS_SAID]: Terms[(typeof AS_SAID)[K]] };

function asSaid(terms: Terms): AsSaid {
  const pairs = Object.entries(AS_SAID).map(([key, name]) => [key, terms[name]]);
  return Object.fromEntries(pairs) as AsSaid;
}

function presentCustomer(customer: Customer) {
  return {
    customer_id: customer.id,
    customer_first_name: customer.firstName,
    customer_last_name: customer.lastName,
    customer_email: customer.email,
    customer_phone: customer.phone,
    customer_phone_2: customer.phone2,
    customer_birthdate: customer.birthdate,
  };
}

function presentAddress({ line1, line2, city, state, country, postalCode }: Address) {
  return defined({ line1, line2, city, state, country, postal_code: postalCode });
}

function presentShipping(address: ShippingAddress) {
  const { firstName, lastName, email, phone } = address;
  return { ...presentAddress(address), first_name: firstName, last_name: lastName, email, phone };
}

/** What the payer will be charged with the first method: fee and currency depend on the method. */
export function presentBilling({ amount, methods }: Transaction, labels: BillingLabels = LABELS) {
  return billingOf(amount, methods[0] ?? { fee: zero(amount.currency) }, labels);
}

/** How the figures are called and written. */
export interface BillingLabels {
  readonly total: string;
  readonly subtotal: string;
  readonly fee: string;
  readonly display: (amount: Money) => string;
}

const LABELS: BillingLabels = {
  total: 'Total',
  subtotal: 'Subtotal',
  fee: 'Fee',
  display: (amount) => `${amount.currency} ${toDecimal(amount)}`,
};

/** What a method charges for the amount: itself, its fee and their sum (contract/transactions#answer). */
export function billingOf(
  amount: Money,
  method: Pick<PaymentMethod, 'fee' | 'exchange'>,
  labels: BillingLabels,
) {
  const charge = chargeOf(amount, method);
  const figure = (label: string, one: Money) => ({
    display: labels.display(one),
    value: toDecimal(one),
    currency_code: one.currency,
    label,
  });
  return {
    amount: figure(labels.total, charge.total),
    sub_total: figure(labels.subtotal, charge.amount),
    fee: figure(labels.fee, charge.fee),
  };
}

/** One way to pay, as merchants and payers' programs see it (contract/transactions#payment-methods). */
export function presentMethod(transaction: Transaction, method: PaymentMethod, to: Links) {
  const { amount, type, sessionId, brandingOptions, language } = transaction;
  const { pgCode, name, gatewayName, offline } = method;
  const { total, fee } = chargeOf(amount, method);
  const payable = isPayableAt(transaction, Date.now());
  const icon = to.icon(offline ? 'cash' : 'card');
  return defined({
    code: pgCode,
    name,
    pg: gatewayName,
    type,
    amount: toDecimal(total),
    currency_code: total.currency,
    fee: toDecimal(fee),
    fee_description: feeWordsIn(method, language) ?? '',
    icon,
    icons: { svg: icon },
    flow: 'redirect' as const,
    redirect_url: payable ? to.payWith(sessionId, pgCode) : null,
    branding_options: brandingOf(brandingOptions, pgCode),
  });
}

function brandingOf(options: Transaction['brandingOptions'], code: string) {
  const methods = options?.['payment_methods'];
  if (!isJsonObject(methods)) return undefined;
  const branding = Object.entries(methods).find(([key]) => key === code)?.[1];
  return isJsonObject(branding) ? branding : undefined;
}

/**
 * A body for PATCH to build on: what the merchant would send to get this transaction (contract/transactions#changing).
 */
export function bodyOfTransaction(transaction: Transaction) {
  return {
    type: transaction.type,
    amount: toDecimal(transaction.amount),
    currency_code: transaction.amount.currency,
    pg_codes: [...transaction.pgCodes],
    language: transaction.language,
    expiration_time: formatDuration(transaction.expirationSeconds),
    ...defined({ ...echo(transaction), unit_code: transaction.unitCode }),
    ...defined(handoutsAsked(transaction)),
  };
}

function handoutsAsked({ attachment, handouts }: Transaction) {
  return {
    attachment_upload_url: attachment && attachmentPath(attachment.file),
    generate_qr_code: handouts?.qrCode,
    shortify_checkout_url: handouts?.checkoutCode && true,
    shortify_attachment_url: handouts?.attachmentCode && true,
  };
}
