import type { WorkflowHandle } from '@temporalio/client';
import type { Engine } from '../../engine/engine.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Submission } from '../../workflows/messages.ts';
import { charged, FIRST, aSubmission, said, SECOND } from '../workflows/support/lines.ts';
import { DAY_MS, kwd, sessionOf } from './builders.ts';
import type { World } from './fake-activities.ts';
import type { TimeSkipping } from '../../dev/servers/time-skipping.ts';

/** What a story of a payment with a wallet is played with. */
export interface WalletTake extends Pick<World, 'until' | 'wallets'> {
  readonly time: TimeSkipping;
  readonly engine: Engine;
  readonly opened: Transaction;
  readonly document: () => Transaction;
  readonly run: () => WorkflowHandle;
}

/** A story of a customer with ten or twenty dinars in the wallet and an order of 12.500, by the name of its history. */
export interface WalletStory {
  readonly name: string;
  readonly has: string;
  readonly play: (take: WalletTake) => Promise<void>;
}

export const SARA = 'sara';

export const WALLET_STORIES: readonly WalletStory[] = [
  {
    name: 'wallet-and-card-paid',
    has: '10.000',
    play: async ({ engine, opened }) => {
      await engine.submit(opened, pays('10.000'), 'press-1');
      await engine.report(opened, charged(FIRST, '2.500'));
    },
  },
  {
    name: 'wallet-paid-all',
    has: '20.000',
    play: async ({ engine, opened }) => {
      await engine.submit(opened, pays('12.500'), 'press-1');
    },
  },
  {
    name: 'wallet-kept-for-second-try',
    has: '10.000',
    play: async ({ engine, opened, until, document }) => {
      await engine.submit(opened, pays('10.000'), 'press-1');
      await engine.report(opened, said('failed'));
      await until(() => document().state === 'attempted');
      await engine.submit(opened, { ...pays('10.000'), referenceNumber: SECOND }, 'press-2');
      await engine.report(opened, charged(SECOND, '2.500'));
    },
  },
  {
    name: 'wallet-released-after-hours',
    has: '10.000',
    play: async ({ engine, opened, until, document, time }) => {
      await engine.submit(opened, pays('10.000'), 'press-1');
      await engine.report(opened, said('failed'));
      await until(() => document().state === 'attempted');
      await time.skip(DAY_MS);
    },
  },
];

function pays(amount: string): Submission {
  return aSubmission({ wallet: { amount: kwd(amount), sessionId: sessionOf('c1') } });
}
