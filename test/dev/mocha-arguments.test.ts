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
  const SECONDS = {
    'test/api/a.test.ts': 50,
    'test/api/x/b.test.ts': 90,
    'test/journeys/c.test.tsx': 45,
    'test/workflows/d.test.ts': 60,
    'test/admin/e.test.ts': 31,
    'test/servers/f.test.ts': 40,
    'test/servers/versioned.test.ts': 45,
    'test/servers/suspension.test.ts': 20,
    'test/house.test.ts': 1,
    'test/api/access/g.test.ts': 15,
  };
  const FILES = [...Object.keys(SECONDS), 'test/api/new.test.ts'].toSorted();

  it('are five: three have a system, two of these a browser, one a cluster, which ends with what leaves it to be started anew, and all have last what needs none of them, its longest first', () => {
    const api = [
      'test/api/x/b.test.ts',
      'test/api/a.test.ts',
      'test/servers/suspension.test.ts',
      'test/api/new.test.ts',
    ];
    const any = ['test/admin/e.test.ts', 'test/api/access/g.test.ts', 'test/house.test.ts'];
    assert.deepEqual(lanesOf(FILES, SECONDS), [
      ['test/journeys/c.test.tsx', ...api, ...any],
      ['test/servers/f.test.ts', 'test/servers/versioned.test.ts', ...api, ...any],
      ['test/journeys/c.test.tsx', ...api, ...any],
      ['test/workflows/d.test.ts', ...any],
      any,
    ]);
  });
});
