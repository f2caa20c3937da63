import assert from 'node:assert/strict';
import { detailsOf } from '../../workflows/visibility.ts';
import { aNumberedEntry } from '../domain/operation/support.ts';
import { aTransaction } from '../support/builders.ts';

describe('what an operator reads of a payment', () => {
  it('has the latest of its operations, however many there are', () => {
    const operations = Array.from({ length: 30 }, (_, index) => aNumberedEntry(index + 1));
    const text = detailsOf(aTransaction({ state: 'paid', operations }));
    assert.equal(text.match(/^\| refund /gm)?.length, 20);
    assert.match(text, new RegExp(operations.at(-1)?.sessionId ?? 'none'));
    assert.doesNotMatch(text, new RegExp(operations[0]?.sessionId ?? 'none'));
  });

  it('has no table of operations while there are none', () => {
    assert.doesNotMatch(detailsOf(aTransaction()), /Operation/);
  });
});
