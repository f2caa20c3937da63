import { ApplicationFailure } from '@temporalio/common';
import { cycleActivities } from '../../activities/cycles.ts';
import type { CyclePayments } from '../../activities/cycle-ports.ts';
import type { Random } from '../chaos/random.ts';
import type { Cycle, CycleNews } from '../../domain/agreement/autopay.ts';
import type { Running } from '../../domain/agreement/look.ts';
import type { ChargeOutcome } from '../../domain/agreement/outcome.ts';
import { adviceOf } from '../../domain/agreement/retries.ts';
import { mintReferenceNumber, type ReferenceNumber, type SessionId } from '../../domain/ids.ts';
import { money } from '../../domain/money.ts';
import type { Inquired, Opened } from '../../domain/transaction/network.ts';
import { sandbox } from '../../gateways/sandbox/index.ts';
import type { MemoryStores } from './memory-stores.ts';
import type { SimulatedNetwork } from './network.ts';
import type { Looked } from './workflows.ts';

/** A try, as the engine asked the network for it. */
export interface NetworkTry {
  readonly uuid: string;
  readonly token: string;
  readonly period: string;
  readonly reference: ReferenceNumber;
}

export interface WorldOptions {
  readonly stores: MemoryStores;
  readonly network: SimulatedNetwork;
  readonly random: Random;
  readonly declineRate: number;
  /** How often the engine dies in a step, from 0 to 1: before, after, or between the network's answer and our writing it. */
  readonly deathRate: number;
}

/** What the engine's activities meet in a simulation: the real rules, a real network, and sudden deaths. */
export function worldOf({ stores, network, random, declineRate, deathRate }: WorldOptions) {
  const asked = new Map<ReferenceNumber, NetworkTry>();
  const fates = new Map<SessionId, number>();
  const told = new Map<CycleNews, number>();
  let deaths = 0;

  /** Nothing of this process is left but what was written; another one tries again. */
  function maybeDie(): void {
    if (random.share() >= deathRate) return;
    deaths += 1;
    throw ApplicationFailure.retryable('The worker has died.', 'Died');
  }

  const payments: CyclePayments = {
    charge: async (agreement, cycle, { sessionId }) => {
      maybeDie();
      const opened = await charge(agreement, cycle, sessionId);
      // Between the network's answer and our writing it.
      maybeDie();
      return outcomeOf(opened);
    },
    outcome,
    // Nobody but the engine pays here.
    close: outcome,
    // The sandbox names no such time.
    restUntil: async () => undefined,
    isPossible: async () => true,
  };

  async function outcome(_agreement: Running, sessionId: SessionId): Promise<ChargeOutcome> {
    return outcomeOf(
      await sandbox.inquire(network.settings, {
        referenceNumber: referenceOf(sessionId),
        askedAt: 0,
      }),
    );
  }

  function charge(agreement: Running, cycle: Cycle, sessionId: SessionId): Promise<Opened> {
    const reference = referenceOf(sessionId);
    const { uuid, token, autopay } = agreement;
    asked.set(reference, { uuid, token, period: cycle.name, reference });
    if (!sandbox.charge) throw new TypeError('The sandbox charges saved cards.');
    // The same try has the same fate, however often it is asked for.
    const fate = fates.get(sessionId) ?? fateOf(random, declineRate);
    fates.set(sessionId, fate);
    const total = fate === 0 ? autopay.amount : money(fate * 1000, autopay.amount.currency);
    return sandbox.charge(network.settings, {
      token,
      by: 'merchant',
      referenceNumber: reference,
      idempotencyKey: `${sessionId}:charge`,
      total,
      kind: 'purchase',
      language: 'en',
      askedAt: cycle.dueAt,
      expiresAt: cycle.dueAt,
      returnUrl: 'http://127.0.0.1:9/',
      notifyUrl: 'http://127.0.0.1:9/',
    });
  }

  const activities = cycleActivities(
    {
      ...stores,
      // Nobody pauses anything here.
      merchants: { find: async () => undefined },
      agreements: {
        ...stores.agreements,
        save: async (agreement) => {
          maybeDie();
          const isSaved = await stores.agreements.save(agreement);
          maybeDie();
          return isSaved;
        },
      },
    },
    {
      ...payments,
      arrange: async () => undefined,
      isHeld: async () => false,
      paused: false,
      tellCustomer: async ({ news }) => void told.set(news, (told.get(news) ?? 0) + 1),
    },
  );

  return {
    activities: {
      ...activities,
      lookAtAgreement: async (ref: Parameters<typeof activities.lookAtAgreement>[0]) => {
        const starts = await activities.lookAtAgreement(ref);
        const { lookAt } = (await stores.agreements.find(ref))?.autopay ?? {};
        return {
          starts,
          ...(lookAt !== undefined && { nextLook: lookAt }),
        } satisfies Looked;
      },
    },
    asked: (): readonly NetworkTry[] => [...asked.values()],
    told: (): ReadonlyMap<CycleNews, number> => told,
    deaths: () => deaths,
  };
}

/** The whole units by which the network chooses an outcome (docs/simulator.md); 0 is paid. */
function fateOf(random: Random, declineRate: number): number {
  if (random.share() >= declineRate) return 0;
  const kind = random.share();
  if (kind < 0.9) return 9002;
  return kind < 0.97 ? 9003 : 9004;
}

function outcomeOf(answer: Opened | Inquired): ChargeOutcome {
  if (answer.step === 'unheard-of') return 'untried';
  if (answer.step === 'page') return 'pending';
  const { outcome, decline } = answer.report;
  if (outcome.result === 'success') return 'paid';
  return outcome.result === 'pending' ? 'pending' : adviceOf(decline ?? {});
}

function referenceOf(sessionId: SessionId): ReferenceNumber {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(sessionId.slice(index * 2, index * 2 + 2), 16),
  );
  return mintReferenceNumber(mintReferenceNumber('SIM', bytes), bytes.subarray(8));
}
