import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../support/http.ts';
import { theCluster, type Cluster } from './support/cluster.ts';
import { createSession } from './support/shopper.ts';

describe('an API that is told to stop', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });

  it('is not ready at once, goes on answering while balancers leave, then takes no more', async () => {
    const api = cluster.apis[1];
    api.signal('SIGTERM');
    await api.ended();
    await api.start({ API_DRAIN_SECONDS: '15' });
    api.signal('SIGTERM');
    const ready = await until('it is stopping', async () => {
      const answer = await fetch(`${api.url}/readyz`);
      return answer.status === 503 && answer;
    });
    assert.deepEqual(await ready.json(), { status: 'stopping' });
    assert.equal(ready.headers.get('Connection'), 'close');
    assert.equal((await fetch(`${api.url}/healthz`)).status, 200);

    assert.equal(await api.ended(), 'ended with code 0');
    await assert.rejects(fetch(`${api.url}/healthz`));
    await api.start();
  });

  it('answers the payer who waits for the workflow, and ends with code 0', async () => {
    const { apis, workers } = cluster;
    const api = apis[1];
    const sessionId = await createSession(cluster, { amount: '4.000' });
    for (const worker of workers) worker.signal('SIGSTOP');
    const pressed = fetch(`${api.url}/checkout/${sessionId}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ pg_code: 'sandbox' }),
    });
    await wait(500);
    api.signal('SIGTERM');
    api.signal('SIGTERM');
    await wait(500);
    for (const worker of workers) worker.signal('SIGCONT');

    const answer = await pressed;
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('Location') ?? '', /\/pay\/pay_/);
    assert.equal(await api.ended(), 'ended with code 0');
    await api.start();
  });
});
