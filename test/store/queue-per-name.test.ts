import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { queuePerName } from '../../store/queue-per-name.ts';

describe('the queue of a name', () => {
  it('do what has one name one after the other, in the order in which it came', async () => {
    const inTurn = queuePerName();
    const heard: string[] = [];
    const work = (name: string, ms: number) => async () => {
      heard.push(`${name} begins`);
      await sleep(ms);
      heard.push(`${name} ends`);
      return name;
    };
    const done = await Promise.all([
      inTurn('one', work('a', 20)),
      inTurn('one', work('b', 1)),
      inTurn('one', work('c', 1)),
    ]);
    assert.deepEqual(done, ['a', 'b', 'c']);
    assert.deepEqual(
      heard,
      'abc'.split('').flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('do what has other names meanwhile', async () => {
    const inTurn = queuePerName();
    const never = inTurn('one', () => new Promise<never>(() => undefined));
    assert.equal(await inTurn('two', () => Promise.resolve('done')), 'done');
    assert.ok(never instanceof Promise);
  });

  it('go on after what fails, and tell only who asked for that', async () => {
    const inTurn = queuePerName();
    const failing = inTurn('one', () => Promise.reject(new Error('no')));
    const next = inTurn('one', () => Promise.resolve('done'));
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
  });
});
