import assert from 'node:assert/strict';
import { SarrafError } from '../../clients/node/src/index.ts';
import { problemOf } from '../../demo/problem.ts';

const failed = (status: number | undefined, code: string, fields = {}) =>
  new SarrafError({
    message: 'Said.',
    code,
    fields,
    mayBeDone: false,
    ...(status !== undefined && { status }),
  });

describe('problemOf', () => {
  it('tells a sentence and its code', () => {
    assert.deepEqual(problemOf(failed(401, 'not_authenticated')), {
      status: 401,
      code: 'not_authenticated',
      messages: [{ text: 'Said.' }],
    });
  });

  it('tells the errors of several fields, and what is about all of them without a name', () => {
    const fields = { amount: ['Too small.', 'Too odd.'], non_field_errors: ['No.'] };
    assert.deepEqual(problemOf(failed(400, 'validation_error', fields)), {
      status: 400,
      code: 'validation_error',
      messages: [
        { field: 'amount', text: 'Too small.' },
        { field: 'amount', text: 'Too odd.' },
        { text: 'No.' },
      ],
    });
  });

  for (const status of [undefined, 201])
    it(`says that there was no answer, for the status ${status}`, () => {
      assert.deepEqual(problemOf(failed(status, 'x')), { status: 0, messages: [] });
    });

  it('throws again what no visitor can be told', () => {
    assert.throws(() => problemOf(new RangeError('Ours.')), RangeError);
  });
});
