import assert from 'node:assert/strict';
import type { Bulk } from '../../../domain/bulk/bulk.ts';
import type { WebhookReplay } from '../../../store/webhook-replays.ts';
import { CREATED_AT, SHOP } from '../../support/builders.ts';
import { noBulks, reconciling } from './support.ts';

const FILE: Bulk = {
  id: 'file',
  merchantId: SHOP,
  name: 'June',
  state: 'scheduling',
  total: 3,
  createdAt: CREATED_AT,
};
const REPLAY: WebhookReplay = {
  id: 'whr_1',
  merchantId: SHOP,
  filter: { real: true },
  state: 'running',
  sent: 0,
  createdAt: CREATED_AT,
};

const PAUSED: Bulk = { ...FILE, id: 'paused', state: 'dispatching' };
const HALF: Bulk = { ...FILE, id: 'half', state: 'uploading' };

describe('what was accepted and has no run', () => {
  it('is started after a minute', async () => {
    const { look, asked, begun } = stage();
    assert.deepEqual(await look('unstartedBulks'), { mended: 1, failed: [] });
    assert.deepEqual(await look('unstartedReplays'), { mended: 1, failed: [] });
    assert.deepEqual(begun, ['file', 'whr_1']);
    assert.equal(asked.length, 2);
    assert.ok(asked.every((until) => until <= Date.now() - 60_000));
  });

  it('is not counted where it has one', async () => {
    const { look } = stage({ hasRun: () => true });
    assert.deepEqual(await look('unstartedBulks'), { mended: 0, failed: [] });
    assert.deepEqual(await look('unstartedReplays'), { mended: 0, failed: [] });
  });

  it('holds up no other when it cannot be started, and is named', async () => {
    const { look, begun } = stage({
      files: [FILE, { ...FILE, id: 'second' }],
      hasRun: (id) => {
        if (id === 'file') throw new Error('Temporal is away.');
        return false;
      },
    });
    assert.deepEqual(await look('unstartedBulks'), {
      mended: 1,
      failed: ['bulk file (Error: Temporal is away.)'],
    });
    assert.deepEqual(begun, ['second']);
  });
});

describe('a bulk that was told something', () => {
  it('is woken after a minute where its run has not heard it', async () => {
    const { look, nudged, asked } = stage({ unheard: [PAUSED] });
    assert.deepEqual(await look('unheardBulks'), { mended: 1, failed: [] });
    assert.deepEqual(nudged, ['paused']);
    assert.ok(asked.every((until) => until <= Date.now() - 60_000));
  });
});

describe('an upload that broke off', () => {
  it('is thrown away after an hour', async () => {
    const { look, discarded } = stage({ abandoned: [HALF] });
    assert.deepEqual(await look('abandonedUploads'), { mended: 1, failed: [] });
    assert.deepEqual(discarded, ['half']);
  });
});

interface Stage {
  readonly files?: readonly Bulk[];
  readonly hasRun?: (id: string) => boolean;
  readonly abandoned?: readonly Bulk[];
  readonly unheard?: readonly Bulk[];
}

function stage({ files = [FILE], hasRun = () => false, abandoned = [], unheard = [] }: Stage = {}) {
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
  const look = reconciling(
    {
      bulks: {
        ...noBulks(),
        notStarted: of(files),
        unheard: of(unheard),
        abandoned: async (until) => {
          assert.ok(until <= Date.now() - 60 * 60_000);
          return abandoned;
        },
        discard: async ({ id }) => void discarded.push(id),
      },
      webhookReplays: { notStarted: of([REPLAY]) },
    },
    {
      startBulk: start,
      startReplay: start,
      nudgeBulk: async ({ id }) => void nudged.push(id),
    },
  );
  return { look, asked, begun, discarded, nudged };
}
