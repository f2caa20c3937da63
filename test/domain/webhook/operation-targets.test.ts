import assert from 'node:assert/strict';
import type { Approval, Operation } from '../../../domain/operation/operation.ts';
import { operationTargets } from '../../../domain/webhook/operation-targets.ts';
import { aMerchant, anOperation, aTransaction, CREATED_AT } from '../../support/builders.ts';

const OPERATIONS = 'https://shop.example.test/operations';
const CHECKER = { id: 7, username: 'checker', email: 'checker@shop.example.test' };

describe('operationTargets where programs do not want to hear of what they asked for', () => {
  const merchant = aMerchant();
  const quiet = {
    ...merchant,
    webhooks: { ...merchant.webhooks, operationsUrl: OPERATIONS, notifyApiOperations: false },
  };
  const targets = (operation: Partial<Operation>) =>
    operationTargets(anOperation(operation), aTransaction(), quiet);

  it('are none for what a program was answered', () => {
    assert.deepEqual(targets({}), []);
    assert.deepEqual(targets({ approval: approved({ needed: 0 }) }), [], 'it needed a hand');
  });

  it('are told of what a program asked for and somebody has approved: the answer was that it waits', () => {
    const approval = approved({ votes: [{ by: CHECKER, at: CREATED_AT }] });
    assert.deepEqual(targets({ approval }), [OPERATIONS]);
  });

  it('are told of what people and the gateway have done', () => {
    assert.deepEqual(targets({ channel: 'staff' }), [OPERATIONS]);
    assert.deepEqual(targets({ source: 'pg' }), [OPERATIONS]);
  });
});

function approved(given: Partial<Approval>): Approval {
  return { state: 'done', needed: 1, votes: [], expiresAt: CREATED_AT, ...given };
}
