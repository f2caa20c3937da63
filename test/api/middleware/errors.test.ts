import assert from 'node:assert/strict';
import { problemOf } from '../../../api/middleware/errors.ts';
import { PasswordsBusy } from '../../../store/password.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name, ...more });

describe('an error that nobody expected', () => {
  for (const [what, error] of [
    ['a database that cannot be reached', named('MongoServerSelectionError')],
    ['a database without a primary', named('MongoServerError', { code: 10_107 })],
    ['a search that takes the database too long', named('MongoServerError', { code: 50 })],
    [
      'one that is written to several times at once',
      named('MongoBulkWriteError', { code: 10_107 }),
    ],
    ['several writes whose connection was closed', named('MongoBulkWriteError')],
    ['a connection that ended while it was written to', named('Error', { code: 'EPIPE' })],
    ['a connection that was reset', named('Error', { code: 'ECONNRESET' })],
    ['more passwords than are computed soon', new PasswordsBusy('Too many.')],
  ] as const)
    it(`is told to come again for ${what}`, () => {
      const { status, headers, body } = problemOf(error, 'request-1');
      assert.equal(status, 503);
      assert.ok(headers?.['Retry-After']);
      assert.ok('code' in body && body.code === 'unavailable');
    });

  it('is our fault when a write of several was refused', () => {
    assert.equal(
      problemOf(named('MongoBulkWriteError', { code: 11_000 }), 'request-1').status,
      500,
    );
  });

  it('is our fault when it is anything else, and is not described', () => {
    const { status, body } = problemOf(new TypeError('secret'), 'request-1');
    assert.equal(status, 500);
    assert.deepEqual(body, {
      detail: 'Something went wrong on our side.',
      code: 'internal_error',
      trace_id: 'request-1',
    });
  });
});
