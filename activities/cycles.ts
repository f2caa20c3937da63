import { heartbeat } from '@temporalio/activity';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import {
  cycleOf,
  type Cycle,
  type CycleNews,
  type CycleState,
} from '../domain/agreement/autopay.ts';
import { isRunning, look, openCycles, settled, type Running } from '../domain/agreement/look.ts';
import { LATEST_MS } from '../domain/agreement/reminders.ts';
import { isWithin, limitsOf, LONGEST_LIMIT_MS } from '../domain/agreement/retries.ts';
import { stepOf, watchAgainAt, type CardStanding, type Step } from '../domain/agreement/step.ts';
import { withNews, withResult, withTry } from '../domain/agreement/tries.ts';
import { sessionId, type SessionId } from '../domain/ids.ts';
import { unreachable } from '../domain/unreachable.ts';
import type { Store } from '../store/index.ts';
import type { ChargeOutcome } from '../domain/agreement/outcome.ts';
import type { Advanced, CycleBirth, CycleDeps, CycleRef } from './cycle-ports.ts';
import { notThere } from './failures.ts';

type Stores = {
  readonly agreements: Pick<
    Store['agreements'],
    'find' | 'save' | 'end' | 'reserve' | 'release' | 'settle'
  >;
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly cardTries: Omit<Store['cardTries'], 'ensureIndexes'>;
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
};

/** A quarter of what `workflows/proxies.ts` allows. */
const HEARTBEAT_MS = 2500;
/** Whoever has paused charging is asked again after this. */
const HELD_MS = 3_600_000;
/** Whoever comes to no rest in so many steps is broken, and an operator shall see it. */
const MOST_STEPS = 50;

