import assert from 'node:assert/strict';
import { HOME, nextPage } from '../../office/next.ts';

describe('the page after logging in', () => {
  it('is the one of the office that was wanted, with what its address says', () => {
    for (const own of ['/office/payments', '/office/payments?state=paid&cursor=a%20b', HOME])
      assert.equal(nextPage(own), own);
  });

  const elsewhere: readonly unknown[] = [
    undefined,
    ['/office/payments'],
    '',
    'payments',
    '/',
    '/officer',
    '/b/pbl/v2/',
    '//evil.example/office/',
    '///evil.example/office/',
    '/\\evil.example/office/',
    'https://evil.example/office/',
    'javascript:alert(1)//office/',
    '/office/../b/',
    '/office/%2e%2e/b/',
    '/office/\t/../../b',
    '/office/login',
    '/office/login?next=/office/login',
    '/office/logout',
    '/office/reset/token',
  ];
  for (const wanted of elsewhere)
    it(`is the first one for ${JSON.stringify(wanted)}`, () => {
      assert.equal(nextPage(wanted), HOME);
    });
});
