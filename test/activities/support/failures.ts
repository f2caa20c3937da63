import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';

/** For `assert.rejects`: a failure of this type, which Temporal may try again or not. */
export function failure(type: string, then: 'tried again' | 'final') {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ApplicationFailure, String(error));
    assert.equal(error.type, type);
    assert.equal(error.nonRetryable, then === 'final');
    return true;
  };
}
