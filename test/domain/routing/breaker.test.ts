import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  afterFault,
  afterProbe,
  FAULTS_TO_OPEN,
  FAULTS_WITHIN_MS,
  FIRST_REST_MS,
  LONGEST_REST_MS,
  PROBE_MS,
  breakerStateOf,
  WELL,
  type Breaker,
} from '../../../domain/routing/breaker.ts';

const T = 1_700_000_000_000;
const faulty = (count: number, from: Breaker = WELL, apart = 1000, at = T): Breaker =>
  Array.from({ length: count }).reduce<Breaker>(
    (breaker, _, nth) => afterFault(breaker, at + nth * apart),
    from,
  );
const OPENED = faulty(FAULTS_TO_OPEN);
const openedAt = T + (FAULTS_TO_OPEN - 1) * 1000;

describe('the breaker of an account', () => {
  it('is closed until so many attempts in a row had no answer', () => {
    assert.equal(breakerStateOf(faulty(FAULTS_TO_OPEN - 1), T + 10_000), 'closed');
    assert.equal(breakerStateOf(OPENED, openedAt), 'open');
  });

  it('forgets faults that are long ago', () => {
    const apart = FAULTS_WITHIN_MS / (FAULTS_TO_OPEN - 1);
    assert.equal(breakerStateOf(faulty(50, WELL, apart), T + 50 * apart), 'closed');
  });

  it('lets one attempt through when it has rested, and another when that one was lost', () => {
    const rested = openedAt + FIRST_REST_MS;
    assert.equal(breakerStateOf(OPENED, rested - 1), 'open');
    assert.equal(afterProbe(OPENED, rested - 1), undefined);
    assert.equal(breakerStateOf(OPENED, rested), 'half-open');
    const probed = afterProbe(OPENED, rested);
    assert.ok(probed);
    assert.equal(breakerStateOf(probed, rested), 'open');
    assert.equal(afterProbe(probed, rested), undefined);
    assert.equal(breakerStateOf(probed, rested + PROBE_MS), 'half-open');
  });

  it('rests twice as long each time that the probe has no answer, up to the longest', () => {
    let breaker = OPENED;
    let now = openedAt;
    for (let rest = FIRST_REST_MS; rest < LONGEST_REST_MS; rest *= 2) {
      assert.equal(breakerStateOf(breaker, now + rest - 1), 'open');
      now += rest;
      breaker = afterFault(afterProbe(breaker, now) ?? breaker, now);
    }
    assert.equal(breakerStateOf(breaker, now + LONGEST_REST_MS - 1), 'open');
    assert.equal(breakerStateOf(breaker, now + LONGEST_REST_MS), 'half-open');
    for (let turn = 0; turn < 20; turn += 1) {
      now += LONGEST_REST_MS;
      breaker = afterFault(breaker, now);
    }
    assert.equal(breakerStateOf(breaker, now + LONGEST_REST_MS), 'half-open');
  });

  it('is not opened longer by attempts that were under way when it opened', () => {
    assert.deepEqual(afterFault(OPENED, openedAt + FIRST_REST_MS - 1), OPENED);
  });

  it('never remembers more faults than it counts, and never gives two probes at the same time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(400_000), fc.constantFrom('fault', 'probe')), { maxLength: 60 }),
        (events) => {
          let breaker: Breaker = WELL;
          let now = T;
          let probed = -Infinity;
          for (const [pause, what] of events) {
            now += pause;
            if (what === 'fault') {
              const before = breaker;
              breaker = afterFault(breaker, now);
              // A fault may be the answer to the probe.
              if (breaker.openedAt !== before.openedAt) probed = -Infinity;
            } else {
              const after = afterProbe(breaker, now);
              if (after) {
                assert.ok(now >= probed + PROBE_MS);
                probed = now;
                breaker = after;
              }
            }
            assert.ok(breaker.faults.length < FAULTS_TO_OPEN);
          }
        },
      ),
    );
  });
});
