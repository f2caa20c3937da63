import assert from 'node:assert/strict';
import { unbegunActivities } from '../../activities/unbegun.ts';
import type { Bulk } from '../../domain/bulk/bulk.ts';
import type { WebhookReplay } from '../../store/webhook-replays.ts';
import { BORN, SHOP } from '../support/builders.ts';

const FILE: Bulk = {
  id: 'file',
  merchantId: SHOP,
  name: 'June',
  state: 'scheduling',
  total: 3,
  createdAt: BORN,
};
const REPLAY: WebhookReplay = {
  id: 'whr_1',
  merchantId: SHOP,
  filter: { real: true },
  state: 'running',
  sent: 0,
  createdAt: BORN,
};

const PAUSED: Bulk = { ...FILE, id: 'paused', state: 'dispatching' };
const HALF: Bulk = { ...FILE, id: 'half', state: 'uploading' };

describe('sweepUnbegun', () => {
  it('starts what was accepted a minute ago and has no run', async () => {
    const { sweep, asked, begun } = stage();
    assert.deepEqual(await sweep(), { started: 2 });
    assert.deepEqual(begun, ['file', 'whr_1']);
    assert.ok(asked.every((until) => until <= Date.now() - 60_000));
    assert.equal(asked.length, 3);
  });

  it('wakes what was told something a minute ago and has not heard it, whether or not it has a run', async () => {
    const { sweep, nudged, asked } = stage({ hasRun: () => true, unheard: [PAUSED] });
    assert.deepEqual(await sweep(), { started: 1 });
    assert.deepEqual(nudged, ['paused']);
    assert.ok(asked.every((until) => until <= Date.now() - 60_000));
  });

  it('throws uploads away that broke off an hour ago, and counts none of them', async () => {
    const { sweep, discarded } = stage({ hasRun: () => true, abandoned: [HALF] });
    assert.deepEqual(await sweep(), { started: 0 });
    assert.deepEqual(discarded, ['half']);
  });

  it('counts none that has a run', async () => {
    assert.deepEqual(await stage({ hasRun: () => true }).sweep(), { started: 0 });
  });

  it('starts the others when one cannot be started, and names it then', async () => {
    const { sweep, begun } = stage({
      hasRun: (id) => {
        if (id === 'file') throw new Error('Temporal is away.');
        return false;
      },
    });
    await assert.rejects(sweep(), /bulk file/);
    assert.deepEqual(begun, ['whr_1']);
  });
});

interface Stage {
  readonly hasRun?: (id: string) => boolean;
  readonly abandoned?: readonly Bulk[];
  readonly unheard?: readonly Bulk[];
}

function stage({ hasRun = () => false, abandoned = [], unheard = [] }: Stage = {}) {
  const asked: number[] = [];
  const begun: string[] = [];
  const discarded: string[] = [];
  const nudged: string[] = [];
  const start = async ({ id }: { readonly id: string }) => {
    if (hasRun(id)) return false;
    begun.push(id);
    return true;
  };
  const of =
    <T>(all: readonly T[]) =>
    async (until: number) => {
      asked.push(until);
      return all;
    };
  const activities = unbegunActivities(
    {
      bulks: {
        unbegun: of([FILE]),
        unheard: of(unheard),
        abandoned: async (until) => {
          assert.ok(until <= Date.now() - 60 * 60_000);
          return abandoned;
        },
        discard: async ({ id }) => void discarded.push(id),
      },
      webhookReplays: { unbegun: of([REPLAY]) },
    },
    {
      startMissingBulk: start,
      startMissingReplay: start,
      nudgeBulk: async ({ id }) => void nudged.push(id),
    },
  );
  return { sweep: () => activities.sweepUnbegun(), asked, begun, discarded, nudged };
}
