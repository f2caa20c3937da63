import assert from 'node:assert/strict';
import { LANGUAGES } from '../every-page.ts';
import { madeOfIntl } from '../intl.ts';
import { inside, tags, visibleText } from '../read.ts';
import { everyOfficePage } from './every-office-page.ts';

/**
 * Beside the form of the page: the box to search by, a filter of one choice, ticked rows, what a list is kept as, and when mails come,
 * which nobody types and which stands among the other forms of an account.
 */
const BESIDE = [
  'class="find"',
  'class="kind-form"',
  'class="several-form"',
  'name="query"',
  'name="was"',
  'mail-choice',
];

/** Whether people fill something in that a page may show again: no password and no code of one time. */
function hasFields(form: string): boolean {
  return [...form.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].some(
    ([field]) => !/type="(?:hidden|password)"|autocomplete="one-time-code"/.test(field),
  );
}

for (const language of LANGUAGES)
  describe(`every page of the office in ${language}`, () => {
    it('makes no format again that a page before has made', () => {
      everyOfficePage(language);
      assert.deepEqual(
        madeOfIntl(() => everyOfficePage(language)),
        [],
      );
    });

    for (const { name, html } of everyOfficePage(language)) {
      it(`has its language, one heading, one main part and a title: ${name}`, () => {
        const dir = language === 'ar' ? 'rtl' : 'ltr';
        assert.match(html, new RegExp(`^<!doctype html>\\n<html lang="${language}" dir="${dir}">`));
        assert.equal(tags(html, 'h1').length, 1);
        assert.equal(tags(html, 'main').length, 1);
        assert.notEqual(visibleText(inside(html, 'h1')), '');
        assert.match(inside(html, 'title'), /\S · Noor · \S/);
      });

      it(`brings no style and no script, and nothing from elsewhere: ${name}`, () => {
        assert.doesNotMatch(html, /<script|<style|<iframe|\sstyle=|\son[a-z]+=|javascript:/i);
        assert.doesNotMatch(html, /(?:src|action)="(?:https?:)?\/\//);
      });

      it(`leaves no place unfilled and nothing unsaid: ${name}`, () => {
        const said = visibleText(html.replace(/<pre.*?<\/pre>/gs, ''));
        // A code of a reason has a word for people.
        assert.doesNotMatch(said, /[{}]|undefined|null|NaN|\[object|\bgoodwill\b/);
      });

      it(`names each part once, and only parts that are there: ${name}`, () => {
        const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
        assert.equal(new Set(ids).size, ids.length);
        const named = [...html.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"/g)];
        const links = [...html.matchAll(/\shref="#([^"]*)"/g)];
        for (const [, names = ''] of [...named, ...links])
          for (const one of names.split(' ')) assert.ok(ids.includes(one), `#${one}`);
      });

      it(`keeps in the other language what people have typed: ${name}`, () => {
        const forms = [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form);
        const [typed, ...others] = forms.filter((form) => form.startsWith('<form id="page-form"'));
        assert.deepEqual(others, []);
        const isUnkept = (form: string) =>
          form !== typed && hasFields(form) && !BESIDE.some((one) => form.includes(one));
        assert.deepEqual(
          forms.filter(isUnkept).map((form) => form.slice(0, 120)),
          [],
        );
        const isShownOnce = !/class="language"/.test(html);
        const byForm = /<button type="submit" form="page-form" formaction="[^"]*lang=[^"]*"/;
        assert.equal(byForm.test(html), typed !== undefined && !isShownOnce);
      });

      it(`sends every form with its number, and asks by address only what changes nothing: ${name}`, () => {
        for (const [form] of html.matchAll(/<form\b.*?<\/form>/gs))
          if (form.includes('method="post"')) {
            assert.match(form, /name="form_token" value="token"/);
            assert.match(form, /name="form_number" value="number-1"/);
          } else
            assert.match(
              form,
              /method="get" action="\/office\/(?:payments|payments\/several\/resend|inbox)"/,
            );
      });
    }
  });
