import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import { docPage, section } from '../docs/support.ts';
import { until } from '../support/http.ts';
import { leaveCluster, theCluster } from './support/cluster.ts';
import { buy } from './support/shopper.ts';

describe('the saved searches of the operators', function () {
  this.timeout(180_000);
  const operators = docPage('docs/operators.md');
  const queries = ['## Saved searches', '### Finding one'].flatMap((heading) =>
    section(operators, heading)
      .split('\n')
      .filter((line) => line.startsWith('| ') && / = | IN | IS | > | < /.test(line))
      .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, query = '']) => query))
      .filter((query) => /^\w+ (?:=|IN|IS|>|<) /.test(query)),
  );
  let connection: Connection;
  let client: Client;
  before(async () => {
    const { run } = await theCluster();
    connection = await Connection.connect({ address: run.temporal });
    client = new Client({ connection });
  });
  after(() => connection.close());
  after(leaveCluster);

  it('are many', () => {
    assert.ok(queries.length >= 12, queries.join('\n'));
  });

  for (const query of queries)
    it(`are understood by Temporal: ${query}`, async () => {
      const { count } = await client.workflow.count(query);
      assert.ok(count >= 0);
    });

  it('find a payment by its order number', async () => {
    const cluster = await theCluster();
    const { sessionId } = await buy(cluster, { amount: '5.000', more: { order_no: 'FIND-1' } });
    const found = await until(
      'it can be found',
      async () => {
        const ids: string[] = [];
        for await (const { workflowId } of client.workflow.list({ query: 'OrderNo = "FIND-1"' }))
          ids.push(workflowId);
        return ids.length > 0 && ids;
      },
      60_000,
    );
    assert.deepEqual(found, [`transaction/${sessionId}`]);
  });
});
