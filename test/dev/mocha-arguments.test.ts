import assert from 'node:assert/strict';
import { lanesOf, mochaArguments } from '../../dev/mocha-arguments.ts';

const SETTINGS = { spec: ['test/**/*.test.ts', 'test/**/*.test.tsx'], timeout: 20_000 };
const ALWAYS = ['--no-config', '--timeout', '20000'];

describe('the arguments of npm test', () => {
  for (const [name, given, expected] of [
    ['mean every test when there are none', [], [...SETTINGS.spec]],
    ['take a file as it is', ['test/dev/a.test.ts'], ['test/dev/a.test.ts']],
    [
      'take a directory as the tests below it',
      ['test/dev/'],
      ['test/dev/**/*.test.ts', 'test/dev/**/*.test.tsx'],
    ],
    ['pass an option on', ['--bail'], ['--bail', ...SETTINGS.spec]],
    [
      'do not take the value of an option for a path',
      ['--grep', 'test', 'a.test.ts'],
      ['--grep', 'test', 'a.test.ts'],
    ],
  ] as const) {
    it(name, () => {
      assert.deepEqual(mochaArguments(given, SETTINGS), [...ALWAYS, ...expected]);
    });
  }
});

describe('the lanes of npm test', () => {
  const LANES = [
    ['test/api/b.test.ts', 'test/chaos/b.test.ts', 'test/prove/b.test.ts'],
    ['test/api/x/a.test.ts', 'test/journeys/d.test.tsx'],
    ['test/admin/a.test.ts', 'test/house.test.ts'],
  ];
  const FILES = LANES.flat();

  it('are one for what somebody names', () => {
    for (const given of [['test/dev'], ['--bail', 'a.test.ts'], ['--grep', 'x', 'test/api']])
      assert.deepEqual(lanesOf(given, SETTINGS, FILES), [mochaArguments(given, SETTINGS)]);
  });

  it('are three for all tests, each test in one of them', () => {
    const given = ['--grep', 'x'];
    assert.deepEqual(
      lanesOf(given, SETTINGS, FILES),
      LANES.map((files) => [...ALWAYS, ...given, ...files]),
    );
  });
});
