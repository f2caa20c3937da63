import { proxyActivities, proxyLocalActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { KeepVersion } from '../activities/transactions.ts';
import type { RuleName } from '../activities/reconcile/rules.ts';
import { DEBITS_QUEUE, MAILS_QUEUE, REPORTS_QUEUE, TRANSACTIONS_QUEUE } from './ids.ts';

/*
 * All patience in one place, named by what waits. Each number is a promise to somebody:
 * the payer waits for `interactive`, nobody waits for `patient`.
 */

/**
 * Our own database, with few events, for as long as it is quick. A local activity holds up its workflow task: one that
 * outlived it would be told of at another place in a replay, and the run would hang for ever. So the whole wait counts,
 * that for a free slot too, and it ends well before 8 of the task's 10 seconds are over, when the worker sends a
 * heartbeat in the place of the answer. They are made one after the other (workflows/interceptors.ts).
 */
const {
  loadTransaction: loadQuickly,
  keepTransaction: keepQuickly,
  uncalledEvents: uncalledQuickly,
  reviewInvoice: reviewQuickly,
  lookUpCard: lookUpQuickly,
  chooseAccount: chooseQuickly,
} = proxyLocalActivities<Activities>({
  scheduleToCloseTimeout: '3 seconds',
  retry: { maximumAttempts: 1 },
});

/** The same when it is not. Tried for ever: without the save nothing may go on. */
const {
  loadTransaction: loadPatiently,
  keepTransaction: keepPatiently,
  uncalledEvents: uncalledPatiently,
  reviewInvoice: reviewPatiently,
} = proxyActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '5 seconds' },
  summary: 'MongoDB slow, retried as an activity',
});

/** The document as it was last saved. Fails for good when there is none. */
export const loadTransaction = quicklyOrPatiently(loadQuickly, loadPatiently);

/** Saves a version with all that follows from it (store/versions.ts); safe to repeat, and harmless when it comes late. */
export const keepTransaction = quicklyOrPatiently(
  keepQuickly,
  ({ callsAtOnce: _atOnce, ...version }: KeepVersion) => keepPatiently(version),
);

/** The transaction's events for which nobody has called, or whose answer nobody has counted. */
export const uncalledEvents = quicklyOrPatiently(uncalledQuickly, uncalledPatiently);

/** A payer waits for it, and nothing is under way yet. */
const { lookUpCard: lookUpBriefly, chooseAccount: chooseBriefly } = proxyActivities<Activities>({
  startToCloseTimeout: '3 seconds',
  scheduleToCloseTimeout: '5 seconds',
  retry: { initialInterval: '200ms' },
  summary: 'MongoDB slow, retried as an activity',
});

/** A saved card as it stands now. */
export const lookUpCard = quicklyOrPatiently(lookUpQuickly, lookUpBriefly);

/** To which account a route leads. */
export const chooseAccount = quicklyOrPatiently(chooseQuickly, chooseBriefly);

/** Rare, so that it may have its events; tried for ever, because what is half removed, or money unheard of, is worse. */
export const { buryTransaction, hearOfRemoved, hearOfRemovedDispute, callForSilence } =
  proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '200ms', maximumInterval: '5 seconds' },
    summary: 'remove for good, or hear of what was removed',
  });

/** A question about what was removed, asked for an hour: its money would be heard of by nobody else. */
export const { inquireRemoved } = proxyActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'ask the gateway about what was removed',
});

/** How the invoice stands, kept. */
export const reviewInvoice = quicklyOrPatiently(reviewQuickly, reviewPatiently);

function quicklyOrPatiently<A, R>(
  quickly: (argument: A) => Promise<R>,
  patiently: (argument: A) => Promise<R>,
): (argument: A) => Promise<R> {
  return async (argument) => {
    try {
      return await quickly(argument);
    } catch {
      return patiently(argument);
    }
  };
}

/**
 * A payer is looking at a spinner, and the API waits 10 seconds: tries within 8, then the attempt ends in `error`, or stays
 * undecided where a card may have been charged.
 */
export const { openAttempt } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '8 seconds',
  retry: { initialInterval: '200ms', maximumAttempts: 3 },
  summary: 'ask the gateway for its page',
});

/** The payer waits for another page, and the API 10 seconds: closing the one that they leave has a few of them. */
export const { closeAttempt } = proxyActivities<Activities>({
  startToCloseTimeout: '4 seconds',
  scheduleToCloseTimeout: '6 seconds',
  retry: { initialInterval: '300ms', maximumAttempts: 2 },
  summary: 'have the gateway close its page',
});

