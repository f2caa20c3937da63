import { conclude } from '../../domain/transaction/conclude.ts';
import type { Report } from '../../domain/transaction/network.ts';
import { attemptOf, type Attempt } from '../../domain/transaction/transaction.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { inquireAttempt } from '../proxies.ts';
import type { Holder } from './holder.ts';
import { keepAndTell } from './notices.ts';

/** Applies a network's word, once; the same word again changes nothing. */
export async function applyReport(holder: Holder, report: Report): Promise<void> {
  const change = conclude(holder.current(), report, Date.now());
  if (change) await keepAndTell(holder, change);
}

/** Asks the network about an attempt that is still pending. No answer leaves the attempt as it is. */
export async function inquire(holder: Holder, referenceNumber: ReferenceNumber): Promise<void> {
  const attempt = attemptOf(holder.current(), referenceNumber);
  if (attempt?.state !== 'pending') return;
  const report = await ask(holder, attempt);
  if (report) await applyReport(holder, report);
}

async function ask(
  holder: Holder,
  { pgCode, referenceNumber }: Attempt,
): Promise<Report | undefined> {
  const { merchantId } = holder.current();
  try {
    const answer = await inquireAttempt({ merchantId, pgCode, referenceNumber });
    return answer.step === 'report' ? answer.report : undefined;
  } catch {
    return undefined;
  }
}
