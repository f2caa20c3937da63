import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { fewAtOnce } from '../../store/few-at-once.ts';

const BUSY = new Error('Too much waits.');

describe('slow work of which little is done at a time', () => {
  let inTurn: ReturnType<typeof fewAtOnce>;
  /** What has begun and is not done yet, in the order in which it began. */
  let open: { readonly name: string; readonly end: (error?: Error) => void }[];
  beforeEach(() => {
    inTurn = fewAtOnce({ atOnce: 2, mostWaiting: 3, busy: () => BUSY });
    open = [];
  });

  const begin = (name: string): Promise<string> =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          open.push({ name, end: (error) => (error ? reject(error) : resolve(name)) });
        }),
    );
  const underWay = () => open.map(({ name }) => name).join('');
  const end = async (error?: Error) => {
    open.shift()?.end(error);
    await turn();
  };

  it('waits for its turn, and comes in the order in which it was asked for', async () => {
    const all = Promise.all('abcde'.split('').map(begin));
    const seen = [underWay()];
    for (let count = 0; count < 4; count += 1) {
      await end();
      seen.push(underWay());
    }
    assert.deepEqual(seen, ['ab', 'bc', 'cd', 'de', 'e']);
    await end();
    assert.deepEqual(await all, ['a', 'b', 'c', 'd', 'e']);
  });

  it('is refused when too much waits, without having begun, and not any more once there is room', async () => {
    const asked = 'abcde'.split('').map(begin);
    await assert.rejects(begin('f'), BUSY);
    await end();
    asked.push(begin('g'));
    await assert.rejects(begin('h'), BUSY);
    for (let count = 0; count < 5; count += 1) await end();
    assert.deepEqual(await Promise.all(asked), ['a', 'b', 'c', 'd', 'e', 'g']);
  });

  it('gives its place to the next when it fails', async () => {
    const fault = new Error('It fails.');
    const [a, b, c] = [begin('a'), begin('b'), begin('c')];
    const refused = assert.rejects(a, fault);
    await end(fault);
    await refused;
    assert.equal(underWay(), 'bc');
    await end();
    await end();
    assert.deepEqual(await Promise.all([b, c]), ['b', 'c']);
    const again = Promise.all([begin('d'), begin('e')]);
    assert.equal(underWay(), 'de');
    await end();
    await end();
    await again;
  });
});