/** The same where the gateway has not said just before what became of it: the other page has to be asked for in these 10 seconds, too. */
export const { closeAttempt: closeInSilence } = proxyActivities<Activities>({
  startToCloseTimeout: '3 seconds',
  scheduleToCloseTimeout: '3 seconds',
  retry: { maximumAttempts: 1 },
  summary: 'have a silent gateway close its page',
});

/**
 * A question, not money: asked until answered, within the minute that the payer's waiting page stays patient. Where there is no answer
 * the attempt is processing before that page gives up, so that nobody is led to pay again.
 */
export const { inquireAttempt } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '50 seconds',
  retry: { initialInterval: '500ms', maximumInterval: '10 seconds' },
  summary: 'ask the gateway what became of the attempt',
});

/**
 * The same about an attempt that had ended, or that no plan asks about any more, because its network says that something has happened:
 * nobody asks that again.
 */
export const { inquireAttempt: inquireAlone } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'ask the gateway what nobody asks again',
});

/** The same question when somebody's server waits for the answer, for which the API has 10 seconds. */
export const { inquireAttempt: inquireSoon } = proxyActivities<Activities>({
  startToCloseTimeout: '4 seconds',
  scheduleToCloseTimeout: '7 seconds',
  retry: { initialInterval: '300ms', maximumAttempts: 3 },
  summary: 'ask the gateway because somebody asked us',
});

/** The same while a payer waits for another page: closing the one that they leave has most of the API's 10 seconds (`closeAttempt`). */
export const { inquireAttempt: inquireBeforeClosing } = proxyActivities<Activities>({
  startToCloseTimeout: '2500ms',
  scheduleToCloseTimeout: '2500ms',
  retry: { initialInterval: '300ms', maximumAttempts: 3 },
  summary: 'ask the gateway before its page is closed',
});

/** The same question when only the clock asks it: brief, because the plan has further calls in place of more tries. */
export const { inquireAttempt: inquireBriefly } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '20 seconds',
  retry: { initialInterval: '500ms', maximumAttempts: 3 },
  summary: 'ask the gateway by ourselves',
});

/**
 * Money, by its key. A network that gives no answer is asked what became of it and then for the same again, for an hour;
 * whoever asked for it has their 202 long before. After that nobody knows, and a person has to look.
 */
export const { performOperation } = proxyActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'execute at the gateway',
});

/** How long one call of `performSoon` may last. */
export const PERFORM_SOON_MS = 10_000;

/**
 * The same while somebody waits for the answer, which the API does for 25 seconds. Whoever has given none after three tries
 * is asked for it by a run of its own.
 */
export const { performOperation: performSoon } = proxyActivities<Activities>({
  startToCloseTimeout: PERFORM_SOON_MS,
  retry: { initialInterval: '500ms', maximumAttempts: 3 },
  summary: 'execute at the gateway',
});

/** A question about an operation: by the day, or before it is tried again. */
export const { inquireOperation } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '5 minutes',
  retry: { initialInterval: '500ms', maximumInterval: '30 seconds' },
  summary: 'ask the gateway what became of the operation',
});

/** The same before that is executed of which a gateway has said nothing for long: asked as long as for the execution itself. */
export const { inquireOperation: inquireBeforehand } = proxyActivities<Activities>({
  startToCloseTimeout: '5 seconds',
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'ask the gateway what became of the operation',
});

/** What its payment has kept of an operation: a word that would be heard by nobody else waits for it, for ever. */
export const { loadOperation } = proxyActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '10 seconds' },
  summary: 'read what the payment has kept',
});

/** What an operation has come to stands nowhere before its payment knows: told for ever. */
export const { tellPayment } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '10 seconds' },
  summary: 'tell the payment',
});

/**
 * A cycle of an agreement, while a merchant's server or our own clock waits. Longer than a write of it can take, so that
 * none is under way any more when this is given up: what is given free later stays free.
 */
export const { reserveCharge } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  scheduleToCloseTimeout: '40 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '2 seconds' },
  summary: 'count the charge in its agreement',
});

/** Given free for certain, because a cycle that is counted and not charged would be lost. Tried for ever. */
export const { releaseCharge } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '5 seconds' },
  summary: 'give a cycle of the agreement free',
});

/**
 * Our own wallets, while a payer waits. Longer than a write of theirs can take, so that no write is under way any more when
 * this is given up: what is given free later stays free.
 */
