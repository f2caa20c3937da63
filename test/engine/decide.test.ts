import assert from 'node:assert/strict';
import type { Client, Connection } from '@temporalio/client';
import { engineOn } from '../../engine/engine.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { decide, type Decision } from '../../domain/operation/approval.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { newSessionId } from '../../api/session-id.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import { aTransaction, CREATED_AT } from '../support/builders.ts';

const REQUEST = aNumberedOperation(1, {
  state: 'awaiting',
  approval: { state: 'pending', needed: 1, votes: [], expiresAt: Date.now() + 60_000 },
});

describe('a decision that Temporal does not answer', () => {
  const approved: Operation = {
    ...decide(REQUEST, decisionOf('first', 'approve'), CREATED_AT),
    version: 2,
  };

  it('is told to its checker where it stands', async () => {
    assert.equal(await decided(approved, decisionOf('first', 'approve')), approved);
  });

  for (const [who, verdict] of [
    ['second', 'approve'],
    ['second', 'reject'],
    ['first', 'reject'],
  ] as const)
    it(`is refused where another one stands in its place: ${who}, ${verdict}`, async () => {
      await assert.rejects(decided(approved, decisionOf(who, verdict)), {
        code: 'invalid_state',
      });
    });

  it('is Unavailable where nobody has decided, or the request is gone', async () => {
    for (const kept of [REQUEST, undefined])
      await assert.rejects(decided(kept, decisionOf('first', 'approve')), Unavailable);
  });
});

const outage = () =>
  Promise.reject(Object.assign(new Error('14'), { code: 14, details: '', metadata: {} }));

/** What is answered to a decision over a Temporal that is not there, where this is kept of its request. */
function decided(kept: Operation | undefined, decision: Decision): Promise<Operation> {
  const client = { workflow: { executeUpdateWithStart: outage } } as unknown as Client;
  const connection = { withDeadline: (_until: unknown, call: () => unknown) => call() };
  const engine = engineOn(client, connection as unknown as Connection, 300, {
    store: {
      transactions: { closeCommands: async () => aTransaction() },
      operations: { find: async () => kept },
    },
  });
  return engine.decide(REQUEST, decision, newSessionId());
}

function decisionOf(name: string, verdict: Decision['verdict']): Decision {
  const by = { id: name.length, username: name, email: `${name}@shop.example.test` };
  return { verdict, by, checker: true };
}
