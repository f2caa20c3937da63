import assert from 'node:assert/strict';
import { judgeCommand, type CommandCase } from '../../../drills/commands/judge.ts';

const DONE: CommandCase = {
  name: 'refund 1001',
  fils: 1001,
  status: 200,
  text: '{}',
  repeats: 2,
  moved: [1001],
};

describe('the judge of commands', () => {
  it('has nothing against money that moved once, however often it was asked for', () => {
    for (const status of [200, 201, 202]) assert.deepEqual(judgeCommand({ ...DONE, status }), []);
  });

  for (const [kind, given] of [
    ['twice', { moved: [1001, 1001] }],
    ['twice', { status: 400, moved: [1001, 1001] }],
    ['never', { moved: [] }],
    ['wrong-amount', { moved: [1002] }],
    ['refused', { status: 500, moved: [1001] }],
    ['refused', { status: 503, moved: [] }],
    ['refused', { status: 400 }],
  ] as const)
    it(`finds ${kind} in ${JSON.stringify(given)}`, () => {
      assert.deepEqual(
        judgeCommand({ ...DONE, ...given }).map((fault) => fault.kind),
        [kind],
      );
    });
});
