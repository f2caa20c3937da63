import assert from 'node:assert/strict';
import { Tokenizer, type Token } from 'parse5';
import { PLACEHOLDERS, type Values } from '../../../domain/notification/template.ts';
import { renderWords } from '../../../render/mails/own-words.ts';
import { fillHtml, htmlFaults } from '../../../render/mails/merchant-html.ts';
import { leastBelow } from '../../support/longest-turn.ts';

/** What customers and programs of merchants have typed to become more than text. */
const HOSTILE = [
  'img src=x onerror=alert(1)',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '` onload=`alert(1)',
  'javascript:alert(1)',
  ' JaVaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  'x;background:url(https://evil.example)',
  '//evil.example/',
  '@evil.example/',
  '{{checkout_url}}',
  '&lt;script&gt;',
  '\u{D800}',
] as const;

const SAFE = [
  '<p>Hello <b>{{customer_full_name}}</b></p>',
  '<a href="{{checkout_url}}" style="color:red">Pay {{amount}}</a><br/>',
  '<a href="{{ checkout_short_url }}?lang={{extra.lang}}">x</a>',
  '<a href="https://shop.example/orders/{{order_no}}?by={{customer_first_name}}">x</a>',
  '<a href="mailto:{{merchant_email}}">x</a> <a href="tel:{{merchant_phone}}">x</a>',
  '<a href="#top">x</a>',
  "<img src='https://shop.example/logo.png' alt='a > {{order_no}}'>",
  '<p>1 < 2 and on = off</p>',
  '<bdi dir="rtl">{{amount}}</bdi>',
  '<table cellpadding="0"><tr><td bgcolor="#fff" title="{{order_no}}">x</td></tr></table>',
  '< script>alert(1)',
] as const;

const REFUSED = [
  '<script>alert(1)</script>',
  '<SCRIPT src=x>',
  '</script >',
  '<style>p { color: {{extra.color}} }</style>',
  '<style>p { color: red }</style>',
  '<xmp>x</xmp>',
  '<plaintext>',
  '<iframe src="https://evil.example">',
  '<form action="https://evil.example"><input name="card">',
  '<meta http-equiv="refresh" content="0">',
  '<link rel="stylesheet" href="x">',
  '<base href="https://evil.example">',
  '<html><body>x</body></html>',
  '<svg onload=alert(1)>',
  '<math>',
  '<x-y>',
  '<!-- {{amount}} -->',
  '<!doctype html>',
  '<?php ?>',
  '<img src=x onerror=alert(1)>',
  '<img src=x OnError = "alert(1)">',
  '<img/onerror=alert(1)>',
  '<img alt="x"onerror="y">',
  '<img srcset="{{checkout_url}} 2x">',
  '<a ping="https://evil.example">x</a>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<img src="data:text/html,x">',
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="color:{{extra.color}}">x</p>',
  '<p style="color:&#123;{extra.color}}">x</p>',
  '<a href="{{order_no}}">x</a>',
  '<a href=" {{extra.link}}">x</a>',
  '<a href="{{extra.scheme}}://shop.example/">x</a>',
  '<a href="https://{{extra.host}}/">x</a>',
  '<a href="https://shop.example{{extra.host}}/">x</a>',
  '<a href="{{order_no}}{{checkout_url}}">x</a>',
  '<img src="{{message}}">',
  '<td background="{{message}}">x</td>',
  '<a href={{checkout_url}}>x</a>',
  '<p title={{order_no}}>x</p>',
  '<a {{extra.x}}>x</a>',
  '<a {{extra.x}}="y">x</a>',
  '<{{extra.tag}}>',
  '</{{extra.tag}}>',
  '<a href="{{checkout_url}}>x</a>',
  '<p',
] as const;

describe("HTML of a merchant's mail", () => {
  for (const html of SAFE) it(`may be ${html}`, () => assert.deepEqual(htmlFaults(html), []));

  for (const html of REFUSED)
    it(`is refused as ${html}, and is not sent where it was kept before`, () => {
      assert.notDeepEqual(htmlFaults(html), []);
      assert.equal(fillHtml(html, {}), undefined);
    });

  it('keeps its tags, its attributes and where its addresses lead, whatever the values are', () => {
    for (const html of SAFE)
      for (const value of HOSTILE) {
        const filled = fillHtml(html, all(value)) ?? '';
        assert.deepEqual(shapeOf(filled), shapeOf(html), `${filled} of ${html}`);
        for (const address of addressesIn(filled))
          assert.match(address, /^(?:$|#|https:\/\/shop\.example\/|mailto:|tel:)/, filled);
      }
  });

  it('shows values as they are', () => {
    const html =
      '<a href="{{checkout_url}}?o={{order_no}}" title="{{amount}}">{{amount}} &amp; {{ order_no }}</a>';
    const values = { checkout_url: 'https://pay.example/1', amount: '<1"', order_no: 'A/ 1' };
    assert.equal(
      fillHtml(html, values),
      '<a href="https://pay.example/1?o=A%2F%201" title="&lt;1&quot;">&lt;1&quot; &amp; A/ 1</a>',
    );
  });

  it('is left out of a mail where it could act, and the text is sent', () => {
    const speaker = { language: 'en', merchantName: 'Dukkan' } as const;
    const own = { subject: 's', text: 'for {{order_no}}', html: '<style>{{order_no}}</style>' };
    const { html } = renderWords(own, { order_no: 'A-1' }, speaker);
    assert.ok(html.includes('for A-1') && !html.includes('<style>'), html);
  });

  it('takes no longer than its length, whatever is in it', async () => {
    for (const unit of ['{{', '<', '< ', '<a ', "<a '", '&', '<b>', '<p title="{{order_no}}">']) {
      const once = Math.min(cpuOf(unit, 25_000), cpuOf(unit, 25_000), cpuOf(unit, 25_000));
      const limit = 10 * once + 20_000;
      const fourfold = await leastBelow(limit, () => cpuOf(unit, 100_000));
      assert.ok(fourfold < limit, `${unit}: ${once} and ${fourfold} µs`);
    }
  });
});

function cpuOf(unit: string, length: number): number {
  const html = unit.repeat(Math.ceil(length / unit.length));
  const start = process.cpuUsage();
  htmlFaults(html);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function all(value: string): Values {
  return Object.fromEntries(
    [...PLACEHOLDERS, 'extra.lang', 'extra.color'].map((name) => [name, value]),
  ) as Values;
}

const ignore = (): void => undefined;

function tagsIn(html: string): readonly Token.TagToken[] {
  const tags: Token.TagToken[] = [];
  const keep = (tag: Token.TagToken): void => void tags.push(tag);
  new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag: keep,
      onEndTag: keep,
      onCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onNullCharacter: ignore,
      onComment: () => assert.fail('a comment'),
      onDoctype: ignore,
      onEof: ignore,
      onParseError: null,
    },
  ).write(html, true);
  return tags;
}

function shapeOf(html: string) {
  return tagsIn(html).map(({ tagName, attrs }) => [tagName, attrs.map(({ name }) => name)]);
}

function addressesIn(html: string): readonly string[] {
  return tagsIn(html).flatMap(({ attrs }) =>
    attrs.filter(({ name }) => name === 'href' || name === 'src').map(({ value }) => value),
  );
}
