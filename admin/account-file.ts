import Joi from 'joi';
import { accountFaults, liveFault } from '../domain/account-check.ts';
import type { GatewayAccount } from '../domain/account.ts';
import { currencyCode } from '../domain/currencies.ts';
import type { FeeRule } from '../domain/fee.ts';
import { pgCode, type MerchantId } from '../domain/ids.ts';
import { inquiryAfter } from '../domain/transaction/inquiry-plan.ts';
import { accountBody, type AccountBody, type FeeBody } from './account-schema.ts';
import type { AccountSettings } from '../gateways/gateway.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { InquirySettings } from '../domain/transaction/transaction.ts';

/**
 * Reads and checks an account with its settings: the one way from an operator's text to what the store keeps. A joi
 * `ValidationError` lists every fault of shape, of meaning and of the connector's settings, and tells no setting's value.
 */
export function readAccount(
  merchantId: MerchantId,
  text: unknown,
): { readonly account: GatewayAccount; readonly settings: AccountSettings } {
  const { error, value } = accountBody.validate(text, { abortEarly: false, convert: false });
  if (error) throw silent(error);
  const account = accountOf(merchantId, { ...DEFAULTS, ...value });
  const settings = value.settings ?? {};
  const gateway = gatewayFor(account.gateway);
  const faults = accountFaults(account, gateway.traits);
  if (faults.length > 0) throw new Joi.ValidationError(faults.join(' '), [], undefined);
  try {
    gateway.checkSettings(settings);
  } catch (error) {
    throw error instanceof Joi.ValidationError ? inSettings(error) : error;
  }
  const modeFault = liveFault(account, gateway.isLive?.(settings));
  if (modeFault !== undefined) throw new Joi.ValidationError(modeFault, [], undefined);
  return { account, settings };
}

/** A new account has everything switched off but paying itself (contract/accounts#settings). */
const DEFAULTS = {
  is_active: true,
  plugins: ['e_commerce', 'payment_request'],
  operation: 'purchase',
  operations: [],
  is_tokenizable: false,
  auto_debit_enabled: false,
  cvv_required: true,
  can_have_multiple_attempts: true,
  payment_services: [],
  tags: [],
  order: 0,
} as const satisfies Partial<AccountBody>;

function accountOf(
  merchantId: MerchantId,
  body: AccountBody & Required<Pick<AccountBody, keyof typeof DEFAULTS>>,
): GatewayAccount {
  const code = pgCode(body.code);
  const defaultCurrency = currencyCode(body.default_currency);
  if (code === undefined || defaultCurrency === undefined)
    throw new TypeError('An account is made of a text only after that was checked.');
  const inquiry = inquiryOf(body);
  return {
    code,
    merchantId,
    gateway: body.gateway,
    name: body.name,
    ...(body.name_ar !== undefined && { nameAr: body.name_ar }),
    active: body.is_active,
    sandbox: body.is_sandbox,
    plugins: body.plugins,
    currencies: body.accepted_currencies,
    defaultCurrency,
    kind: body.operation,
    operations: body.operations,
    tokenizable: body.is_tokenizable,
    autoDebit: body.auto_debit_enabled,
    cvvRequired: body.cvv_required,
    multipleAttempts: body.can_have_multiple_attempts,
    ...(body.fee && { fee: feeOfBody(body.fee) }),
    ...(body.exchange && { exchange: body.exchange }),
    paymentServices: body.payment_services,
    tags: body.tags,
    order: body.order,
    ...(body.credentials_expire_on !== undefined && {
      credentialsExpireOn: body.credentials_expire_on,
    }),
    ...(inquiry !== undefined && { inquiry }),
  };
}

function feeOfBody({ percent, fixed = {}, ...body }: FeeBody): FeeRule {
  const { description, description_ar: descriptionAr } = body;
  const words = {
    ...(description !== undefined && { description }),
    ...(descriptionAr !== undefined && { descriptionAr }),
    chargeDefaultCurrency: body.charge_default_currency ?? false,
  };
  return percent === undefined
    ? { type: 'fixed', values: fixed, ...words }
    : { type: 'percent', value: percent, ...words };
}

function inquiryOf({
  inquiry_minutes: minutes,
  inquiry,
}: AccountBody): InquirySettings | 'never' | undefined {
  if (minutes !== undefined) return inquiryAfter(minutes);
  return (
    inquiry && {
      firstAfterSeconds: inquiry.first_after_seconds,
      gapsSeconds: inquiry.gaps_seconds,
      repeatEverySeconds: inquiry.repeat_every_seconds,
      giveUpAfterSeconds: inquiry.give_up_after_seconds,
    }
  );
}

/** What a connector says of its settings, by their place in the account: "settings.url". */
function inSettings({ details }: Joi.ValidationError): Joi.ValidationError {
  const told = details.map(({ message, path, type }) => {
    const name = path.join('.');
    return {
      message: message.replace(`"${name}"`, `"settings.${name}"`),
      path: ['settings', ...path],
      type,
    };
  });
  return new Joi.ValidationError(told.map(({ message }) => message).join('. '), told, undefined);
}

/** joi keeps what it was given in its error, and whoever logs the error would log the secrets of `settings`. */
function silent({ message, details }: Joi.ValidationError): Joi.ValidationError {
  const told = details.map(({ message: said, path, type }) => ({ message: said, path, type }));
  return new Joi.ValidationError(message, told, undefined);
}
