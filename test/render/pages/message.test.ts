import assert from 'node:assert/strict';
import { renderMessage } from '../../../render/pages/message.tsx';
import { aFrame } from '../builders.ts';
import { LANGUAGES, MESSAGE_KINDS } from '../every-page.ts';
import { inside, tags, visibleText } from '../read.ts';

const SCRIPT = { en: /^[\p{Script=Latin}\s,.:;]+$/u, ar: /^[\p{Script=Arabic}\p{M}\s،؛:.]+$/u };

const buttons = (html: string) => tags(html, 'a').filter((tag) => tag.includes('button'));

describe('message', () => {
  for (const language of LANGUAGES) {
    const pages = MESSAGE_KINDS.map((kind) =>
      renderMessage({ ...aFrame({ language, merchantName: 'X' }), kind }),
    );

    MESSAGE_KINDS.forEach((kind, i) => {
      it(`tells in ${language} what is the matter: ${kind}`, () => {
        assert.match(visibleText(inside(pages[i] ?? '', 'h1')), SCRIPT[language]);
      });

      it(`tells in ${language} what to do next: ${kind}`, () => {
        assert.match(visibleText(inside(pages[i] ?? '', 'p')), /\p{L}{2,}(?:[^.]*)\./u);
      });

      it(`changes nothing when it is reloaded: ${kind} in ${language}`, () => {
        assert.doesNotMatch(pages[i] ?? '', /<form|http-equiv="refresh"/);
      });
    });

    it(`says a different thing for each kind in ${language}`, () => {
      const headings = new Set(pages.map((html) => inside(html, 'h1')));
      assert.equal(headings.size, MESSAGE_KINDS.length);
    });
  }

  it('speaks of "the merchant" where none is known', () => {
    const { merchantName: _, ...frame } = aFrame();
    const html = renderMessage({ ...frame, kind: 'not-found' });
    assert.match(visibleText(html), /ask the merchant to send it again/);
    assert.match(inside(html, 'title'), / · Payment page$/);
  });

  it('gives the code to quote', () => {
    const html = renderMessage({ ...aFrame(), kind: 'error', traceId: 'abc123' });
    assert.match(visibleText(html), /Error code abc123/);
  });

  it('has only the ways on that it was given', () => {
    const kind = 'unavailable';
    const none = renderMessage({ ...aFrame(), kind });
    const both = renderMessage({ ...aFrame(), kind, retryUrl: '/a', backToMerchantUrl: '/b' });
    assert.deepEqual(buttons(none), []);
    assert.deepEqual(buttons(both), [
      '<a class="button primary" href="/a">',
      '<a class="button" href="/b">',
    ]);
  });
});
