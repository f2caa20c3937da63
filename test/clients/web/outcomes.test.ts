import assert from 'node:assert/strict';
import { tell, type Hooks } from '../../../clients/web/src/outcomes.ts';
import { outcomeIn } from '../../../clients/web/src/session.ts';
import { fixture } from '../support/fixtures.ts';

/** A function of the page is named: then nothing of ours is shown. */
const NO_DIALOGS = new Proxy(
  {},
  { get: () => () => assert.fail('a window is shown beside the callback') },
) as Parameters<typeof tell>[1]['dialogs'];

describe('an outcome that the web SDK tells', () => {
  const told: (readonly [name: string, data: unknown])[] = [];
  const hook = (name: string) => (data: unknown) => void told.push([name, data]);
  const hooks: Hooks = { success: hook('success'), cancel: hook('cancel'), error: hook('error') };
  beforeEach(() => void (told.length = 0));

  for (const { name, callback, data } of fixture('callbacks'))
    it(`is told once, to the ${String(callback)} callback, as the server said it: ${name}`, () => {
      const ended = outcomeIn(data);
      assert.ok(ended);
      tell(ended, { hooks, dialogs: NO_DIALOGS, retry: () => assert.fail('tried again') });
      assert.deepEqual(told, [[callback, data]]);
    });
});