export const { reservePart } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  scheduleToCloseTimeout: '40 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '2 seconds' },
  summary: 'set money of the wallet aside',
});

/** The same when it must be: money that nobody takes or gives back would be lost to somebody. Tried for ever. */
export const { spendPart, releasePart, returnPart } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '5 seconds' },
  summary: 'spend what the wallet has set aside, or give it free',
});

/**
 * One call to the merchant. Retries are the calendar's business, never Temporal's (contract/webhooks#retries). What
 * Temporal tries again is a call that was not made: because the worker ended, or because there were too many others,
 * to this receiver or in all. On the run's own queue, so that the worker which has saved the event takes the call at once.
 */
export const { sendWebhook } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '45 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '8 seconds' },
  summary: 'tell the merchant',
});

/** Somebody has asked for it and looks how far it is: tried until it is done. */
export const { replayPage } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'have webhooks sent again',
});

/** Tried for ever: what nobody sends any more must not look as if somebody would. */
export const { cancelReplay } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'write down that it was stopped',
});

/** Tried for ever: what nobody sends any more must not look as if somebody would. Telling people of it has a few tries. */
export const { tellOfFailure } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 minute' },
  summary: 'tell of a webhook that was given up',
});

/** Nobody waits for it, and the list of requests says the same: given up after a few tries. */
export const { tellOfOperation } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
  summary: 'tell people of a request',
});

/** Our own database: that a message is wanted must stand somewhere before its run goes on. */
export const { wantNotifications } = proxyActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200ms', maximumInterval: '5 seconds' },
  summary: 'ask for a message to somebody',
});

/**
 * A mail server that says "later" means minutes: four tries within ten of them, which the activity counts. Faults of our own, as while the
 * database is away, are no tries. A try that is taken for lost may still be under way: only one of them ever gets to hand over the
 * last byte.
 */
export const { sendNotification } = proxyActivities<Activities>({
  taskQueue: MAILS_QUEUE,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'hand it to the mail server',
});

/** Tried for ever: what nobody sends any more must not look as if somebody would. */
export const { giveUpNotification } = proxyActivities<Activities>({
  taskQueue: MAILS_QUEUE,
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'write down that it was not sent',
});

/** A look by a rule, or a page of it; the next one is minutes away. */
export const lookBy = (rule: RuleName) =>
  proxyActivities<Activities>({
    startToCloseTimeout: '1 minute',
    retry: { maximumAttempts: 1 },
    summary: rule,
  }).reconcile;

/** Of an agreement's next look nobody else takes care: tried for ever. */
const ofLooks: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'look at the agreement',
};

/**
 * A step of a cycle, with a charge in it perhaps, which waits for a network; each part is safe to repeat. Tried for ever:
 * nobody else would end what was begun.
 */
const ofSteps: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
  summary: 'take the next step of the cycle',
};

/** It may wait for hours, by the rate of its queue, which a worker that takes its own activity at once would go around. */
const inTurn: ActivityOptions = { taskQueue: DEBITS_QUEUE, allowEagerDispatch: false };

/** When the calendar has asked for them. */
export const { lookAtAgreement } = proxyActivities<Activities>({ ...inTurn, ...ofLooks });
export const { advanceCycle } = proxyActivities<Activities>({ ...inTurn, ...ofSteps });

/** When somebody has asked for them by the API, who does not wait behind everything that is due. */
export const { lookAtAgreement: lookSoon } = proxyActivities<Activities>({
  taskQueue: TRANSACTIONS_QUEUE,
  ...ofLooks,
});
export const { advanceCycle: advanceSoon } = proxyActivities<Activities>({
  taskQueue: TRANSACTIONS_QUEUE,
  ...ofSteps,
});

/**
 * A file of any length, tried for a day. A worker that says nothing for half a minute is lost: another one begins the file
 * anew.
 */
export const { writeReport } = proxyActivities<Activities>({
  taskQueue: REPORTS_QUEUE,
  startToCloseTimeout: '6 hours',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
  summary: 'write the file',
});

/** Tried for ever: what nobody writes any more must not look as if somebody would. */
export const { failReport } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'write down that it could not be made',
});

/** Of a schedule's next report nobody else takes care: tried for ever. */
export const { lookAtReports } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '500ms', maximumInterval: '1 minute' },
  summary: 'look at the schedule of reports',
});

/**
 * The next rows of a bulk, each a document and a run. Tried for ever: nobody else would make the rest, and what was made is
 * found made.
 */
export const { dispatchRows } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'make the next rows',
});
