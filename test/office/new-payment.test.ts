import assert from 'node:assert/strict';
import { tickedAtFirst } from '../../office/payments/new.ts';

const method = (code: string, operation: 'purchase' | 'authorize', is_sandbox = true) => ({
  code,
  operation,
  is_sandbox,
});

describe('the form of a new payment', () => {
  it('has those methods ticked that can stand in one payment', () => {
    const methods = [
      method('card', 'purchase'),
      method('hold', 'authorize'),
      method('live', 'purchase', false),
      method('cash', 'purchase'),
    ];
    assert.deepEqual(tickedAtFirst(methods), ['card', 'cash']);
    assert.deepEqual(tickedAtFirst([]), []);
  });
});