export function cycleActivities(
  { agreements, cards, cardTries, clocks, merchants }: Stores,
  deps: CycleDeps,
) {
  return {
    /**
     * Looks at an agreement: every period that should have begun has a cycle then, and its Schedule is as it says. Gives the
     * cycles that must have a run. Safe to repeat.
     */
    async lookAtAgreement({
      now,
      ...ref
    }: AgreementRef & { readonly now: number }): Promise<readonly CycleBirth[]> {
      const ahead = await clocks.ahead(ref.merchantId);
      for (;;) {
        const known = await agreements.find(ref);
        if (!known || !isRunning(known)) return [];
        const looked = look(known, now + ahead);
        // Before it is written that nobody has to look: what fails here is done again.
        await deps.arrange(looked);
        if (!(await agreements.save(looked))) continue;
        return openCycles(looked.autopay).map((cycle) => birthOf(looked, cycle, ahead));
      }
    },

    /**
     * Does all that can be done for a period now, and says until when to wait. Every step is decided by the document and
     * written in it before the next one, so that this can die anywhere and be repeated: a try has one session, whose
     * payment is charged once. It says that it lives, so that another worker goes on soon after this one has died.
     */
    async advanceCycle({
      period,
      now,
      ...ref
    }: CycleRef & { readonly now: number }): Promise<Advanced> {
      const beats = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        return await advance({ period, now, ...ref });
      } finally {
        clearInterval(beats);
      }
    },
  };

  async function advance({
    period,
    now,
    ...ref
  }: CycleRef & { readonly now: number }): Promise<Advanced> {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const agreement = await running(ref);
      const card = await standingOf(agreement);
      const step = stepOf(agreement, period, { now, card });
      const tries = cycleOf(agreement.autopay, period)?.tries.length ?? 0;
      if (step.do === 'end') return { over: step.state, tries };
      const wait = await take(step, { agreement, period, now });
      if (wait) return { ...wait, tries };
    }
    throw new Error(`The cycle ${period} of ${ref.uuid} comes to no rest.`);
  }

  interface Scene {
    readonly agreement: Running;
    readonly period: string;
    readonly now: number;
  }
  type Wait = { readonly until: number; readonly for: string };

  async function take(step: Exclude<Step, { do: 'end' }>, scene: Scene): Promise<Wait | undefined> {
    const { agreement, period, now } = scene;
    switch (step.do) {
      case 'wait':
        return step;
      case 'tell':
        await tell(scene, step.news);
        return undefined;
      case 'settle':
        await settle(scene, step.state);
        return undefined;
      case 'watch':
        return watch(scene, step.open);
      case 'charge': {
        const held = await holderOf(agreement);
        if (held !== undefined) return { until: now + HELD_MS, for: held };
        await charge(scene, await sessionOf(agreement.uuid, period, step.number));
        return undefined;
      }
      default:
        return unreachable(step);
    }
  }

  /** Who has to let charges go on; undefined where nobody has paused them. */
  async function holderOf(agreement: Running): Promise<string | undefined> {
    if (deps.paused) return 'an operator, who has paused everything';
    const merchant = await merchants.find(agreement.merchantId);
    if (merchant?.paused) return 'an operator, who has paused the merchant';
    return (await deps.isHeld(agreement)) ? 'an operator, who has paused the Schedule' : undefined;
  }

  async function tell({ agreement, period }: Scene, news: CycleNews): Promise<void> {
    const { merchantId, uuid, customerId } = agreement;
    const dueAt = cycleOf(agreement.autopay, period)?.dueAt ?? 0;
    await deps.tellCustomer({ merchantId, uuid, customerId, news, period, dueAt });
    await change(agreement, (known) => withNews(known, period, news));
  }

  async function settle({ agreement, period, now }: Scene, state: CycleState): Promise<void> {
    const after = await change(agreement, (known) => settled(known, period, { state, now }));
    // Gives its card free.
    if (after.state === 'ended') await agreements.end(agreement, now);
  }

  async function charge({ agreement, period, now }: Scene, session: SessionId): Promise<void> {
    const reserved = await agreements.reserve(agreement, session);
    if (reserved !== 'reserved' && reserved !== 'held') {
      await settle({ agreement, period, now }, 'skipped');
      return;
    }
    const limits = limitsOf((await cards.find(cardOf(agreement)))?.brand);
    const isTaken = await cardTries.take(
      agreement,
      { tryId: session, at: now },
      { allows: (times) => isWithin(limits, times, now), forgets: now - LONGEST_LIMIT_MS },
    );
    if (!isTaken) {
      // Somebody else has had the last try meanwhile: the next step sees that.
      await agreements.release(agreement, session);
      return;
    }
    const { token } = agreement;
    await change(agreement, (known) =>
      withTry(known, period, { sessionId: session, token, at: now }),
    );
  }

  /** What has become of a try. One that never reached its payment is charged now, for the first time. */
  async function watch(scene: Scene, open: Cycle['tries'][number]): Promise<Wait | undefined> {
    const { agreement, period, now } = scene;
    const cycle = cycleOf(agreement.autopay, period);
    if (!cycle) return undefined;
    const found = await deps.outcome(agreement, open.sessionId);
    if (found === 'untried' && now > open.at + LATEST_MS) {
      await cardTries.forget({ ...agreement, token: open.token }, open.sessionId);
      await agreements.release(agreement, open.sessionId);
      await settle(scene, 'missed');
      return undefined;
    }
    const held = found === 'untried' ? await holderOf(agreement) : undefined;
    if (held !== undefined) return { until: now + HELD_MS, for: held };
    const outcome =
      found === 'untried' ? await deps.charge(agreement, cycle, open.sessionId) : found;
    if (outcome === 'pending' || outcome === 'untried') {
      const until = watchAgainAt(open, now);
      if (until !== undefined) return { until, for: 'the word of the network' };
    }
    await conclude(scene, open, outcome);
    return undefined;
  }

  async function conclude(
    { agreement, period, now }: Scene,
    { sessionId: session, token }: Cycle['tries'][number],
    outcome: ChargeOutcome,
  ): Promise<void> {
    const card = { ...agreement, token };
    if (outcome === 'paid') {
      await agreements.settle(agreement, session, now);
      await cardTries.forget(card, session);
    } else if (outcome !== 'pending' && outcome !== 'untried') {
      await agreements.release(agreement, session);
      if (outcome === 'do-not-retry') await cardTries.forbid(card);
    }
    const result = outcome === 'pending' || outcome === 'untried' ? 'unknown' : outcome;
    await change(agreement, (known) => withResult(known, period, { sessionId: session, result }));
  }

  async function standingOf(agreement: Running): Promise<CardStanding | undefined> {
    const card = await cards.find(cardOf(agreement));
    if (!card || card.deletedAt !== undefined) return undefined;
    const { token, brand } = card;
    return {
      token,
      ...(brand !== undefined && { brand }),
      ...(await cardTries.standing(agreement)),
    };
  }

  async function running(ref: AgreementRef): Promise<Running> {
    const known = await agreements.find(ref);
    if (!known || !isRunning(known))
      throw notThere(`agreement ${ref.uuid} that the engine charges`);
    return known;
  }

  /** Made again from what is there, whenever somebody else was faster. */
  async function change(ref: AgreementRef, make: (known: Running) => Running): Promise<Running> {
    for (;;) {
      const known = await running(ref);
      const next = make(known);
      if (next === known || (await agreements.save(next))) return next;
    }
  }
}

function cardOf({ merchantId, customerId, sandbox, token }: Running) {
  return { merchantId, customerId, sandbox, token };
}

function birthOf({ merchantId, uuid, autopay }: Running, cycle: Cycle, ahead: number): CycleBirth {
  const { name: period, number, dueAt } = cycle;
  const { amount } = autopay;
  return { merchantId, uuid, period, number, dueAt, amount, ahead };
}

/** The session of a try: always the same one, whoever asks and however often (decisions.md 17). */
async function sessionOf(uuid: string, period: string, number: number): Promise<SessionId> {
  const text = new TextEncoder().encode(`${uuid}/${period}/${number}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const hex = [...digest.subarray(0, 20)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const session = sessionId(hex);
  if (!session) throw new TypeError('Forty hex digits are a session id.');
  return session;
}
