import assert from 'node:assert/strict';
import { givenUpAfter } from '../../engine/patience.ts';

describe('what is given up after a time', () => {
  const asked: number[] = [];
  const client = {
    withDeadline: <T>(deadline: number | Date, call: () => Promise<T>) => {
      asked.push(Number(deadline));
      return call();
    },
  };
  beforeEach(() => void asked.splice(0));

  it('answers where it does so in time, and gives its calls no longer', async () => {
    const before_ = Date.now();
    assert.equal(await givenUpAfter(client, 5000, async () => 'yes'), 'yes');
    const [deadline = 0] = asked;
    assert.ok(deadline >= before_ + 5000 && deadline <= Date.now() + 5000);
  });

  it('rejects as it does itself', async () => {
    const no = givenUpAfter(client, 5000, () => Promise.reject(new Error('no')));
    await assert.rejects(no, /^Error: no$/);
  });

  it('rejects where it waits for ever, also for its turn to make a call', async () => {
    const never = givenUpAfter(client, 10, () => new Promise(() => undefined));
    await assert.rejects(never, /nobody has answered within 10 ms/);
  });
});
