import { activityInfo, heartbeat } from '@temporalio/activity';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import {
  cycleOf,
  type Cycle,
  type CycleNews,
  type CycleState,
} from '../domain/agreement/autopay.ts';
import { isRunning, look, openCycles, settled, type Running } from '../domain/agreement/look.ts';
import { stepOf, type CardStanding, type CycleStep } from '../domain/agreement/step.ts';
import { withNews } from '../domain/agreement/tries.ts';
import { unreachable } from '../domain/unreachable.ts';
import type { Store } from '../store/index.ts';
import type { Advanced, CycleStart, CycleDeps, CycleRef } from './cycle-ports.ts';
import { cycleTries, HINDERED_MS, type Scene, type Wait } from './cycle-tries.ts';
import { notThere } from './failures.ts';

type Stores = {
  readonly agreements: Pick<
    Store['agreements'],
    'find' | 'save' | 'end' | 'lock' | 'reserve' | 'release' | 'settle'
  >;
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly cardTries: Store['cardTries'];
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
};

/** A quarter of what `workflows/proxies.ts` allows. */
const HEARTBEAT_MS = 2500;
/** Whoever comes to no rest in so many steps is broken, and an operator shall see it. */
const MOST_STEPS = 50;

export function cycleActivities(
  { agreements, cards, cardTries, clocks, merchants }: Stores,
  deps: CycleDeps,
) {
  const tries = cycleTries({ agreements, cards, cardTries }, deps, { change, hindrance });
  return {
    /**
     * Looks at an agreement: every period that should have begun has a cycle then, and its Schedule is as it says. Gives the
     * cycles that must have a run. Safe to repeat.
     */
    async lookAtAgreement({
      now,
      ...ref
    }: AgreementRef & { readonly now: number }): Promise<readonly CycleStart[]> {
      const ahead = await clocks.ahead(ref.merchantId);
      for (;;) {
        const known = await agreements.find(ref);
        if (!known || !isRunning(known)) return [];
        const looked = look(known, now + ahead);
        // Before it is written that nobody has to look: what fails here is done again.
        await deps.arrange(looked);
        if (!(await agreements.save(looked))) continue;
        // Whoever has changed it may have died before its card was locked, or free.
        if (looked.state === 'ended') await agreements.end(looked, now + ahead);
        else await agreements.lock(looked);
        return openCycles(looked.autopay).map((cycle) => startOf(looked, cycle, ahead));
      }
    },

    /**
     * Does all that can be done for a period now, and says until when to wait. Every step is decided by the document and
     * written in it before the next one, so that this can die anywhere and be repeated: a try has one session, whose
     * payment is charged once. It says that it lives, so that another worker goes on soon after this one has died.
     */
    async advanceCycle(step: CycleRef & { readonly now: number }): Promise<Advanced> {
      const beginBy = chargesUntil();
      const beats = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        return await advance({ ...step, beginBy });
      } finally {
        clearInterval(beats);
      }
    },
  };

  async function advance({
    period,
    now,
    beginBy,
    ...ref
  }: CycleRef & Pick<Scene, 'now' | 'beginBy'>): Promise<Advanced> {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const agreement = await running(ref);
      const card = await standingOf(agreement);
      const step = stepOf(agreement, period, { now, card });
      const made = cycleOf(agreement.autopay, period)?.tries.length ?? 0;
      if (step.do === 'end') {
        // Once more, where this died between the two: what was promised is forgotten, and no card is needed any more.
        await tries.forgetNext({ agreement, period });
        if (agreement.state === 'ended') await agreements.end(agreement, now);
        return { over: step.state, tries: made };
      }
      const wait = await take(step, { agreement, period, now, beginBy });
      if (wait) return { ...wait, tries: made };
    }
    throw new Error(`The cycle ${period} of ${ref.uuid} comes to no rest.`);
  }

  /** Nothing to wait for where something was written, by which the next step is found. */
  async function take(
    step: Exclude<CycleStep, { do: 'end' }>,
    scene: Scene,
  ): Promise<Wait | undefined> {
    const { agreement, period, now } = scene;
    const cycle = cycleOf(agreement.autopay, period);
    if (step.do === 'charge' && cycle) {
      const why = await hindrance(agreement, cycle);
      if (why !== undefined) return { until: now + HINDERED_MS, for: why };
    }
    const late = await tries.lookBack(scene, step);
    if (late) return late === 'paid' ? undefined : late;
    switch (step.do) {
      case 'wait':
        return step;
      case 'tell':
        await tell(scene, step.news);
        return undefined;
      case 'settle':
        await settle(scene, step.state);
        return undefined;
      case 'watch': {
        const seen = await tries.watch(scene, step.open);
        if (seen !== 'missed') return seen;
        await settle(scene, 'missed');
        return undefined;
      }
      case 'charge':
        if (!(await tries.begin(scene, step.number))) await settle(scene, 'skipped');
        return undefined;
      default:
        return unreachable(step);
    }
  }

  /** Who has to let charges go on; undefined where nobody hinders them. */
  async function hindrance(agreement: Running, cycle: Cycle): Promise<string | undefined> {
    if (deps.paused) return 'an operator, who has paused everything';
    const merchant = await merchants.find(agreement.merchantId);
    if (merchant?.paused) return 'an operator, who has paused the merchant';
    if (await deps.isHeld(agreement)) return 'an operator, who has paused the Schedule';
    return (await deps.isPossible(agreement, cycle))
      ? undefined
      : 'its account, which takes no such charge now';
  }

  async function tell({ agreement, period }: Scene, news: CycleNews): Promise<void> {
    const { merchantId, uuid, customerId } = agreement;
    const dueAt = cycleOf(agreement.autopay, period)?.dueAt ?? 0;
    await deps.tellCustomer({ merchantId, uuid, customerId, news, period, dueAt });
    await change(agreement, (known) => withNews(known, period, news));
  }

  async function settle(scene: Scene, state: CycleState): Promise<void> {
    const { agreement, period, now } = scene;
    await tries.forgetNext(scene);
    const after = await change(agreement, (known) => settled(known, period, { state, now }));
    // Gives its card free.
    if (after.state === 'ended') await agreements.end(agreement, now);
  }

  async function standingOf(agreement: Running): Promise<CardStanding | undefined> {
    const card = await cards.find(agreement);
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

/**
 * Until when this try of a step may begin a charge. Temporal gives the step to another worker no sooner than it has heard nothing
 * for the whole time limit, from the beginning on; half of that is left for clocks that disagree and for a late beginning.
 * What takes longer is tried again, and then begins with its charge.
 */
function chargesUntil(): number | undefined {
  const { heartbeatTimeoutMs } = activityInfo();
  return heartbeatTimeoutMs === undefined ? undefined : Date.now() + heartbeatTimeoutMs / 2;
}

function startOf({ merchantId, uuid, autopay }: Running, cycle: Cycle, ahead: number): CycleStart {
  const { name: period, number, dueAt } = cycle;
  const { amount } = autopay;
  return { merchantId, uuid, period, number, dueAt, amount, ahead };
}
