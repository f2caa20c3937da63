import assert from 'node:assert/strict';
import { givenUpAfter, type Waited } from '../../engine/patience.ts';

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
    assert.deepEqual(await givenUpAfter(client, 5000, async () => 'yes'), { answer: 'yes' });
    const [deadline = 0] = asked;
    assert.ok(deadline >= before_ + 5000 && deadline <= Date.now() + 5000);
  });

  it('rejects as it does itself', async () => {
    const no = givenUpAfter(client, 5000, () => Promise.reject(new Error('no')));
    await assert.rejects(no, /^Error: no$/);
  });

  it('says so where it waits for ever, also for its turn to make a call', async () => {
    const never = await givenUpAfter(client, 10, () => new Promise(() => undefined));
    assert.match(unansweredIn(never), /^nobody has answered within 10 ms$/);
  });

  it('says so, too, where the server is out, and throws what was told in place of an answer', async () => {
    const [cancelled, deadline, exhausted, closing, aborted, unavailable] = [1, 4, 8, 9, 10, 14];
    for (const code of [cancelled, deadline, unavailable]) {
      const waited = await givenUpAfter(client, 5000, () => Promise.reject(ended(code)));
      assert.equal(unansweredIn(waited), `${code}`);
    }
    for (const code of [exhausted, closing, aborted]) {
      const told = givenUpAfter(client, 5000, () => Promise.reject(ended(code)));
      await assert.rejects(told, new RegExp(`^Error: ${code}$`));
    }
  });
});

/** What the client throws for a call that gRPC ended with a code. */
function ended(code: number): Error {
  return Object.assign(new Error(`${code}`), { code, details: '', metadata: {} });
}

function unansweredIn(waited: Waited<unknown>): string {
  assert.ok('unanswered' in waited);
  return waited.unanswered.message;
}
