import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FaultBook } from '../../simulator/fault-book.ts';
import type { Call } from '../../simulator/fault-rules.ts';
import { CALLS, FAULTS, faultRules } from '../../simulator/fault-rules.ts';

type RuleBody = Readonly<Record<string, unknown>>;

describe('the book of faults', () => {
  const SHOP = { account: 'shop' };

  /** The fault that answers each of so many calls, or a dash. */
  function story(book: FaultBook, calls: number, call: Call = 'create'): string {
    const answers = Array.from({ length: calls }, () => book.strike(call, SHOP).answer?.fault);
    return answers.map((fault) => fault ?? '-').join(' ');
  }

  it('strikes the next call, once, when nothing else is said', () => {
    assert.equal(story(bookOf({ fault: 'reset' }), 3), 'reset - -');
  });

  it('strikes the next calls, or the n-th one', () => {
    assert.equal(story(bookOf({ fault: 'reset', next: 2 }), 3), 'reset reset -');
    assert.equal(story(bookOf({ fault: 'reset', skip: 2 }), 4), '- - reset -');
  });

  it('reads a list as a story: a call that one fault has struck is none of the next one', () => {
    const book = bookOf({ fault: 'error', next: 2 }, { fault: 'reset' }, { fault: 'answer-lost' });
    assert.equal(story(book, 5), 'error error reset answer-lost -');
  });

  it('lets faults of different kinds strike together', () => {
    const book = bookOf(
      { fault: 'answer-lost' },
      { fault: 'key-ignored' },
      { fault: 'wrong-amount' },
    );
    const { answer, key, money } = book.strike('create', SHOP);
    assert.deepEqual(
      [answer?.fault, key?.fault, money?.fault],
      ['answer-lost', 'key-ignored', 'wrong-amount'],
    );
  });

  it('strikes only the calls that it was ordered for', () => {
    const book = bookOf({ fault: 'error', on: ['inquire'], next: 9 });
    assert.equal(story(book, 2, 'create'), '- -');
    assert.equal(story(book, 2, 'inquire'), 'error error');
  });

  it('strikes only the account, or the payment, that it was ordered for', () => {
    const book = bookOf({ fault: 'reset' });
    book.addForPayment('pay_1', faultRules([{ fault: 'error' }]));
    assert.deepEqual(book.strike('inquire', { account: 'other', paymentId: 'pay_2' }), {});
    const about = { account: 'shop', paymentId: 'pay_1' };
    assert.equal(book.strike('inquire', about).answer?.fault, 'error');
    assert.equal(book.strike('inquire', about).answer?.fault, 'reset');
  });

  it('forgets the faults of an account when others are ordered', () => {
    const book = bookOf({ fault: 'reset', next: 9 });
    book.setForAccount('shop', []);
    assert.equal(story(book, 2), '- -');
  });

  it('counts what it has seen and struck', () => {
    const book = bookOf({ fault: 'reset', skip: 1 });
    story(book, 5);
    assert.deepEqual(
      book.listForAccount('shop').map(({ seen, struck }) => [seen, struck]),
      [[2, 1]],
    );
  });

  it('strikes by chance as its seed says: about as often as asked, and the same each time', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 4_294_967_295 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (seed, probability) => {
          const rule = { fault: 'reset', probability, seed };
          const once = story(bookOf(rule), 1000);
          assert.equal(story(bookOf(rule), 1000), once);
          const share = (once.match(/reset/gu) ?? []).length / 1000;
          assert.ok(Math.abs(share - probability) < 0.08, `${share} instead of ${probability}`);
        },
      ),
      { numRuns: 50, seed: 1 },
    );
    assert.notEqual(
      story(bookOf({ fault: 'reset', probability: 0.5, seed: 1 }), 50),
      story(bookOf({ fault: 'reset', probability: 0.5, seed: 2 }), 50),
    );
  });

  it('strikes never with probability 0, and always with 1', () => {
    assert.equal(story(bookOf({ fault: 'reset', probability: 0 }), 3), '- - -');
    assert.equal(story(bookOf({ fault: 'reset', probability: 1 }), 3), 'reset reset reset');
    assert.equal(story(bookOf({ fault: 'reset', probability: 1, next: 1 }), 2), 'reset -');
  });

  for (const rule of [
    { fault: 'flood' },
    { fault: 'toString' },
    {},
    { fault: 'reset', next: 0 },
    { fault: 'reset', next: '2' },
    { fault: 'reset', skip: -1 },
    { fault: 'reset', probability: 1.5 },
    { fault: 'reset', on: ['callback'] },
    { fault: 'reset', on: ['create', 'nothing'] },
    { fault: 'reset', on: [] },
    { fault: 'error', status: 404 },
    { fault: 'slow', delay_ms: 0 },
    { fault: 'duplicate-callback', times: 1 },
  ])
    it(`refuses ${JSON.stringify(rule)}`, () => {
      assert.throws(() => faultRules([rule]), { status: 400 });
    });

  it('refuses what is no list, and too long a list', () => {
    const rule = { fault: 'reset' };
    for (const value of [undefined, 'reset', rule, Array.from({ length: 51 }, () => rule)])
      assert.throws(() => faultRules(value), { status: 400 });
  });

  it('knows for every call some fault', () => {
    for (const call of CALLS)
      assert.ok(Object.values(FAULTS).some(({ on }) => on.some((one) => one === call)));
  });
});

function bookOf(...rules: readonly RuleBody[]): FaultBook {
  const book = new FaultBook();
  book.setForAccount('shop', faultRules(rules));
  return book;
}
