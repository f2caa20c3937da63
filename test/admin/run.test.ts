import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { TEST_ONLY_KEYS } from '../../config/key-ring.ts';
import { useDatabase } from '../store/database.ts';
import { runAdmin } from './support/command-line.ts';

const { userInfo } = os;

describe('a command', () => {
  const database = useDatabase();
  const seen = { opens: 0, closes: 0 };
  const given = {
    env: {
      MONGODB_URI: 'mongodb://127.0.0.1/given',
      SARRAF_STORAGE_KEYS: TEST_ONLY_KEYS,
      SARRAF_SEARCH_KEYS: TEST_ONLY_KEYS,
      SARRAF_MODE: 'embedded',
    },
    storeAt: async () => {
      seen.opens += 1;
      return {
        ...database().store,
        close: async () => {
          seen.closes += 1;
        },
      };
    },
  };
  before(async () => {
    const create = ['merchants', 'create', 'pearl', '--name', 'Pearl', '--as', 'layla'];
    assert.equal((await runAdmin(create, given)).code, 0);
  });
  beforeEach(() => Object.assign(seen, { opens: 0, closes: 0 }));
  afterEach(() => findUserBy(userInfo));

  it('is done by a uid where the machine has no name for it, and closes the database', async () => {
    findUserBy(nameless);
    const { code, err } = await runAdmin(['merchants', 'set', 'pearl', '--name', 'P'], given);
    assert.deepEqual([code, err, seen], [0, '', { opens: 1, closes: 1 }]);
    const audit = database().connection.collection('audit');
    const [last] = await audit.find().sort({ _id: -1 }).toArray();
    assert.equal(last?.['who'], `uid ${process.getuid?.()}`);
  });

  for (const [name, key] of [
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ] as const)
    it(`is not confirmed by ${name}`, async () => {
      const allow = ['merchants', 'allow-passwords', 'pearl'];
      const { code, err } = await runAdmin(allow, { ...given, ask: answering(key) });
      assert.deepEqual([code, err], [2, 'error: Nothing was changed.\n']);
      assert.deepEqual(seen, { opens: 1, closes: 1 });
    });
});

function nameless(): never {
  throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
}

function findUserBy(found: typeof os.userInfo): void {
  os.userInfo = found;
  syncBuiltinESMExports();
}

/** A person at a terminal who presses one key. */
function answering(key: string) {
  return (question: string): Promise<string> => {
    const input = new PassThrough();
    const line = createInterface({ input, output: new PassThrough(), terminal: true });
    const answer = line.question(question);
    input.write(key);
    return answer;
  };
}
