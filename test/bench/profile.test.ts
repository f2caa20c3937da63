import assert from 'node:assert/strict';
import { busyByPackage, type CpuProfile } from '../../bench/profile.ts';

const ROOT = 'file:///srv/sarraf/';

/** A profile of one stack after the other, each with the microseconds of its sample; `url#name` from the outermost call to the one at work. */
function profileOf(
  ...stacks: readonly (readonly [micros: number, ...frames: string[]])[]
): CpuProfile {
  const nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children: number[];
  }[] = [{ id: 1, callFrame: { functionName: '(root)', url: '' }, children: [] }];
  const samples = stacks.map(([, ...frames]) => {
    let [at] = nodes;
    for (const frame of frames) {
      const [url = '', functionName = ''] = frame.split('#');
      const node = { id: nodes.length + 1, callFrame: { functionName, url }, children: [] };
      at?.children.push(node.id);
      nodes.push(node);
      at = node;
    }
    return at?.id ?? 0;
  });
  return { nodes, samples, timeDeltas: stacks.map(([micros]) => micros) };
}

describe('The profile of an operation', () => {
  for (const [frame, name] of [
    [`${ROOT}store/transactions.js#find`, 'store/'],
    [`${ROOT}node_modules/mongoose/lib/model.js#save`, 'mongoose'],
    [`${ROOT}node_modules/mongoose/node_modules/mongodb/lib/sdam.js#pick`, 'mongodb'],
    [`${ROOT}node_modules/@temporalio/worker/lib/worker.js#poll`, '@temporalio/worker'],
    ['node:internal/streams/writable#write', 'node:internal/streams'],
    ['node:net#connect', 'node:net'],
    ['workflow-bundle-8a0f.js#keep', 'workflows, bundled'],
    ['#(garbage collector)', '(garbage collector)'],
    ['file:///elsewhere/thing.js#run', '(other)'],
  ] as const)
    it(`counts ${frame} for ${name}`, () => {
      assert.deepEqual([...busyByPackage(profileOf([7, frame]), ROOT)], [[name, 7]]);
    });

  it('counts what has no file for who called it, adds samples up, and leaves idle time out', () => {
    const write = `${ROOT}node_modules/mongoose/node_modules/mongodb/lib/connection.js#write`;
    const busy = busyByPackage(
      profileOf([100, write], [20, write, '#writev'], [3, '#writev'], [4000, '#(idle)']),
      ROOT,
    );
    assert.deepEqual(
      [...busy],
      [
        ['mongodb', 120],
        ['(program)', 3],
      ],
    );
  });
});
