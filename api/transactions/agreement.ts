import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import {
  AGREEMENT_TYPES,
  FREQUENCIES,
  type Agreement,
  type AgreementTerms,
} from '../../domain/agreement/agreement.ts';
import { agreementTerms, isoDateOf, type AgreementProposal } from '../../domain/agreement/check.ts';
import { givesWay } from '../../domain/agreement/ending.ts';
import { currencyCode } from '../../domain/currencies.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { accountCodes } from '../../domain/routing/route.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import type { Store } from '../../store/index.ts';
import { identifier, readable, text } from '../schema-parts.ts';
import { object, oneOf, type ValueOf } from '../infer.ts';

const day = readable(isoDateOf, fieldSentence('date-or-slashes'));

/** Which of its fields an agreement needs depends on its type, and on whether it is known already: see the domain. */
export const agreementBody = object({
  id: identifier(128),
  type: Joi.string().valid(...AGREEMENT_TYPES),
  amount_variability: Joi.string().valid('fixed', 'variable'),
  start_date: day,
  expiry_date: day,
  max_amount_per_cycle: Joi.string(),
  cycle_interval_days: Joi.number().integer().min(1).max(366),
  total_cycles: Joi.number().integer().min(1).max(999),
  frequency: Joi.string().valid(...FREQUENCIES),
  seller: object({ name: text(128), short_name: text(64), category_code: text(64) }),
  extra_params: object({
    payment_processing_day: oneOf(Joi.number().integer().min(1).max(31), day),
  }),
});
export type AgreementBody = ValueOf<typeof agreementBody>;

/** What the business checks of it. */
export function agreementProposal(body: AgreementBody): AgreementProposal {
  const { seller, extra_params: extra, ...rest } = body;
  const processingDay = extra?.payment_processing_day;
  return {
    ...pick('id', rest.id),
    ...pick('type', rest.type),
    ...pick('amountVariability', rest.amount_variability),
    ...pick('startDate', rest.start_date),
    ...pick('expiryDate', rest.expiry_date),
    ...pick('maxAmountPerCycle', rest.max_amount_per_cycle),
    ...pick('cycleIntervalDays', rest.cycle_interval_days),
    ...pick('totalCycles', rest.total_cycles),
    ...pick('frequency', rest.frequency),
    ...(seller && {
      seller: {
        ...pick('name', seller.name),
        ...pick('shortName', seller.short_name),
        ...pick('categoryCode', seller.category_code),
      },
    }),
    ...(extra && {
      extraParams: pick(
        'paymentProcessingDay',
        typeof processingDay === 'string' ? isoDateOf(processingDay) : processingDay,
      ),
    }),
  };
}

/**
 * The unfinished agreement that a body names, if its customer has paid by it before. Whether it is of the sandbox follows from the accounts that are asked for.
 */
export async function knownAgreement(
  { agreements }: Pick<Store, 'agreements'>,
  {
    merchantId,
    accounts,
    routes = [],
    now,
  }: Pick<CheckContext, 'accounts' | 'routes' | 'now'> & { readonly merchantId: MerchantId },
  body: {
    readonly customer_id?: string;
    readonly pg_codes?: readonly string[];
    readonly agreement?: AgreementBody;
  },
): Promise<Agreement | undefined> {
  const { customer_id: customerId, agreement: { id, expiry_date: expiryDate } = {} } = body;
  const codes = accountCodes(body.pg_codes ?? [], routes);
  const account = accounts.find(({ code }) => codes.includes(code));
  if (!account || customerId === undefined || id === undefined) return undefined;
  const { sandbox } = account;
  const found = await agreements.findNamed({ merchantId, customerId, sandbox, id });
  if (!found) return undefined;
  const asked = { ...found.terms, ...pick('expiryDate', isoDateOf(expiryDate ?? '')) };
  return givesWay(found, asked, now) ? undefined : found;
}

/** The terms by which a checked body is paid: those of old, where there are any; undefined for any other kind of payment. */
export function agreementOf(
  {
    agreement,
    currency_code: code,
  }: { readonly agreement?: AgreementBody; readonly currency_code: string },
  { agreed }: Pick<CheckContext, 'agreed'>,
): AgreementTerms | undefined {
  const currency = currencyCode(code);
  if (!agreement || !currency) return undefined;
  return agreed ?? agreementTerms(agreementProposal(agreement), currency);
}

/** `{ [key]: value }`, or nothing when there is no value. */
function pick<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
