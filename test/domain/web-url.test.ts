import assert from 'node:assert/strict';
import { assert as holds, property, string, webUrl as aWebUrl } from 'fast-check';
import { webUrl } from '../../domain/web-url.ts';
import { destination, merchantReturnUrl } from '../../domain/webhook/verdict.ts';
import { NO_URLS } from '../support/hostile-urls.ts';

describe('an address of the web', () => {
  for (const text of [
    ...NO_URLS,
    '',
    'shop.example.test',
    '//shop.example.test',
    'mailto:a@b.test',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(webUrl(text), undefined);
    });

  it('is no program and no file', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])
      assert.equal(webUrl(text), undefined);
  });

  it('is what browsers can go to, and the payer can be sent there', () => {
    holds(
      property(aWebUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        assert.equal(webUrl(text)?.href, new URL(text).href);
        const way = destination({ outcome: 'delivered', redirectUrl: text });
        assert.deepEqual(way, { to: 'merchant', url: text });
        assert.ok(URL.canParse(merchantReturnUrl(text, { referenceNumber: 'x' })));
      }),
    );
  });

  it('never makes the way of a payer fail, whatever was kept as one', () => {
    holds(
      property(string(), (text) => {
        const way = destination({ outcome: 'delivered', redirectUrl: `https://${text}` });
        if (way.to === 'merchant') merchantReturnUrl(way.url, { referenceNumber: 'x' });
      }),
    );
  });
});
