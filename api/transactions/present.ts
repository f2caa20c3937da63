import { formatDuration } from '../../domain/duration.ts';
import { add, toDecimal, zero, type Money } from '../../domain/money.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type {
  Address,
  Customer,
  PaymentMethod,
  ShippingAddress,
  Transaction,
} from '../../domain/transaction/transaction.ts';
import { links, type Links } from '../links.ts';

/** The transaction as the merchant sees it (contract/api.md 1.4, 1.5). Keys without a value are left out. */
export function presentTransaction(transaction: Transaction, publicUrl: string): object {
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
    payment_methods: transaction.methods.map((method) => presentMethod(transaction, method, to)),
    settled_pg_code: transaction.settledPgCode,
    ...echo(transaction),
  });
}

function echo(transaction: Transaction): Readonly<Record<string, unknown>> {
  return {
    order_no: transaction.orderNo,
    ...presentCustomer(transaction.customer),
    billing_address: transaction.billingAddress && presentAddress(transaction.billingAddress),
    shipping_address: transaction.shippingAddress && presentShipping(transaction.shippingAddress),
    card_acceptance_criteria: transaction.cardAcceptanceCriteria,
    notifications: transaction.notifications,
    due_datetime: transaction.dueDatetime,
    email_recipients: transaction.emailRecipients,
    extra: transaction.extra,
    redirect_url: transaction.redirectUrl,
    webhook_url: transaction.webhookUrl,
    product_type: transaction.productType,
    vendor_name: transaction.vendorName,
    branding_options: transaction.brandingOptions,
    loyalty: transaction.loyalty,
  };
}

function presentCustomer(customer: Customer): object {
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

function presentAddress({ line1, line2, city, state, country, postalCode }: Address): object {
  return defined({ line1, line2, city, state, country, postal_code: postalCode });
}

function presentShipping(address: ShippingAddress): object {
  const { firstName, lastName, email, phone } = address;
  return { ...presentAddress(address), first_name: firstName, last_name: lastName, email, phone };
}

/** What the payer will be charged with the first method: the fee depends on the method. */
function presentBilling({ amount, methods }: Transaction): object {
  const fee = methods[0]?.fee ?? zero(amount.currency);
  return {
    amount: figure('Total', add(amount, fee)),
    sub_total: figure('Subtotal', amount),
    fee: figure('Fee', fee),
  };
}

function figure(label: string, amount: Money): object {
  const value = toDecimal(amount);
  return { display: `${amount.currency} ${value}`, value, currency_code: amount.currency, label };
}

function presentMethod(
  { amount, type, state, sessionId, expiresAt, brandingOptions }: Transaction,
  { pgCode, name, gatewayName, offline, fee, feeDescription }: PaymentMethod,
  to: Links,
): object {
  const payable = isUnpaid(state) && Date.now() < expiresAt;
  const icon = to.icon(offline ? 'cash' : 'card');
  return defined({
    code: pgCode,
    name,
    pg: gatewayName,
    type,
    amount: toDecimal(add(amount, fee)),
    currency_code: amount.currency,
    fee: toDecimal(fee),
    fee_description: feeDescription ?? '',
    icon,
    icons: { svg: icon },
    flow: 'redirect',
    redirect_url: payable ? to.payWith(sessionId, pgCode) : null,
    branding_options: brandingOf(brandingOptions, pgCode),
  });
}

function brandingOf(options: Transaction['brandingOptions'], code: string): unknown {
  const methods = options?.['payment_methods'];
  if (typeof methods !== 'object' || methods === null || Array.isArray(methods)) return undefined;
  return Object.entries(methods).find(([key]) => key === code)?.[1];
}

function defined(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A body for PATCH to build on: what the merchant would send to get this transaction (contract/api.md 1.8). */
export function bodyOfTransaction(transaction: Transaction): Record<string, unknown> {
  return {
    type: transaction.type,
    amount: toDecimal(transaction.amount),
    currency_code: transaction.amount.currency,
    pg_codes: [...transaction.pgCodes],
    language: transaction.language,
    expiration_time: formatDuration(transaction.expirationSeconds),
    ...defined(echo(transaction)),
  };
}
