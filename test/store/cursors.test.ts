import assert from 'node:assert/strict';
import { following } from '../../store/cursors.ts';
import { CREATED_AT } from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('a page of what may have lost its run', () => {
  const database = useDatabase();

  for (const [collection, filter, id, time = 'createdAt'] of [
    ['operations', { underWay: true }, 'sessionId'],
    ['webhook_events', { unsettled: true }, 'eventId'],
    ['callback_inbox', { signaled: false }, 'gatewayEventId', 'receivedAt'],
  ] as const)
    for (const after of [undefined, { at: CREATED_AT, id: 'x' }])
      it(`is read from its own index of ${collection}, in its order, ${after ? 'from a place on' : 'from the beginning'}`, async () => {
        const plan = await database()
          .connection.collection(collection)
          .find({ ...filter, ...following(id, { until: CREATED_AT + 1, after }, time) })
          .sort({ [time]: 1, [id]: 1 })
          .limit(100)
          .explain('queryPlanner');
        const chosen = JSON.stringify(plan['queryPlanner'].winningPlan);
        assert.match(chosen, new RegExp(`"indexName":"${time}_1_${id}_1"`));
        assert.doesNotMatch(chosen, /"stage":"SORT"/);
      });
});
