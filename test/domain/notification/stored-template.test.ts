import assert from 'node:assert/strict';
import { templateFaults } from '../../../domain/notification/stored-template.ts';
import { fillHtml } from '../../../domain/notification/template.ts';
import {
  TEMPLATE_NAMES,
  templateIdOf,
  templateNamed,
} from '../../../domain/notification/template-id.ts';

const MAIL = { channel: 'email' } as const;
const faultsOf = (html: string) => templateFaults(MAIL, { subject: 's', text: 't', html })['html'];

describe('a template that is kept', () => {
  it('has a name that leads back to it, and those that were published', () => {
    for (const name of TEMPLATE_NAMES) assert.deepEqual(templateNamed(templateIdOf(name)), name);
    assert.equal(new Set(TEMPLATE_NAMES.map(templateIdOf)).size, TEMPLATE_NAMES.length);
    const created = { channel: 'email', event: 'created' };
    assert.deepEqual(templateNamed('payment-request-mail'), created);
    assert.deepEqual(templateNamed('created-email'), created);
    for (const id of ['refunded-whatsapp', 'paid', 'email-paid', '', 'constructor'])
      assert.equal(templateNamed(id), undefined, id);
  });

  it('names placeholders that nothing stands for, in every part', () => {
    const words = { subject: '{{nope}}', text: '{{amount}} {{a.b}}', html: '{{extra.seat}} {{x}}' };
    assert.deepEqual(templateFaults(MAIL, words), {
      subject: ['There is no placeholder {{nope}}.'],
      text: ['There is no placeholder {{a.b}}.'],
      html: ['There is no placeholder {{x}}.'],
    });
    assert.deepEqual(templateFaults(MAIL, { subject: 's', text: '{{amount' }), {
      text: ['A placeholder is not closed.'],
    });
  });

  it('has the parts of its channel', () => {
    assert.deepEqual(Object.keys(templateFaults(MAIL, { text: 't' })), ['subject']);
    const sms = templateFaults({ channel: 'sms' }, { subject: 's', text: 't', html: 'h' });
    assert.deepEqual(Object.keys(sms), ['subject', 'html']);
  });

  for (const html of [
    '<p>Hello <b>{{customer_full_name}}</b></p>',
    '<a href="{{checkout_url}}" style="color:red">Pay {{amount}}</a><br/>',
    "<img src='https://shop.example/logo.png' alt='a > b'>",
    '<p>1 < 2 and on = off</p>',
    '<bdi dir="rtl">{{amount}}</bdi>',
  ])
    it(`may be ${html}`, () => {
      assert.equal(faultsOf(html), undefined);
    });

  for (const html of [
    '<script>alert(1)</script>',
    '<SCRIPT src=x>',
    '< script>',
    '</script >',
    '<iframe src="https://evil.example">',
    '<form action="https://evil.example"><input name="card">',
    '<meta http-equiv="refresh" content="0">',
    '<link rel="stylesheet" href="x">',
    '<base href="https://evil.example">',
    '<html><body>x</body></html>',
    '<svg onload=alert(1)>',
    '<!-- {{amount}} -->',
    '<!doctype html>',
    '<?php ?>',
    '<img src=x onerror=alert(1)>',
    '<img src=x OnError = "alert(1)">',
    '<img/onerror=alert(1)>',
    '<img alt="x"onerror="y">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<img src="data:text/html,x">',
    '<a href={{checkout_url}}>x</a>',
    '<a {{extra.x}}>x</a>',
    '<{{extra.tag}}>',
    '<a href="{{checkout_url}}>x</a>',
    '<p',
  ])
    it(`is refused as ${html}`, () => {
      const isHarmless = html === '<{{extra.tag}}>';
      // What begins no tag is text, and its value can begin none.
      assert.equal(faultsOf(html) === undefined, isHarmless);
    });

  it('gives values to HTML that can never become markup, nor leave their attribute', () => {
    const evil = `"><script>'\`&`;
    const html = fillHtml('<a href="{{checkout_url}}">{{amount}}</a>', {
      checkout_url: evil,
      amount: evil,
    });
    const safe = '&quot;&gt;&lt;script&gt;&#39;&#96;&amp;';
    assert.equal(html, `<a href="${safe}">${safe}</a>`);
  });
});
