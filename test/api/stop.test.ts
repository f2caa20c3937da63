import assert from 'node:assert/strict';
import Koa from 'koa';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { drain as newDrain, heldWhileStopping, type Drain } from '../../api/drain.ts';
import { stop } from '../../api/stop.ts';

const TIMES = { drainMs: 0, graceMs: 20_000 };

describe('the stop of a server', () => {
  let server: Server;
  let url: string;
  let drain: Drain;
  let release: () => void;
  /** The slow request is under way. */
  let arrived: Promise<void>;
  let ended: string[];
  beforeEach(async () => {
    drain = newDrain();
    ended = [];
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let came: () => void;
    arrived = new Promise((resolve) => {
      came = resolve;
    });
    const app = new Koa();
    app.use(heldWhileStopping(drain));
    app.use(async (ctx) => {
      if (ctx.path === '/slow') {
        came();
        await gate;
      }
      ended.push(ctx.path);
      ctx.body = 'answered';
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('answers what is under way, on a connection that it closes then, and takes nothing new', async () => {
    const slow = fetch(`${url}/slow`);
    await arrived;
    const stopped = stop(server, drain, TIMES);
    await wait(50);
    await assert.rejects(fetch(`${url}/quick`));
    release();
    const answer = await slow;
    assert.deepEqual([answer.status, await answer.text()], [200, 'answered']);
    assert.equal(answer.headers.get('Connection'), 'close');
    assert.equal(await stopped, true);
  });

  it('does not wait for connections that only wait for their next request', async () => {
    const agent = new Agent({ keepAlive: true });
    const [answer]: IncomingMessage[] = await once(get(`${url}/quick`, { agent }), 'response');
    answer?.resume();
    await wait(50);
    const started = performance.now();
    assert.equal(await stop(server, drain, TIMES), true);
    assert.ok(performance.now() - started < TIMES.graceMs / 2);
    agent.destroy();
  });

  it('goes on taking requests for the time that balancers need', async () => {
    // Longer than the machine may stand still before the request.
    const stopped = stop(server, drain, { ...TIMES, drainMs: 8000 });
    await wait(50);
    assert.equal(drain.hasBegun(), true);
    const answer = await fetch(`${url}/quick`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Connection'), 'close');
    assert.equal(await stopped, true);
  });

  it('waits for the work of a caller who has hung up', async () => {
    const hung = new AbortController();
    const slow = fetch(`${url}/slow`, { signal: hung.signal }).catch(() => undefined);
    await arrived;
    hung.abort();
    await slow;
    const stopped = stop(server, drain, TIMES);
    await wait(100);
    assert.deepEqual(ended, []);
    release();
    assert.equal(await stopped, true);
    assert.deepEqual(ended, ['/slow']);
  });

  it('waits for what nobody awaits, also when it fails', async () => {
    drain.hold(failLater()).catch(() => undefined);
    const stopped = stop(server, drain, TIMES);
    assert.equal(await Promise.race([stopped, wait(100, 'waiting')]), 'waiting');
    assert.equal(await stopped, true);
  });

  it('cuts off what takes longer than the grace, and says so', async () => {
    const slow = fetch(`${url}/slow`);
    await arrived;
    const stopped = stop(server, drain, { ...TIMES, graceMs: 100 });
    await assert.rejects(slow);
    assert.equal(await stopped, false);
    release();
  });
});

async function failLater(): Promise<void> {
  await wait(200);
  throw new Error('after all');
}
