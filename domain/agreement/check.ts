import { fieldSentence } from '../field-sentence.ts';
import type { CurrencyCode } from '../currencies.ts';
import { isIsoDate } from '../duration.ts';
import { isPositive, parseMoney, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import { MAX_MINOR, moneySentence, writingSentence } from '../money-sentence.ts';
import type { AgreementTerms, AgreementType } from './agreement.ts';
import { dayOf } from './ending.ts';

/** What a request says of an agreement: as in `AgreementTerms`, with dates and money as they were sent. */
export interface AgreementProposal extends Partial<Omit<AgreementTerms, 'maxAmountPerCycle'>> {
  readonly maxAmountPerCycle?: string;
}

/** Names of the fields on the wire. */
const WIRE = {
  id: 'id',
  type: 'type',
  amountVariability: 'amount_variability',
  startDate: 'start_date',
  expiryDate: 'expiry_date',
  maxAmountPerCycle: 'max_amount_per_cycle',
  cycleIntervalDays: 'cycle_interval_days',
  totalCycles: 'total_cycles',
  frequency: 'frequency',
  seller: 'seller',
  extraParams: 'extra_params',
} as const satisfies Readonly<Record<keyof AgreementProposal, string>>;

type Field = keyof typeof WIRE;

const RECURRING: readonly Field[] = [
  'id',
  'frequency',
  'amountVariability',
  'expiryDate',
  'cycleIntervalDays',
  'totalCycles',
];

/** What a new agreement of each type must say (contract/agreements#terms). */
const MANDATORY: Readonly<Record<AgreementType, readonly Field[]>> = {
  recurring: RECURRING,
  installment: [...RECURRING, 'seller'],
  unscheduled: ['id', 'frequency'],
  event_based: ['id'],
  other: ['id'],
};

/** What has a meaning only where there is a schedule. */
const SCHEDULE: readonly Field[] = [
  'startDate',
  'expiryDate',
  'cycleIntervalDays',
  'totalCycles',
  'extraParams',
];

/**
 * Every fault of an agreement that is new for its customer, by field; empty when there is none
 * (contract/agreements#terms). What is missing is a fault only where its type needs it.
 */
export function agreementFaults(
  proposal: AgreementProposal,
  { currency, now }: { readonly currency: CurrencyCode | undefined; readonly now: number },
): FieldErrors {
  return {
    ...datesFaults(proposal, now),
    ...maximumFaults(proposal, currency),
    ...typeFaults(proposal),
  };
}

/** What a request must say of an agreement that there is already: its name, by which the kept terms are found. */
export function namingFaults({ id }: AgreementProposal): FieldErrors {
  return id === undefined ? { id: [REQUIRED] } : {};
}

/** The terms of a proposal without faults. A TypeError for one that has them. */
export function agreementTerms(
  { id, startDate, expiryDate, maxAmountPerCycle, type = 'recurring', ...rest }: AgreementProposal,
  currency: CurrencyCode,
): AgreementTerms {
  const most = maxAmountPerCycle === undefined ? undefined : moneyIn(maxAmountPerCycle, currency);
  const [start, expiry] = [startDate, expiryDate].map((date) => date && isoDateOf(date));
  if (id === undefined) throw new TypeError('An agreement has terms only after it was checked.');
  return {
    ...rest,
    id,
    type,
    ...(start !== undefined && { startDate: start }),
    ...(expiry !== undefined && { expiryDate: expiry }),
    ...(most && { maxAmountPerCycle: most }),
  };
}

/**
 * A day as merchants write it, YYYY-MM-DD or DD/MM/YYYY, as the former; undefined when it is none
 * (contract/requests#dates-and-durations).
 */
export function isoDateOf(text: string): string | undefined {
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');
  return isIsoDate(iso) ? iso : undefined;
}

function typeFaults(proposal: AgreementProposal): FieldErrors {
  const { type = 'recurring', frequency } = proposal;
  const missing = MANDATORY[type].filter((field) => proposal[field] === undefined);
  const extras = type === 'unscheduled' ? SCHEDULE.filter((field) => field in proposal) : [];
  return {
    ...(type === 'unscheduled' &&
      frequency !== undefined &&
      frequency !== 'irregular' && {
        frequency: [fieldSentence('irregular-only')],
      }),
    ...Object.fromEntries(missing.map((field) => [WIRE[field], [REQUIRED]])),
    ...Object.fromEntries(
      extras.map((field) => [WIRE[field], [fieldSentence('unscheduled-none')]]),
    ),
  };
}

function datesFaults({ startDate, expiryDate }: AgreementProposal, now: number): FieldErrors {
  const start = startDate === undefined ? undefined : isoDateOf(startDate);
  const expiry = expiryDate === undefined ? undefined : isoDateOf(expiryDate);
  if (expiry === undefined) return {};
  if (expiry < dayOf(now)) return { expiry_date: [fieldSentence('date-over')] };
  return start !== undefined && expiry <= start
    ? { expiry_date: [fieldSentence('after-start')] }
    : {};
}

function maximumFaults(
  { maxAmountPerCycle }: AgreementProposal,
  currency: CurrencyCode | undefined,
): FieldErrors {
  if (maxAmountPerCycle === undefined) return {};
  if (currency === undefined) {
    const fault = writingSentence(maxAmountPerCycle);
    return fault === undefined ? {} : { max_amount_per_cycle: [fault] };
  }
  const parsed = parseMoney(maxAmountPerCycle, currency);
  if ('fault' in parsed) return { max_amount_per_cycle: [moneySentence(parsed.fault, currency)] };
  if (parsed.minor > MAX_MINOR)
    return { max_amount_per_cycle: [moneySentence('too-large', currency)] };
  return isPositive(parsed) ? {} : { max_amount_per_cycle: [fieldSentence('more-than-zero')] };
}

function moneyIn(text: string, currency: CurrencyCode): Money | undefined {
  const parsed = parseMoney(text, currency);
  return 'fault' in parsed ? undefined : parsed;
}

const REQUIRED = fieldSentence('required');
