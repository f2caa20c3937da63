import assert from 'node:assert/strict';
import { renderRedirecting } from '../../../render/pages/redirecting.tsx';
import { aFrame } from '../builders.ts';
import { inside, text } from '../read.ts';

describe('redirecting', () => {
  it('goes on at once, and has a link for those that do not follow', () => {
    const url = 'https://pay.example/p?a=1&b="2"';
    const html = renderRedirecting({ ...aFrame(), url, destination: 'gateway' });
    const written = 'https://pay.example/p?a=1&amp;b=&quot;2&quot;';
    assert.ok(html.includes(`<meta http-equiv="refresh" content="0;url=${written}"/>`));
    assert.equal(text(inside(html, 'a', `href="${written}"`)), 'Continue');
  });

  it('says where it leads', () => {
    const facts = { ...aFrame(), url: '/x' };
    const heading = (destination: 'gateway' | 'merchant') =>
      text(inside(renderRedirecting({ ...facts, destination }), 'h1'));
    assert.equal(heading('gateway'), 'Taking you to the payment provider');
    assert.equal(heading('merchant'), 'Taking you back to Noor');
  });

  it('refuses an address that runs as script', () => {
    assert.throws(
      () => renderRedirecting({ ...aFrame(), url: 'javascript:alert(1)', destination: 'merchant' }),
      /cannot be followed/,
    );
  });
});
