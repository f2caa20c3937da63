import assert from 'node:assert/strict';
import { pino } from 'pino';
import { hostsOf, untilThere } from '../../config/startup.ts';

describe('the wait for a server', () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const patience = { patienceMs: 2000, lookEveryMs: 20, logger };
  const where = { what: 'MongoDB', where: 'db.test:27017', variable: 'MONGODB_URI' };
  beforeEach(() => {
    lines.length = 0;
  });

  it('gives what connects at once, without a word', async () => {
    assert.equal(await untilThere({ ...where, connect: greet }, patience), 'here');
    assert.deepEqual(lines, []);
  });

  it('goes on with a line for each look until the server is there', async () => {
    let looks = 0;
    const connect = async () => {
      looks += 1;
      if (looks < 4) throw new Error('outer', { cause: new Error('refused') });
      return looks;
    };
    assert.equal(await untilThere({ ...where, connect }, patience), 4);
    assert.equal(lines.length, 3);
    for (const line of lines) {
      const { what, why, msg } = JSON.parse(line);
      assert.deepEqual([what, why, msg], ['MongoDB', 'refused', 'waiting for a server']);
    }
  });

  it('ends with what is missing, where it was looked for, why, and what to do', async () => {
    await assert.rejects(
      untilThere({ ...where, connect: refuse }, patience),
      ({ message }: Error) => {
        for (const part of ['MongoDB', 'db.test:27017', 'refused', 'correct MONGODB_URI'])
          assert.ok(message.includes(part), message);
        return true;
      },
    );
    assert.ok(lines.length > 2 && lines.length < 110, `${lines.length} lines`);
  });

  it('throws at once what does not pass when the server is there', async () => {
    const wrongKey = new Error('wrong key');
    const passes = (error: unknown) => error !== wrongKey;
    const connect = () => Promise.reject(wrongKey);
    await assert.rejects(untilThere({ ...where, connect, passes }, patience), wrongKey);
    assert.deepEqual(lines, []);
  });

  it('names the reason also where there is a code and no message', async () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    const connect = () => Promise.reject(refused);
    await assert.rejects(untilThere({ ...where, connect }, patience), /\(ECONNREFUSED\)/);
  });
});

function greet(): Promise<string> {
  return Promise.resolve('here');
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('refused'));
}

describe('the hosts of a MongoDB address', () => {
  const known: readonly (readonly [string, string])[] = [
    ['mongodb://127.0.0.1:27017/sarraf?replicaSet=rs0', '127.0.0.1:27017'],
    ['mongodb://user:p%40ss@a:1,b:2,c:3/sarraf', 'a:1,b:2,c:3'],
    ['mongodb+srv://user:secret@cluster.test', 'cluster.test'],
    ['mongodb://user:secret@a:1', 'a:1'],
  ];
  for (const [uri, hosts] of known)
    it(`are ${hosts} in ${uri}`, () => {
      assert.equal(hostsOf(uri), hosts);
    });

  it('never show what stands before the @', () => {
    assert.doesNotMatch(hostsOf('nonsense with secret@inside'), /secret/);
  });
});
