import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { Cycle } from '../../domain/agreement/autopay.ts';
import { cyclesTaken } from '../../domain/agreement/ending.ts';
import { comingPeriod, isRunning, type Running } from '../../domain/agreement/look.ts';
import { isoUtc } from '../../domain/duration.ts';
import { toDecimal } from '../../domain/money.ts';
import { agreementFields } from '../../domain/webhook/agreement.ts';
import type { AnswerOf } from '../infer.ts';
import type { agreementAnswer } from './answer.ts';

/** Cycles that are shown; the rest is in the payments that they made. */
const SHOWN = 24;

/** An agreement as its merchant sees it. */
export function presentAgreement(
  agreement: Agreement,
  now: number,
): AnswerOf<typeof agreementAnswer> {
  const { uuid, customerId, sandbox, state, terms, pgCode, token, charges } = agreement;
  return {
    uuid,
    customer_id: customerId,
    type: sandbox ? 'sandbox' : 'production',
    state,
    agreement: agreementFields(terms),
    pg_code: pgCode,
    token,
    session_id: agreement.firstSessionId,
    charges: cyclesTaken(agreement, charges),
    created: isoUtc(agreement.createdAt),
    ended: agreement.endedAt === undefined ? null : isoUtc(agreement.endedAt),
    autopay: isRunning(agreement) ? presentAutopay(agreement, now) : null,
  };
}

function presentAutopay(agreement: Running, now: number) {
  const { autopay } = agreement;
  const { amount, rhythm, history } = autopay;
  const next = autopay.state === 'active' ? comingPeriod(agreement, now) : undefined;
  return {
    state: autopay.state,
    ended_as: autopay.endedAs ?? null,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    interval_days: rhythm.every === 'days' ? rhythm.days : null,
    interval_months: rhythm.every === 'months' ? rhythm.months : null,
    payment_processing_day: rhythm.every === 'months' ? rhythm.day : null,
    start_date: autopay.startsOn,
    end_date: autopay.endsOn ?? null,
    time_zone: autopay.timeZone,
    charge_at: autopay.at,
    total_cycles: autopay.cycles,
    next_cycle: next
      ? { period: next.name, number: next.number, due_datetime: isoUtc(next.dueAt) }
      : null,
    skipped: [...autopay.skipped],
    cycles: history.slice(-SHOWN).map(presentCycle),
  };
}

function presentCycle({ name, number, dueAt, state, tries }: Cycle) {
  return {
    period: name,
    number,
    due_datetime: isoUtc(dueAt),
    state,
    tries: tries.map(({ sessionId, at, result }) => ({
      session_id: sessionId,
      tried: isoUtc(at),
      result: result ?? ('pending' as const),
    })),
  };
}
