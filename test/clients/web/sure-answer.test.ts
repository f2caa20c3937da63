import assert from 'node:assert/strict';
import { readSession } from '../../../clients/web/src/session.ts';
import { sureAnswer } from '../../../clients/web/src/sure-answer.ts';
import { fixture } from '../support/fixtures.ts';

const SETTINGS = {
  sessionId: '0123456789abcdef0123456789abcdef01234567',
  base: 'https://pay.example.com',
};
const payment = (name: string) =>
  readSession(fixture('preloads').find((one) => one.name === name)?.['payload'], SETTINGS);
const OPEN = payment('two methods');
const OVER = payment('over');
const DONE = { status: 200, body: { status: 'success' } };
const lost = (status = 0) => ({ status, body: undefined });
const refusal = (status: number, code: string) => ({ status, body: { code } });

/** What is answered to each request and read, one after the other. */
async function sure(
  answers: readonly { readonly status: number; readonly body: unknown }[],
  reads: readonly (typeof OPEN | undefined | number)[] = [],
) {
  const [left, unread] = [[...answers], [...reads]];
  const did: string[] = [];
  const keys = new Set<string>();
  let at = 0;
  const answer = await sureAnswer({
    send: async (key) => {
      did.push('send');
      keys.add(key);
      return left.shift() ?? lost();
    },
    read: async () => {
      did.push('read');
      const found = unread.length > 1 ? unread.shift() : unread[0];
      if (typeof found === 'number') return lost(found);
      return found ? { status: 200, body: found } : lost();
    },
    sessionIn: (body) => readSession(body, SETTINGS),
    lost: () => void did.push('lost'),
    isWanted: () => true,
    wait: async (ms) => void (at += ms),
    now: () => at,
  });
  assert.equal(keys.size, 1, 'every request has the same key');
  assert.match([...keys].join(), /^[a-z]{32}$/);
  return { answer, did };
}

describe('the answer to what pays', () => {
  it('is what came, where something came', async () => {
    for (const answer of [DONE, refusal(400, 'x'), refusal(423, 'locked')])
      assert.deepEqual(await sure([answer]), { answer, did: ['send'] });
  });

  for (const status of [0, 500, 502, 503, 504])
    it(`is how the payment ended where the answer was lost with ${status}, and nothing is asked again`, async () => {
      const { answer, did } = await sure([lost(status)], [OVER]);
      assert.deepEqual(answer, { status: 200, body: OVER?.response });
      assert.deepEqual(did, ['send', 'lost', 'read']);
    });

  it('is asked for again by the same key while the payment is open', async () => {
    const { answer, did } = await sure(
      [lost(), refusal(409, 'tracking_in_progress'), DONE],
      [OPEN],
    );
    assert.equal(answer, DONE);
    assert.deepEqual(did, ['send', 'lost', 'read', 'send', 'read', 'send']);
  });

  it('is not asked for again before the payment could be read', async () => {
    const { did } = await sure([lost(), DONE], [undefined, undefined, OPEN]);
    assert.deepEqual(did, ['send', 'lost', 'read', 'read', 'read', 'send']);
  });

  it('is looked for where the gateway has not decided, until the payment is over', async () => {
    const { answer } = await sure([lost(), refusal(423, 'locked')], [OPEN, OVER]);
    assert.deepEqual(answer, { status: 200, body: OVER?.response });
  });

  it('is the no to whoever reads the payment, once it cannot be read any more', async () => {
    assert.deepEqual((await sure([lost()], [undefined, 429, 400])).answer, lost(400));
  });

  it('is the one that was lost, where the key is refused meanwhile: whether it was paid nobody knows', async () => {
    assert.deepEqual((await sure([lost()], [401])).answer, lost());
    const refused = [refusal(423, 'locked')];
    assert.deepEqual((await sure([lost(503), ...refused], [OPEN, 401])).answer, lost(503));
  });

  for (const no of [
    refusal(409, 'tracking_in_progress'),
    refusal(423, 'locked'),
    refusal(429, 'rate_limited'),
  ])
    it(`is the one that was lost, where all that is heard for two minutes is ${no.body.code}: that says nothing of the first request`, async () => {
      const { answer, did } = await sure([lost(503), ...Array<typeof no>(50).fill(no)], [OPEN]);
      assert.deepEqual(answer, lost(503));
      assert.equal(did.filter((one) => one === 'send').length, 42);
    });

  it('is the question about a page that was opened before, at once: nothing is under way then', async () => {
    const no = refusal(423, 'page_open');
    const { answer, did } = await sure([lost(), no], [OPEN]);
    assert.equal(answer, no);
    assert.deepEqual(did, ['send', 'lost', 'read', 'send']);
  });

  it('is a no where the payment can no longer be paid and nothing is said of how it ended', async () => {
    assert.ok(OVER);
    const { answer } = await sure([lost()], [{ ...OVER, state: 'expired', response: {} }]);
    assert.deepEqual(answer, { status: 400, body: undefined });
  });

  it('is the no to the same request, once that is heard', async () => {
    const no = refusal(400, 'card_expired');
    assert.equal((await sure([lost(), no], [OPEN])).answer, no);
  });

  it('is given up after two minutes without a network', async () => {
    const { answer, did } = await sure([lost()], [undefined]);
    assert.deepEqual(answer, lost());
    assert.equal(did.filter((one) => one === 'send').length, 1);
    assert.equal(did.filter((one) => one === 'read').length, 42);
  });
});
