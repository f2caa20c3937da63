import assert from 'node:assert/strict';
import { loggerOf } from '../../config/logger.ts';

describe('a log line', () => {
  const written: string[] = [];
  const out = { write: (line: string) => void written.push(line) };
  const last = () => JSON.parse(written.at(-1) ?? '{}');

  it('is JSON with its time, level, program and what the request adds', () => {
    loggerOf({ program: 'api', level: 'info', context: aRequest }, out).warn({ port: 1 }, 'words');
    const { time, ...rest } = last();
    assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(rest, {
      level: 'warn',
      program: 'api',
      requestId: 'r-1',
      port: 1,
      msg: 'words',
    });
  });

  it('is not written below its level', () => {
    const count = written.length;
    loggerOf({ program: 'api', level: 'error' }, out).warn('words');
    assert.equal(written.length, count);
  });

  for (const key of ['err', 'error'])
    it(`has of an error under "${key}" its name, code, message, stack and causes, and nothing that hangs on it`, () => {
      const cause = Object.assign(new TypeError('inner'), { _original: { secret_key: 'sk_1' } });
      const error = Object.assign(new Error('outer', { cause }), {
        code: 11000,
        keyValue: { email: 'sara@example.test' },
      });
      loggerOf({ program: 'api', level: 'info' }, out).error({ [key]: error }, 'words');
      const { stack, cause: told, ...rest } = last()[key];
      assert.match(stack, /^Error: outer\n/);
      assert.deepEqual(rest, { type: 'Error', message: 'outer', code: 11000 });
      assert.deepEqual(Object.keys(told).toSorted(), ['message', 'stack', 'type']);
      assert.doesNotMatch(written.at(-1) ?? '', /sk_1|sara@/);
    });

  it('does not go round in the circle of an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    loggerOf({ program: 'api', level: 'info' }, out).error({ err: error }, 'words');
    assert.equal(last().err.message, 'round');
  });

  it('says of a thrown text the text, and of anything else only what it is', () => {
    const logger = loggerOf({ program: 'api', level: 'info' }, out);
    logger.error({ err: 'plain' }, 'words');
    assert.equal(last().err, 'plain');
    logger.error({ err: { secret: 'sk_1' } }, 'words');
    assert.equal(last().err, 'object');
  });
});

function aRequest(): object {
  return { requestId: 'r-1', nothing: undefined };
}
