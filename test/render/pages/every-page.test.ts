import assert from 'node:assert/strict';
import { everyPage, LANGUAGES } from '../every-page.ts';
import { madeOfIntl } from '../intl.ts';
import { inside, tags, visibleText } from '../read.ts';

const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;

for (const language of LANGUAGES)
  describe(`every page in ${language}`, () => {
    it('makes no format again that a page before has made', () => {
      everyPage(language);
      assert.deepEqual(
        madeOfIntl(() => everyPage(language)),
        [],
      );
    });

    for (const { name, html } of everyPage(language)) {
      it(`says its language and direction: ${name}`, () => {
        const dir = language === 'ar' ? 'rtl' : 'ltr';
        assert.match(html, new RegExp(`^<!doctype html>\\n<html lang="${language}" dir="${dir}">`));
      });

      it(`has one heading, one main part and a title: ${name}`, () => {
        assert.equal(tags(html, 'h1').length, 1);
        assert.equal(tags(html, 'main').length, 1);
        assert.notEqual(visibleText(inside(html, 'h1')), '');
        assert.match(inside(html, 'title'), /\S · Noor/);
      });

      it(`brings no style of its own, our script alone, and nothing from elsewhere: ${name}`, () => {
        assert.doesNotMatch(
          html,
          /<script(?! src="\/static\/checkout\.js" defer><\/script>)|<style|<iframe|\sstyle=|\son[a-z]+=|javascript:/i,
        );
        assert.doesNotMatch(html, /(?:src|href|action|content)="(?:\d+;url=)?(?:https?:)?\/\//);
      });

      it(`leaves no place unfilled and nothing unsaid: ${name}`, () => {
        assert.doesNotMatch(visibleText(html), /[{}]|undefined|null|NaN|\[object/);
      });

      it(`offers the other language by its own name: ${name}`, () => {
        const other = language === 'ar' ? 'en' : 'ar';
        const tag =
          name.startsWith('delivery') || /^checkout(?! without)/.test(name) ? 'button' : 'a';
        const link = visibleText(inside(html, tag, `lang="${other}"`));
        assert.equal(link, language === 'ar' ? 'English' : 'العربية');
      });

      it(`tells a chat whose link it is, and nothing that only its reader may know: ${name}`, () => {
        const preview = tags(html, 'meta').filter((tag) => tag.includes('property="og:'));
        assert.equal(preview.length, 4);
        assert.ok(preview.some((tag) => /og:title" content="Noor"/.test(tag)));
        assert.doesNotMatch(preview.join(''), /12\.|O-1|checkout\/|KWD|Sara|INV/);
      });

      it(`stays out of search engines and referrers: ${name}`, () => {
        assert.ok(html.includes('<meta name="robots" content="noindex, nofollow"/>'));
        assert.ok(html.includes('<meta name="referrer" content="no-referrer"/>'));
      });
    }

    for (const { name, html } of everyPage(language, { merchantName: HOSTILE }))
      it(`shows a hostile merchant name as text only: ${name}`, () => {
        assert.doesNotMatch(html, /<script>|<img src=x/);
        assert.ok(html.includes('&lt;script>'));
      });

    it('says that it is a test only where it is one', () => {
      for (const { html } of everyPage(language)) assert.ok(html.includes('class="sandbox"'));
      for (const { html } of everyPage(language, { isSandbox: false }))
        assert.ok(!html.includes('class="sandbox"'));
    });

    it('has the logo in the preview, and the favicon in the tab', () => {
      for (const { html } of everyPage(language, {
        merchantLogoUrl: '/media/logos/a.png',
        faviconUrl: '/media/logos/b.png',
      })) {
        assert.ok(html.includes('<meta property="og:image" content="/media/logos/a.png"/>'));
        assert.ok(html.includes('<link rel="icon" href="/media/logos/b.png"/>'));
      }
    });

    it('shows no logo whose address runs as script', () => {
      const [checkout] = everyPage(language, { merchantLogoUrl: 'java\tscript:alert(1)' });
      assert.ok(checkout && !checkout.html.includes('class="logo"'));
    });
  });
