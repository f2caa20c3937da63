import assert from 'node:assert/strict';
import { printedProgress, silent } from '../../../dev/progress.ts';
import {
  find,
  findLocally,
  type FetchWay,
  type FoundServer,
  type LocalWay,
} from '../../../dev/servers/finder.ts';

const FOUND: FoundServer = { path: '/somewhere/thing', version: '1.2.3', how: 'in the cache' };

/** A local way that finds the thing, or says why not. */
const local = (name: string, result: FoundServer | string): LocalWay => ({
  kind: 'local',
  name,
  look: () => Promise.resolve(result),
});

/** A fetching way: it lacks something, fails, or brings the thing. */
const fetching = (
  name: string,
  { lacks, brings }: { readonly lacks?: string; readonly brings?: FoundServer } = {},
): FetchWay => ({
  kind: 'fetch',
  name,
  doing: `Fetching by ${name}`,
  lacks: () => Promise.resolve(lacks),
  fetch: () =>
    brings === undefined ? Promise.reject(new Error('broken pipe')) : Promise.resolve(brings),
});

const thing = (...ways: readonly (LocalWay | FetchWay)[]) => ({
  name: 'The thing',
  ways,
  advice: 'Install it by hand.',
});

describe('finding a server', () => {
  it('takes the first way that works, and does not try the next ones', async () => {
    const never: FetchWay = { ...fetching('network'), lacks: () => assert.fail('was asked') };
    assert.deepEqual(
      await find(thing(local('PATH', 'not there'), local('cache', FOUND), never), silent),
      FOUND,
    );
  });

  it('goes on after a way that lacks something, and after one that fails', async () => {
    const lines: string[] = [];
    const found = await find(
      thing(
        fetching('compiler', { lacks: 'no compiler' }),
        fetching('download'),
        fetching('registry', { brings: { ...FOUND, how: 'from the registry' } }),
      ),
      printedProgress({ write: (text) => lines.push(text) }),
    );
    assert.equal(found.how, 'from the registry');
    assert.match(lines.join(''), /^✘ Fetching by download.*\n✔ Fetching by registry.*\n$/);
  });

  it('names every way, why it failed, and what a person can do', async () => {
    const nothing = thing(
      local('PATH', 'not there'),
      { ...local('cache', ''), look: () => Promise.reject(new Error('cache is a file')) },
      fetching('compiler', { lacks: 'no compiler' }),
      fetching('download'),
    );
    await assert.rejects(find(nothing, silent), {
      message: [
        'The thing could not be found, and no way to get it worked:',
        '  - PATH: not there',
        '  - cache: cache is a file',
        '  - compiler: no compiler',
        '  - download: broken pipe',
        'Install it by hand.',
      ].join('\n'),
    });
  });

  it('fetches nothing when it is only asked what is here', async () => {
    const fetched: FetchWay = {
      ...fetching('network', { brings: FOUND }),
      fetch: () => assert.fail('was fetched'),
    };
    assert.equal(await findLocally(thing(local('PATH', 'not there'), fetched)), undefined);
    assert.deepEqual(await findLocally(thing(fetched, local('cache', FOUND))), FOUND);
  });
});
