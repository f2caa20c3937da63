import assert from 'node:assert/strict';
import { timeTravelArguments } from '../../../drills/time-travel/arguments.ts';
import { joined, partsOf, simulate } from '../../../drills/time-travel/run.ts';

describe('a time of agreements that the engine charges', () => {
  it('charges each cycle once and keeps every limit, with declines and an engine that dies', async () => {
    const { agreements, charged, deaths, faults, tries, picture } = await simulate({
      // Up to 25 have one server.
      agreements: 24,
      months: 1,
      declineRate: 0.3,
      deathRate: 0.05,
      seed: 7,
    });
    assert.deepEqual(faults, []);
    assert.equal(agreements.length, 24);
    const cycles = agreements.flatMap(({ autopay }) => autopay?.history ?? []);
    assert.ok(charged > 20 && deaths > 5 && tries > charged, `${charged}, ${deaths}, ${tries}`);
    assert.equal(picture.split('<rect ').length > cycles.length, true);
  }).timeout(120_000);
});

describe('a long time of agreements', () => {
  it('is played in parts of like size, each with a seed of its own', () => {
    const request = { months: 12, declineRate: 0.1, deathRate: 0.02, seed: 2 ** 32 - 1 };
    const sizes = (agreements: number) =>
      partsOf({ ...request, agreements }).map((part) => part.agreements);
    assert.deepEqual(sizes(25), [25]);
    assert.deepEqual(sizes(26), [13, 13]);
    assert.equal(Math.max(...sizes(1000)) - Math.min(...sizes(1000)), 0);
    const seeds = partsOf({ ...request, agreements: 26 }).map(({ seed }) => seed);
    assert.deepEqual(seeds, [2 ** 32 - 1, 0]);
  });

  it('has the faults of every part, and what they have in all', () => {
    const part = { agreements: [], tries: 3, told: new Map(), deaths: 1, from: 5, until: 9 };
    const { faults, charged, tries, deaths } = joined([
      { ...part, charged: 1, faults: ['one'] },
      { ...part, charged: 2, faults: ['another'] },
    ]);
    assert.deepEqual([faults, charged, tries, deaths], [['one', 'another'], 3, 6, 2]);
  });
});

describe('what is written after npm run drill:time-travel', () => {
  it('says how many, for how long, and what goes wrong', () => {
    const given = ['--agreements', '5', '--months', '2', '--decline-rate', '0.2', '--seed', '9'];
    assert.deepEqual(timeTravelArguments(given, 1), {
      agreements: 5,
      months: 2,
      declineRate: 0.2,
      deathRate: 0.02,
      seed: 9,
    });
  });

  for (const given of [
    ['--agreements', '0'],
    ['--months', '1.5'],
    ['--months', '61'],
    ['--decline-rate', '1.1'],
    ['--decline-rate', '-0.1'],
    ['--seed', '4294967296'],
    ['--sead', '7'],
    ['100'],
  ])
    it(`is refused, with the usage, when it is ${given.join(' ')}`, () => {
      assert.throws(
        () => timeTravelArguments(given, 1),
        /Write npm run drill:time-travel -- --agreements 100/,
      );
    });
});
