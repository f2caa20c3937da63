import type { AgreementRef } from '../domain/agreement/agreement.ts';
import { cycleOf, type Cycle, type Try } from '../domain/agreement/autopay.ts';
import type { Running } from '../domain/agreement/look.ts';
import type { ChargeOutcome } from '../domain/agreement/outcome.ts';
import { LATEST_MS } from '../domain/agreement/reminders.ts';
import { isWithin, limitsOf, LONGEST_LIMIT_MS } from '../domain/agreement/retries.ts';
import { isStillMeant, watchAgainAt, type CycleStep } from '../domain/agreement/step.ts';
import { withoutTry, withPaid, withResult, withTry } from '../domain/agreement/tries.ts';
import { sessionId, type SessionId } from '../domain/ids.ts';
import type { CardKey } from '../store/card-tries.ts';
import type { Store } from '../store/index.ts';
import type { CyclePayments } from './cycle-ports.ts';

type Stores = {
  readonly agreements: Pick<Store['agreements'], 'reserve' | 'release' | 'settle'>;
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly cardTries: Store['cardTries'];
};

/** A period of an agreement at a moment. */
export interface Scene {
  readonly agreement: Running;
  readonly period: string;
  readonly now: number;
  /** Until when a charge may begin, by our own clock and not the merchant's; epoch milliseconds, undefined: at any time. */
  readonly beginBy: number | undefined;
}

export type Wait = { readonly until: number; readonly for: string };

interface CycleContext {
  /** Writes a change of the agreement, made again whenever somebody else was faster. */
  readonly change: (ref: AgreementRef, make: (known: Running) => Running) => Promise<Running>;
  /** Why nothing may be charged now; undefined where all is well. */
  readonly hindrance: (agreement: Running, cycle: Cycle) => Promise<string | undefined>;
}

/** Whoever hinders a charge is asked again after this. */
export const HINDERED_MS = 3_600_000;

/**
 * The tries of a cycle: begun, watched, given up and looked back at. Each has one session, whose payment is charged once;
 * of all of a period one is paid.
 */
