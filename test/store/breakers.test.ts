import assert from 'node:assert/strict';
import {
  afterFault,
  afterProbe,
  breakerStateOf,
  FAULTS_TO_OPEN,
  FIRST_REST_MS,
} from '../../domain/routing/breaker.ts';
import { CARD, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the health of accounts', () => {
  const database = useDatabase();
  const at = 1_700_000_000_000;

  it('counts every fault, also when many come at once, and gives one probe to one of many', async () => {
    const { breakers } = database().store;
    await Promise.all(
      Array.from({ length: FAULTS_TO_OPEN }, () =>
        breakers.change(SHOP, CARD, (breaker) => afterFault(breaker, at)),
      ),
    );
    const known = (await breakers.list(SHOP)).get(CARD);
    assert.ok(known);
    assert.equal(breakerStateOf(known, at), 'open');
    assert.deepEqual(
      [await breakers.countOpened(at), await breakers.countOpened(at + 1)],
      [1, 0],
      'one rests, and not since later',
    );
    const rested = at + FIRST_REST_MS;
    const probes = await Promise.all(
      Array.from({ length: 8 }, () =>
        breakers.change(SHOP, CARD, (breaker) => afterProbe(breaker, rested)),
      ),
    );
    assert.equal(probes.filter(Boolean).length, 1);
  });

  it('is forgotten with an answer, and counted from the beginning after that', async () => {
    const { breakers } = database().store;
    await breakers.change(SHOP, CARD, (breaker) => afterFault(breaker, at));
    await breakers.forget(SHOP, CARD);
    assert.equal((await breakers.list(SHOP)).size, 0);
    await breakers.change(SHOP, CARD, (breaker) => afterFault(breaker, at));
    assert.equal((await breakers.list(SHOP)).get(CARD)?.faults.length, 1);
    assert.equal(await breakers.countOpened(0), 0, 'a fault alone takes no account off');
    await breakers.forget(SHOP, CARD);
  });
});
