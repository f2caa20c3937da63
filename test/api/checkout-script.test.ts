import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { scriptOf } from '../../api/pages/checkout-script.ts';

describe('the script of the web SDK', () => {
  it('is said to be missing, and how to get it, where the programs run from their sources', () => {
    const answer = scriptOf(new URL('file:///nowhere/checkout.min.js'));
    assert.throws(() => answer({} as Context), {
      status: 404,
      code: 'not_found',
      message: /runs from its sources.*npm start.*npm run build/u,
    });
  });
});
