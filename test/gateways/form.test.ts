import assert from 'node:assert/strict';
import { encodedForm } from '../../gateways/form.ts';
import { parseForm } from '../../drills/networks/stripe/form.ts';

describe('a form', () => {
  it('names what is nested by its place, and leaves out what is not there', () => {
    const fields = {
      a: 1,
      b: { c: true, d: undefined },
      e: ['x', 'y'],
      f: [{ g: 2 }],
      h: undefined,
    };
    assert.equal(decodeURIComponent(encodedForm(fields)), 'a=1&b[c]=true&e[0]=x&e[1]=y&f[0][g]=2');
  });

  for (const text of ['&=[]+%', 'a b', 'شكرا', '😀', ''])
    it(`keeps ${JSON.stringify(text)} as it is`, () => {
      assert.deepEqual(parseForm(encodedForm({ a: { b: [text] } })), { a: { b: [text] } });
    });
});
