import assert from 'node:assert/strict';
import { proving, type CredentialClaim, type Prove } from '../../../api/access/prove.ts';
import { tries } from '../../../api/limits/tries.ts';
import { RequestError } from '../../../api/middleware/errors.ts';
import { aSharedCount } from '../limits/shared-count.ts';

const ADDRESS = { points: 20, seconds: 300 };
const ACCOUNT = { points: 50, seconds: 300 };
const PASSWORD = { points: 5, seconds: 960, waits: 'doubling' } as const;
const RIGHT = 'right';

const crowd = (size: number, one: (turn: number) => Promise<string>) =>
  Promise.all(Array.from({ length: size }, (_value, turn) => one(turn)));

/** A name is tried, from there. */
const by = (from: string, more: object = {}) => ({ from, isName: true, ...more });

describe('proving a credential', () => {
  let verified: number;
  let rights: Set<string>;
  let prove: Prove;
  let other: Prove;
  let asked: () => number;
  let places: Set<string>;
  let warned: string[];
  beforeEach(() => {
    warned = [];
    verified = 0;
    rights = new Set([RIGHT]);
    const addresses = aSharedCount(ADDRESS.seconds);
    const accounts = aSharedCount(ACCOUNT.seconds);
    const names = aSharedCount(PASSWORD.seconds);
    places = new Set();
    asked = () => addresses.asked() + accounts.asked() + names.asked();
    const aProcess = () =>
      proving({
        authentication: tries(ADDRESS, addresses.counter, addresses.now),
        credential: tries(ACCOUNT, accounts.counter, accounts.now),
        password: tries(PASSWORD, names.counter, names.now),
      });
    [prove, other] = [aProcess(), aProcess()];
  });

  /** Verifying takes a turn of the loop, as argon2 and a database do. */
  async function asks(
    secret: string,
    { from = '203.0.113.1', account = 'maker', by = prove, isName = false } = {},
  ): Promise<'in' | 'wrong' | 'stopped'> {
    const place = `${account} at ${from}`;
    const owner = {
      isKnownThere: async () => places.has(place),
      letIn: () => void places.add(place),
      stopped: () => void warned.push(place),
    };
    const claim: CredentialClaim = {
      from,
      account,
      credential: [account, secret],
      ...(isName && { owner }),
    };
    try {
      const found = await by(claim, async () => {
        verified += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return rights.has(secret) ? secret : undefined;
      });
      return found === undefined ? 'wrong' : 'in';
    } catch (error) {
      assert.ok(error instanceof RequestError && error.status === 429, String(error));
      return 'stopped';
    }
  }

  it('tells the owner of a name that is stopped, there or everywhere, and nobody of a network that is', async () => {
    for (let turn = 0; turn < 5; turn += 1) await asks(`wrong-${turn}`, by('203.0.113.1'));
    assert.deepEqual(warned, []);
    assert.equal(await asks(RIGHT, by('203.0.113.1')), 'stopped');
    assert.deepEqual(warned, ['maker at 203.0.113.1']);
    for (let turn = 0; turn < 20; turn += 1)
      await asks('wrong', by('203.0.113.2', { account: `name-${turn}` }));
    assert.equal(await asks(RIGHT, by('203.0.113.2')), 'stopped');
    assert.equal(warned.length, 1);
    for (let turn = 0; turn < 50; turn += 1) await asks(`far-${turn}`, by(`198.51.100.${turn}`));
    assert.equal(await asks(RIGHT, by('198.51.100.99')), 'stopped');
    assert.equal(warned.at(-1), 'maker at 198.51.100.99');
  });

  it('verifies no more of a burst than the limit, over all processes', async () => {
    const answers = await crowd(200, (turn) =>
      asks(`wrong-${turn}`, { by: turn % 2 === 0 ? prove : other }),
    );
    assert.equal(verified, ADDRESS.points);
    assert.equal(answers.filter((one) => one === 'stopped').length, 180);
    assert.equal(await asks(RIGHT), 'stopped', 'a refusal must not tell which guess was right');
    assert.equal(verified, ADDRESS.points);
  });

  it('verifies no more of a burst of one wrong credential, either', async () => {
    await crowd(200, () => asks('wrong'));
    assert.equal(verified, ADDRESS.points);
  });

  it('serves who was proved lately behind an address of a thousand wrong ones, and asks nobody', async () => {
    assert.equal(await asks(RIGHT), 'in');
    await crowd(1000, (turn) => asks(`wrong-${turn}`, { account: `user-${turn % 7}` }));
    const before = asked();
    assert.equal(await asks(RIGHT), 'in');
    assert.equal(asked(), before);
    assert.equal(await asks(RIGHT, { account: 'checker' }), 'stopped', 'not proved here');
  });

  it('stops who guesses for one account from many addresses, but neither its holder nor other accounts', async () => {
    assert.equal(await asks(RIGHT), 'in');
    verified = 0;
    await crowd(200, (turn) => asks(`wrong-${turn}`, { from: `198.51.100.${turn}` }));
    assert.equal(verified, ACCOUNT.points);
    const from = '192.0.2.1';
    assert.equal(await asks(RIGHT, { from, by: other }), 'stopped');
    assert.equal(await asks(RIGHT, { from }), 'in');
    assert.equal(await asks(RIGHT, { from, by: other, account: 'checker' }), 'in');
  });

  it('lets one address lock nobody out elsewhere, however it goes on', async () => {
    for (let burst = 0; burst < 5; burst += 1) await crowd(100, (turn) => asks(`${burst}-${turn}`));
    assert.equal(await asks(RIGHT, { from: '192.0.2.1' }), 'in');
  });

  describe('of a name', () => {
    const [home, abroad, guesser] = ['192.0.2.1', '192.0.2.2', '203.0.113.1'];
    it('stops who guesses after five, there and for this name alone', async () => {
      const answers: string[] = [];
      for (let turn = 0; turn < 7; turn += 1)
        answers.push(await asks(`wrong-${turn}`, by(guesser)));
      assert.deepEqual(answers, [...Array<string>(5).fill('wrong'), 'stopped', 'stopped']);
      assert.equal(
        await asks(RIGHT, by(guesser)),
        'stopped',
        'a refusal must not tell which was right',
      );
      assert.equal(await asks(RIGHT, by(guesser, { account: 'checker' })), 'in');
      assert.equal(await asks(RIGHT, by(home)), 'in', 'one place stops another one');
    });

    it('never stops its owner where they were let in, whoever guesses elsewhere', async () => {
      assert.equal(await asks(RIGHT, by(home)), 'in');
      verified = 0;
      await crowd(1000, (turn) =>
        asks(`wrong-${turn}`, by(`198.51.${turn % 250}.${Math.floor(turn / 250)}`)),
      );
      assert.equal(verified, ACCOUNT.points);
      assert.equal(await asks(RIGHT, by(abroad, { by: other })), 'stopped', 'a new place');
      assert.equal(await asks('typo', by(home, { by: other })), 'wrong');
      assert.equal(await asks(RIGHT, by(home, { by: other })), 'in');
      for (let turn = 1; turn < 5; turn += 1)
        assert.equal(await asks(`wrong-${turn}`, by(home)), 'wrong');
      assert.equal(await asks('wrong', by(home)), 'stopped', 'their own place has its own five');
    });

    it('knows no place by what was wrong', async () => {
      assert.equal(await asks('wrong', by(guesser)), 'wrong');
      assert.deepEqual([...places], []);
    });
  });

  it('gives the try back when it was right', async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      rights.add(`right-${turn}`);
      assert.equal(await asks(`right-${turn}`), 'in');
    }
  });

  it('gives the try back when nothing could be verified', async () => {
    const outage = new Error('The database is away.');
    const claim = { from: '203.0.113.1', account: 'maker', credential: [RIGHT] };
    for (let turn = 0; turn < 100; turn += 1)
      await assert.rejects(
        prove(claim, () => Promise.reject(outage)),
        outage,
      );
    assert.equal(await asks(RIGHT), 'in');
  });

  it('takes the first requests of a program that starts for one try', async () => {
    const answers = await crowd(200, () => asks(RIGHT));
    assert.deepEqual([...new Set(answers)], ['in']);
  });

  it('counts a credential from the moment in which it is revoked', async () => {
    assert.equal(await asks(RIGHT), 'in');
    rights.delete(RIGHT);
    verified = 0;
    const answers = [];
    for (let turn = 0; turn < 30; turn += 1) answers.push(await asks(RIGHT));
    assert.deepEqual([...new Set(answers.slice(0, 20))], ['wrong']);
    assert.deepEqual([...new Set(answers.slice(20))], ['stopped']);
    assert.equal(verified, ADDRESS.points);
  });
});
