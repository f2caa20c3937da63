import type { GatewayAccount } from '../account.ts';
import { dayOf } from '../agreement/ending.ts';
import { fieldSentence } from '../field-sentence.ts';
import type { PgCode } from '../ids.ts';
import type { Task } from './task.ts';

const DAY_MS = 24 * 3_600_000;

/** How far back an account's attempts are looked at. */
export const FAILING_WITHIN_MS = 15 * 60_000;
/** Of fewer nothing can be said. */
const LEAST_ATTEMPTS = 20;
/** So long before they expire an account's credentials are a task. */
const CREDENTIALS_EXPIRING_MS = 30 * DAY_MS;

/** How the attempts have ended that one account has had lately. */
export interface AttemptCount {
  readonly pgCode: PgCode;
  readonly attempts: number;
  /** Those of them that ended in `error`: declined ones did not. */
  readonly errors: number;
  /** When the first of those was begun, in epoch milliseconds. */
  readonly firstErrorAt?: number;
}

/** Accounts more than half of whose attempts have ended in an error lately. Once a day (UTC), as long as that goes on. */
export function failingTasks(counts: readonly AttemptCount[], now: number): readonly Task[] {
  return counts
    .filter(({ attempts, errors }) => attempts >= LEAST_ATTEMPTS && 2 * errors > attempts)
    .map(({ pgCode, attempts, errors, firstErrorAt = now }) => ({
      id: `gateway.failing:${pgCode}:${dayOf(now)}`,
      kind: 'gateway.failing',
      severity: 'high',
      since: firstErrorAt,
      subject: { type: 'account', id: pgCode },
      detail: fieldSentence('account-failing', { code: pgCode, errors, attempts }),
    }));
}

/**
 * Active accounts whose credentials expire within 30 days, or have expired: until the operator writes another date, which is another
 * occasion.
 */
export function credentialTasks(
  accounts: readonly Pick<GatewayAccount, 'code' | 'active' | 'credentialsExpireOn'>[],
  now: number,
): readonly Task[] {
  return accounts.flatMap(({ code, active, credentialsExpireOn: date }): readonly Task[] => {
    if (!active || date === undefined) return [];
    const until = Date.parse(date);
    const since = until - CREDENTIALS_EXPIRING_MS;
    if (since > now) return [];
    return [
      {
        id: `gateway.expiring:${code}:${date}`,
        kind: 'gateway.expiring',
        severity: 'medium',
        since,
        until,
        subject: { type: 'account', id: code },
        detail: fieldSentence('credentials-expire', { code, date }),
      },
    ];
  });
}
