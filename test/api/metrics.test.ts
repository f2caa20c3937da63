import assert from 'node:assert/strict';
import Router from '@koa/router';
import Koa from 'koa';
import type { Server } from 'node:http';
import { apiMetrics, type MetricCounts } from '../../api/metrics/metrics.ts';
import { serveMetrics } from '../../api/metrics/server.ts';
import { measure } from '../../api/middleware/measure.ts';
import { GATEWAY_SLUGS } from '../../gateways/registry.ts';
import { loopbackUrl } from '../support/listening.ts';

const NONE: MetricCounts = {
  unknownAttempts: () => Promise.resolve(0),
  failingWebhooks: () => Promise.resolve(0),
  restingAccounts: () => Promise.resolve(2),
};

describe('the metrics of the API', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('count created transactions by currency and type', async () => {
    const metrics = apiMetrics(NONE);
    for (const _time of [1, 2]) metrics.transactionCreated({ currency: 'KWD', type: 'e_commerce' });
    assert.ok(
      (await metrics.text()).includes(
        'sarraf_transactions_created_total{currency="KWD",type="e_commerce"} 2\n',
      ),
    );
  });

  it('count what gateways tell by what it was for, what is none of our business too', async () => {
    const metrics = apiMetrics(NONE);
    metrics.callbackRead('stripe', 'nothing');
    metrics.callbackRead('stripe', 'nothing');
    metrics.callbackRead('adyen', 'forged');
    const text = await metrics.text();
    assert.match(text, /^sarraf_gateway_callbacks_total\{gateway="stripe",step="nothing"\} 2$/m);
    assert.match(text, /^sarraf_gateway_callbacks_total\{gateway="adyen",step="forged"\} 1$/m);
  });

  it('begin at nothing for words that nobody knows, so that the first one is a rise', async () => {
    const text = await apiMetrics(NONE).text();
    for (const slug of GATEWAY_SLUGS)
      assert.ok(
        text.includes(`sarraf_gateway_callbacks_total{gateway="${slug}",step="unknown"} 0\n`),
        slug,
      );
  });

  it('ask the database for its counts each time that somebody looks', async () => {
    let unknown = 3;
    const metrics = apiMetrics({ ...NONE, unknownAttempts: async () => unknown });
    assert.match(await metrics.text(), /^sarraf_attempts_unknown 3$/m);
    unknown = 4;
    assert.match(await metrics.text(), /^sarraf_attempts_unknown 4$/m);
    assert.match(await metrics.text(), /^sarraf_webhooks_failing 0$/m);
    assert.match(await metrics.text(), /^sarraf_accounts_resting 2$/m);
  });

  it('give no number, rather than an old one, while the database cannot be asked, and all the others', async () => {
    let isDown = false;
    const metrics = apiMetrics({
      ...NONE,
      failingWebhooks: async () => {
        if (isDown) throw new Error('down');
        return 7;
      },
    });
    assert.match(await metrics.text(), /^sarraf_webhooks_failing 7$/m);
    isDown = true;
    const text = await metrics.text();
    assert.doesNotMatch(text, /^sarraf_webhooks_failing \d/m);
    assert.match(text, /^sarraf_attempts_unknown 0$/m);
    isDown = false;
    assert.match(await metrics.text(), /^sarraf_webhooks_failing 7$/m);
  });

  it('name requests by the pattern of the route, without an id or an address that somebody typed', async () => {
    const metrics = apiMetrics(NONE);
    const app = new Koa();
    app.use(measure(metrics));
    const router = new Router();
    router.get('/checkout/:session_id', (ctx) => {
      ctx.body = 'page';
    });
    app.use(router.routes());
    const url = await listening(app.listen(0, '127.0.0.1'));
    await fetch(`${url}/checkout/0123456789`);
    await fetch(`${url}/checkout/9876543210`);
    await fetch(`${url}/sara@example.test`);

    const text = await metrics.text();
    const counts = text
      .split('\n')
      .filter((line) => line.startsWith('sarraf_http_request_duration_seconds_count'));
    assert.deepEqual(counts, [
      'sarraf_http_request_duration_seconds_count{method="GET",route="/checkout/:session_id",status="200"} 2',
      'sarraf_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    ]);
    assert.doesNotMatch(text, /0123456789|sara/);
  });

  it('stand at /metrics of their own server, and nothing else does', async () => {
    const metrics = apiMetrics(NONE);
    const url = await listening(await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }));
    const answer = await fetch(`${url}/metrics`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(await answer.text(), /^# TYPE sarraf_attempts_unknown gauge$/m);
    assert.equal((await fetch(`${url}/`)).status, 404);
  });

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    return loopbackUrl(server);
  }
});
