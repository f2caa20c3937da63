import assert from 'node:assert/strict';
import { renderRedirecting } from '../../../render/pages/redirecting.tsx';
import { aFrame } from '../builders.ts';
import { inside, visibleText } from '../read.ts';

describe('redirecting', () => {
  it('goes on at once, and has a link for those that do not follow', () => {
    const url = 'https://pay.example/p?a=1&b="2"';
    const html = renderRedirecting({ ...aFrame(), url });
    const written = 'https://pay.example/p?a=1&amp;b=&quot;2&quot;';
    assert.ok(html.includes(`<meta http-equiv="refresh" content="0;url=${written}"/>`));
    assert.equal(visibleText(inside(html, 'a', `href="${written}"`)), 'Continue');
  });

  it('says where it leads', () => {
    const html = renderRedirecting({ ...aFrame(), url: '/x' });
    assert.equal(visibleText(inside(html, 'h1')), 'Taking you back to Noor');
  });

  it('refuses an address that runs as script', () => {
    assert.throws(
      () => renderRedirecting({ ...aFrame(), url: 'javascript:alert(1)' }),
      /cannot be followed/,
    );
  });
});
