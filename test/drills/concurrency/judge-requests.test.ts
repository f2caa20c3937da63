import assert from 'node:assert/strict';
import type { RequestSeen } from '../../../drills/concurrency/observations.ts';
import {
  judgeRequests,
  type RequestFaultKind,
} from '../../../drills/concurrency/judge-requests.ts';

const AGREED: RequestSeen = {
  request: 'r1',
  maker: 'maker',
  state: 'done',
  amount: '1.000',
  needed: 2,
  voters: [
    { who: 'checker', mayCheck: true, alone: false },
    { who: 'admin', mayCheck: true, alone: false },
  ],
};
const [ONE, OTHER] = AGREED.voters;
const LONELY = { who: 'checker', mayCheck: true, alone: true };
const SEEN = { isAudited: true, isTold: true };

describe('the judge of requests', () => {
  it('finds nothing where as many agreed as are needed, or one alone was seen by all', () => {
    assert.deepEqual(kindsOf({}), []);
    assert.deepEqual(kindsOf({ voters: [LONELY], emergency: SEEN }), []);
    assert.deepEqual(kindsOf({ state: 'rejected', voters: [] }, []), []);
  });

  assert.ok(ONE && OTHER);
  const CRIMES: readonly (readonly [RequestFaultKind, Partial<RequestSeen>, string[]?])[] = [
    ['self-approved', { maker: 'admin' }],
    ['no-checker', { voters: [ONE, { ...OTHER, mayCheck: false }] }],
    ['voted-twice', { voters: [ONE, ONE] }],
    ['unchecked', { voters: [ONE] }],
    ['emergency-unseen', { voters: [LONELY] }],
    ['emergency-unseen', { voters: [LONELY], emergency: { ...SEEN, isAudited: false } }],
    ['emergency-unseen', { voters: [LONELY], emergency: { ...SEEN, isTold: false } }],
    ['moved-otherwise', {}, []],
    ['moved-otherwise', { state: 'rejected' }],
    ['moved-otherwise', {}, ['refund 1.000 KWD', 'refund 1.000 KWD']],
  ];
  for (const [kind, given, refunded] of CRIMES)
    it(`finds ${kind}: ${JSON.stringify(given)}`, () => {
      assert.deepEqual(kindsOf(given, refunded), [kind]);
    });
});

function kindsOf(given: Partial<RequestSeen>, refunded = ['refund 1.000 KWD']) {
  const requests = [{ ...AGREED, ...given }];
  return judgeRequests({ about: 'a case', requests, refunded }).map(({ kind }) => kind);
}
