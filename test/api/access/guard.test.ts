import assert from 'node:assert/strict';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { standsBehind, standsRecorded } from '../../../api/access/doors.ts';
import { guard } from '../../../api/access/guard.ts';

const nothing: Middleware = () => undefined;
const door = (name: Parameters<typeof standsBehind>[0]) =>
  standsBehind(name, async (_, next) => next());
const recorder = (name: Parameters<typeof standsRecorded>[0]) =>
  standsRecorded(name, async (_, next) => next());
const PATH = '/b/checkout/v1/pymt-txn';

describe('the guard of the table of routes', () => {
  it('lets a route pass that stands behind its own door, and one that is open', () => {
    const router = new Router();
    router.get(PATH, door('transactions.list'), nothing);
    router.get('/healthz', nothing);
    router.get('/static/a.css', nothing);
    assert.deepEqual(
      guard([router]),
      new Set(['transactions.list', 'health.live', 'pages.static']),
    );
  });

  const refused: readonly (readonly [string, (router: Router) => void, RegExp])[] = [
    ['that is not in the table', (r) => r.get('/secret', nothing), /GET \/secret is not in/],
    ['with another method', (r) => r.delete('/healthz', nothing), /DELETE \/healthz is not in/],
    ['of all methods', (r) => r.all('/healthz', nothing), /is not in/],
    ['without a door', (r) => r.get(PATH, nothing), /stands behind no door/],
    [
      "behind another route's door",
      (r) => r.get(PATH, door('transactions.read'), nothing),
      /stands behind transactions\.read; its row .+ is transactions\.list/,
    ],
    [
      'that is open by its row and has a door',
      (r) => r.get('/healthz', door('transactions.read'), nothing),
      /health\.live/,
    ],
    [
      'that changes something and is not recorded',
      (r) => r.post(PATH, door('transactions.create'), nothing),
      /not recorded; its row .+ is transactions\.create/,
    ],
    [
      'that is open, changes something and is not recorded',
      (r) => r.post('/checkout/:session_id/pay', nothing),
      /not recorded; its row .+ is pages\.pay/,
    ],
    [
      'that is recorded as another one',
      (r) => r.post('/checkout/:session_id/pay', recorder('pages.cancel')),
      /recorded as pages\.cancel; its row .+ is pages\.pay/,
    ],
    [
      'that is recorded and changes nothing',
      (r) => r.get('/healthz', recorder('pages.cancel')),
      /recorded as pages\.cancel; its row .+ is health\.live/,
    ],
  ];
  for (const [what, add, message] of refused)
    it(`keeps the API from starting for a route ${what}`, () => {
      const router = new Router();
      add(router);
      assert.throws(() => guard([router]), message);
    });

  it('looks at every router, prefixes included', () => {
    const router = new Router({ prefix: '/hidden' });
    router.get('/healthz', nothing);
    assert.throws(() => guard([new Router(), router]), /GET \/hidden\/healthz is not in/);
  });
});
