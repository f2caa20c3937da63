import assert from 'node:assert/strict';
import type {
  RequestObservation,
  Case,
  Moved,
  OurOperation,
} from '../../../drills/concurrency/observations.ts';
import { judgeCase } from '../../../drills/concurrency/judge.ts';

const CHARGE: Moved = { reference: 'attempt', entry: 'capture', fils: 1000 };
const asked = (key: string, more: Partial<RequestObservation> = {}): RequestObservation => ({
  key,
  kind: 'refund',
  fils: 600,
  answer: 'done',
  text: '200',
  ...more,
});
const operation = (key: string, more: Partial<OurOperation> = {}): OurOperation => ({
  key,
  reference: `ref-${key}`,
  kind: 'refund',
  state: 'done',
  fils: 600,
  ...more,
});
const refund = (key: string, fils = 600): Moved => ({
  reference: `ref-${key}`,
  entry: 'refund',
  fils,
});

describe('the judge of proofs', () => {
  const RIGHT: Case = {
    about: 'a case',
    paid: { fils: 1000, how: 'capture' },
    winners: 1,
    asked: [asked('a'), asked('b', { answer: 'refused', text: '400' })],
    operations: [operation('a')],
    moved: [CHARGE, refund('a')],
  };
  const kindsOf = (more: Partial<Case>) => judgeCase({ ...RIGHT, ...more }).map(({ kind }) => kind);

  it('finds nothing where everybody says the same', () => {
    assert.deepEqual(judgeCase(RIGHT), []);
    assert.deepEqual(judgeCase({ ...RIGHT, asked: [asked('a', { answer: 'pending' })] }), []);
    const failed = operation('b', { state: 'failed' });
    assert.deepEqual(judgeCase({ ...RIGHT, operations: [operation('a'), failed] }), []);
  });

  it('does not look for operations of what our own books do alone', () => {
    const cancel = asked('c', { kind: 'cancel' });
    const none: Partial<Case> = { paid: undefined, asked: [cancel], operations: [], moved: [] };
    assert.deepEqual(judgeCase({ ...RIGHT, ...none }), []);
  });

  const crimes: readonly (readonly [string, Partial<Case>, readonly string[]])[] = [
    ['a caller who was never answered', { asked: [asked('a', { answer: 'none' })] }, ['no-answer']],
    [
      'an operation that hangs',
      { operations: [operation('a'), operation('c', { state: 'unclear' })] },
      ['not-final'],
    ],
    ['two charges', { moved: [CHARGE, CHARGE, refund('a')] }, ['wrong-charge']],
    ['no charge', { moved: [refund('a')] }, ['wrong-charge', 'over-captured']],
    ['another charge', { moved: [{ ...CHARGE, fils: 999 }, refund('a')] }, ['wrong-charge']],
    [
      'a charge of who has not paid',
      { paid: undefined, moved: [CHARGE, refund('a')] },
      ['wrong-charge'],
    ],
    [
      'a refund twice',
      { moved: [CHARGE, refund('a', 400), refund('a', 400)] },
      ['done-twice', 'wrong-amount'],
    ],
    [
      'more back than was taken',
      {
        operations: [operation('a'), operation('b')],
        moved: [CHARGE, refund('a'), refund('b')],
        asked: [asked('a'), asked('b')],
        winners: 2,
      },
      ['over-captured'],
    ],
    ['a refund that never moved', { moved: [CHARGE] }, ['never-moved']],
    [
      'a refund that failed and moved',
      {
        operations: [operation('a', { state: 'failed' })],
        asked: [asked('a', { answer: 'refused' })],
        winners: 0,
      },
      ['moved-unasked'],
    ],
    [
      'a refund that nobody asked for',
      { moved: [CHARGE, refund('a'), refund('x', 1)] },
      ['moved-unasked'],
    ],
    ['a refund of another amount', { moved: [CHARGE, refund('a', 599)] }, ['wrong-amount']],
    [
      'a caller who was told "done" of what was not',
      { operations: [operation('a', { state: 'failed' })], moved: [CHARGE] },
      ['told-otherwise'],
    ],
    [
      'a caller who was refused what was done',
      { asked: [asked('a', { answer: 'refused' })] },
      ['told-otherwise'],
    ],
    [
      'an operation of another amount than was asked',
      { asked: [asked('a', { fils: 500 })] },
      ['wrong-amount'],
    ],
    ['no winner', { winners: 2 }, ['winners']],
  ];
  for (const [what, more, kinds] of crimes)
    it(`finds ${what}`, () => {
      assert.deepEqual(kindsOf(more), kinds);
    });
});
