import {
  ApplicationFailure,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CalledFor, Reconciled } from '../activities/reconcile/look.ts';
import type { RuleName } from '../activities/reconcile/rules.ts';
import { lookBy } from './proxies.ts';
import { SEARCH_ATTRIBUTES } from './visibility.ts';

/** So many by each rule had something to do. */
type Mended = Partial<Readonly<Record<RuleName, number>>>;

/** So many pages by a rule at most, so that a history stays short. More is said aloud: nobody would look at it. */
const MOST_PAGES = 500;

/** Each minute: what was written and never started, and what nobody has heard; networks hear of cards that were deleted. */
export const sweep = (): Promise<Mended> =>
  reconciled([
    'unstartedPayments',
    'unheardCallbacks',
    'lostCallbacks',
    'unstartedInvoices',
    'unwrittenOperations',
    'unstartedOperations',
    'deletedCards',
    'unstartedBulks',
    'unstartedReplays',
    'unheardBulks',
    'abandonedUploads',
  ]);

/** Every five minutes: what has to have a run and has none, whatever ended it; and words on payments that were not known. */
export const revive = (): Promise<Mended> =>
  reconciled([
    'lostOperations',
    'lostDeliveries',
    'lostNotifications',
    'lostPayments',
    'unplacedOperations',
    // New ones come at the end: a round that another release has begun goes on as it was.
    'lostInvoices',
    'lostBulks',
  ]);

/**
 * Each minute: agreements at which somebody had to look and nobody has, because a start was lost or a Schedule did not
 * fire, and those whose last day is over. The document says when; the Schedule is only the usual way to get there.
 */
export const autoDebitSweep = (): Promise<Mended> =>
  reconciled(['unseenAgreements', 'endedAgreements']);

/** Each minute: reports that nobody writes, schedules that nobody has looked at, and files whose time is over. */
export const reportSweep = (): Promise<Mended> =>
  reconciled(['unstartedReports', 'unseenReportSchedules', 'expiredReports']);

/** Each minute: mails to people of what is open in their inbox, daily or at once as they have chosen. */
export const taskMailSweep = (): Promise<Mended> =>
  reconciled(['dailyTaskMails', 'freshTaskMails']);

/** By each rule, whatever became of the others; what failed makes the run fail at its end, so that operators see it. */
async function reconciled(rules: readonly RuleName[]): Promise<Mended> {
  const mended: Partial<Record<RuleName, number>> = {};
  const failed: string[] = [];
  let called = NOBODY;
  for (const rule of rules) {
    const all = await everyPage(rule);
    mended[rule] = all.mended;
    failed.push(...all.failed);
    called = together(called, all);
  }
  // A line of its own among what a person has to look at: what was removed has no run that could say so.
  if (Object.values(called).some((count) => count > 0)) sayCalled(called);
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(
      `${failed.length} could not be dealt with: ${failed.slice(0, 10).join(', ')}.`,
      'NotReconciled',
    );
  return mended;
}

async function everyPage(rule: RuleName): Promise<Reconciled> {
  let all: Reconciled = { mended: 0, failed: [] };
  let after: Reconciled['next'];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await look(rule, after);
    all = {
      mended: all.mended + page.mended,
      failed: [...all.failed, ...page.failed],
      ...together(all, page),
    };
    after = page.next;
    if (!after) return all;
  }
  return { ...all, failed: [...all.failed, `what comes after ${after?.id}`] };
}

const NOBODY: CalledFor = { lateMoney: 0, disputes: 0, undone: 0, givenUp: 0 };

function together(one: Partial<CalledFor>, other: Partial<CalledFor>): CalledFor {
  const sum = (what: keyof CalledFor) => (one[what] ?? 0) + (other[what] ?? 0);
  return {
    lateMoney: sum('lateMoney'),
    disputes: sum('disputes'),
    undone: sum('undone'),
    givenUp: sum('givenUp'),
  };
}

/** What could not even be read fails alone; the other rules go on. */
async function look(rule: RuleName, after: Reconciled['next']): Promise<Reconciled> {
  try {
    return await lookBy(rule)({ rule, after });
  } catch (error) {
    return { mended: 0, failed: [`${rule} (${String(error)})`] };
  }
}

/** A run has one alert: money that must go back is the most urgent one. */
function sayCalled({ lateMoney, disputes, undone, givenUp }: CalledFor): void {
  const other = disputes > 0 ? 'dispute' : 'manual-action-required';
  const value = lateMoney > 0 ? 'late-money' : other;
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.Alert, value }]);
  const lines = [
    ...(lateMoney > 0
      ? [
          `⚠ **late-money**: money came for ${lateMoney} payments of transactions that were removed. It must be refunded; the tombstones with \`lateMoney\` have it.`,
        ]
      : []),
    ...(disputes > 0
      ? [
          `⚠ **dispute**: payers' banks dispute ${disputes} payments of transactions that were removed, or that nobody knows. Answer at the gateway; the tombstones with \`disputes\` and the worker's log have them.`,
        ]
      : []),
    ...(undone > 0
      ? [
          `⚠ **manual-action-required**: gateways have undone money of ${undone} payments of transactions that were removed. Look there whether there is anything to give back; the worker's log has them.`,
        ]
      : []),
    ...(givenUp > 0
      ? [
          `⚠ **manual-action-required**: ${givenUp} callbacks of gateways could not be heard for a day, and are passed over. Look at the gateway what they are about; those in the inbox with \`givenUp\` are meant.`,
        ]
      : []),
  ];
  setCurrentDetails(lines.join('\n\n'));
}