export function cycleTries(
  { agreements, cards, cardTries }: Stores,
  payments: CyclePayments,
  { change, hindrance }: CycleContext,
) {
  return { begin, watch, lookBack, forgetNext };

  /** Promises a try, which `watch` charges then. False when the agreement allows no charge any more. */
  async function begin({ agreement, period, now }: Scene, number: number): Promise<boolean> {
    const session = await sessionOf(agreement, period, number);
    const reserved = await agreements.reserve(agreement, session);
    if (reserved !== 'reserved' && reserved !== 'held') return false;
    const limits = limitsOf((await cards.find(agreement))?.brand);
    const isTaken = await cardTries.take(
      agreement,
      { tryId: session, at: now },
      { allows: (times) => isWithin(limits, times, now), forgets: now - LONGEST_LIMIT_MS },
    );
    if (!isTaken) {
      // Somebody else has had the last try meanwhile: the next step sees that.
      await agreements.release(agreement, session);
      return true;
    }
    const { token, pgCode } = agreement;
    const promised = { sessionId: session, token, pgCode, at: now };
    const begun = await change(agreement, (known) => withTry(known, period, promised));
    // The period was over meanwhile.
    if (!triesOf(begun, period).some((one) => one.sessionId === session))
      await forget(agreement, promised);
    return true;
  }

  /** What has become of a try. One that never reached its payment is charged now, for the first time, if it still shall be. */
  async function watch(scene: Scene, open: Try): Promise<Wait | 'missed' | undefined> {
    const { agreement, period, now, beginBy } = scene;
    const cycle = cycleOf(agreement.autopay, period);
    if (!cycle) return undefined;
    const found = await payments.outcome(agreement, open.sessionId);
    if (found === 'untried') {
      const isLate = now > open.at + LATEST_MS;
      const isPaid = await isPaidBefore(scene, open);
      // Another agreement may have been told so by the card's network meanwhile.
      const { never } = await cardTries.standing(cardOf(agreement, open));
      if (isLate || isPaid || never || !isStillMeant(agreement, cycle, open, now)) {
        const isUndone = await undo(scene, open);
        return isLate && !isPaid && isUndone ? 'missed' : undefined;
      }
      const why = await hindrance(agreement, cycle);
      if (why !== undefined) return { until: now + HINDERED_MS, for: why };
    }
    const outcome =
      found === 'untried'
        ? await payments.charge(agreement, cycle, { sessionId: open.sessionId, beginBy })
        : found;
    if (outcome === 'pending' || outcome === 'untried') {
      const until = watchAgainAt(open, now);
      if (until !== undefined) return { until, for: 'the word of the network' };
    }
    await conclude(scene, open, outcome);
    return undefined;
  }

  /**
   * Before a period is charged again or given up: the payment of a try that had failed may have been paid since, by the
   * customer or the merchant, or somebody is paying it now. Before a further charge it is closed, so that nobody does both.
   */
  async function lookBack(scene: Scene, step: CycleStep): Promise<Wait | 'paid' | undefined> {
    const { agreement, period, now } = scene;
    const ends = step.do === 'settle' ? step.state !== 'paid' : isGivingUp(step);
    if (step.do !== 'charge' && !ends) return undefined;
    for (const one of triesOf(agreement, period)) {
      const { sessionId: session } = one;
      const outcome =
        step.do === 'charge'
          ? await payments.close(agreement, session)
          : await payments.outcome(agreement, session);
      if (outcome === 'paid') {
        await agreements.settle(agreement, session, now);
        await change(agreement, (known) => withPaid(known, period, session));
        return 'paid';
      }
      const until = outcome === 'pending' ? watchAgainAt(one, now) : undefined;
      if (until !== undefined) return { until, for: 'somebody who pays an earlier try' };
    }
    return undefined;
  }

  /** Since a try was promised an earlier one may have been paid, late: nobody is charged twice for the period. */
  async function isPaidBefore({ agreement, period }: Scene, open: Try): Promise<boolean> {
    for (const { sessionId: session } of triesOf(agreement, period))
      if (session !== open.sessionId && (await payments.outcome(agreement, session)) === 'paid')
        return true;
    return false;
  }

  /**
   * What a try that was never written down has left behind; nothing follows it when the period is over. Its charge is counted first and
   * released last, so that there is nothing where none is counted.
   */
  async function forgetNext({
    agreement,
    period,
  }: Pick<Scene, 'agreement' | 'period'>): Promise<void> {
    const { token, charges } = agreement;
    const next = await sessionOf(agreement, period, triesOf(agreement, period).length + 1);
    if (charges.includes(next)) await forget(agreement, { sessionId: next, token });
  }

  /** Gives up a try that was promised. False when it was made after all, or may have been. */
  async function undo(scene: Scene, open: Try): Promise<boolean> {
    const { agreement, period } = scene;
    // A charge may be on its way to the payment: it is closed behind that one.
    const outcome = await payments.close(agreement, open.sessionId);
    if (outcome === 'pending') return false;
    if (outcome !== 'untried') {
      await conclude(scene, open, outcome);
      return outcome === 'error';
    }
    await forget(agreement, open);
    await change(agreement, (known) => withoutTry(known, period, open.sessionId));
    return true;
  }

  async function conclude(
    { agreement, period, now }: Scene,
    open: Try,
    outcome: ChargeOutcome,
  ): Promise<void> {
    const { sessionId: session } = open;
    const card = cardOf(agreement, open);
    if (outcome === 'paid') {
      await agreements.settle(agreement, session, now);
      await cardTries.forget(card, session);
    } else if (outcome === 'error') {
      await forget(agreement, open);
    } else if (outcome !== 'pending' && outcome !== 'untried') {
      await agreements.release(agreement, session);
      if (outcome === 'do-not-retry') await cardTries.forbid(card);
    }
    const result = outcome === 'pending' || outcome === 'untried' ? 'unknown' : outcome;
    const notBefore = result === 'soft' ? await payments.restUntil(agreement, session) : undefined;
    await change(agreement, (known) =>
      withResult(known, period, {
        sessionId: session,
        result,
        ...(notBefore !== undefined && { notBefore }),
      }),
    );
  }

  /** It takes no cycle of the agreement and is no declined try of the card. */
  async function forget(
    agreement: Running,
    made: Pick<Try, 'sessionId' | 'token' | 'pgCode'>,
  ): Promise<void> {
    await cardTries.forget(cardOf(agreement, made), made.sessionId);
    await agreements.release(agreement, made.sessionId);
  }
}

/** The card of a try, also where the agreement is charged to another one by now. */
function cardOf(
  { merchantId, pgCode: own }: Running,
  { token, pgCode = own }: Pick<Try, 'token' | 'pgCode'>,
): CardKey {
  return { merchantId, pgCode, token };
}

function isGivingUp(step: CycleStep): boolean {
  return step.do === 'tell' && step.news === 'given-up';
}

function triesOf({ autopay }: Running, period: string): readonly Try[] {
  return cycleOf(autopay, period)?.tries ?? [];
}

/** The session of a try: always the same one, whoever asks and however often (contract/agreements#cycles). */
async function sessionOf(
  { uuid }: Pick<Running, 'uuid'>,
  period: string,
  number: number,
): Promise<SessionId> {
  const text = new TextEncoder().encode(`${uuid}/${period}/${number}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const hex = [...digest.subarray(0, 20)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const session = sessionId(hex);
  if (!session) throw new TypeError('Forty hex digits are a session id.');
  return session;
}
