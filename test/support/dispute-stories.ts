import type { WorkflowHandle } from '@temporalio/client';
import { DISPUTE_STATES } from '../../domain/dispute/dispute.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Engine } from '../../engine/engine.ts';
import { atRest } from '../workflows/support/at-rest.ts';
import { aSubmission, saidOfDispute, said } from '../workflows/support/lines.ts';
import { keptOpen, PAID } from '../workflows/support/operating.ts';
import type { World } from './fake-activities.ts';

/** What a story of a dispute is played with. */
export interface DisputeTake extends Pick<World, 'until' | 'lateDisputes'> {
  readonly engine: Engine;
  readonly opened: Transaction;
  readonly document: () => Transaction;
  readonly run: () => WorkflowHandle;
}

/** A story of what payers' banks do, by the name of its history. */
export interface DisputeStory {
  readonly name: string;
  /** What the transaction has become before. */
  readonly shape?: (opened: Transaction) => Transaction;
  readonly play: (take: DisputeTake) => Promise<void>;
}

export const DISPUTE_STORIES: readonly DisputeStory[] = [
  {
    name: 'disputed',
    shape: (opened) => keptOpen({ ...opened, ...PAID }),
    play: async ({ engine, opened, until, document, run }) => {
      for (const state of DISPUTE_STATES) {
        await engine.dispute(opened, saidOfDispute(state));
        await until(() => document().disputes?.[0]?.state === state);
      }
      // Another payment of the gateway, and what is known.
      await engine.dispute(opened, { ...saidOfDispute('open'), gatewayPayment: 'pi_2' });
      await until(() => document().alerts.some(({ kind }) => kind === 'reference-mismatch'));
      await engine.dispute(opened, saidOfDispute('lost'));
      await atRest(run());
    },
  },
  {
    name: 'disputed-when-removed',
    play: async ({ engine, opened, until, document, lateDisputes, run }) => {
      await engine.submit(opened, aSubmission(), 'press-1');
      await engine.report(opened, said('failed'));
      await until(() => document().state === 'attempted');
      await engine.remove(opened, undefined);
      await run().result();
      await engine.dispute(opened, saidOfDispute('open'));
      await until(() => lateDisputes.length > 0);
      await run().result();
    },
  },
];
