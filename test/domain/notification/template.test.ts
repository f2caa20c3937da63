import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { statusAfter } from '../../../domain/notification/outcome.ts';
import { fill, PLACEHOLDERS, unknownPlaceholders } from '../../../domain/notification/template.ts';
import { mailsAr } from '../../../render/mails/ar.ts';
import { mailsEn } from '../../../render/mails/en.ts';
import { debitWords } from '../../../render/mails/debit-words.ts';
import { staffWords } from '../../../render/mails/staff-words.ts';

describe('a template', () => {
  for (const [template, unknown] of [
    ['{{amount}} for {{ order_no }}', []],
    ['{{extra.branch}} {{extra.a-b}}', []],
    ['{{amuont}} {{amuont}} {{}}', ['amuont', '']],
    ['{{extra.}} {{constructor}} {{amount|upper}}', ['extra.', 'constructor', 'amount|upper']],
    ['{{\namount\n}} {{amount} }}', ['amount} ']],
    ['no braces at all { } }}', []],
  ] as const)
    it(`${JSON.stringify(template)} names ${unknown.length} that nothing stands for`, () => {
      assert.deepEqual(
        unknownPlaceholders(template),
        unknown.map((name) => name.trim()),
      );
    });

  it('is filled with text, and what is missing is empty', () => {
    const values = { amount: 'KWD 1.500', 'extra.branch': '{{amount}}', order_no: '$&' } as const;
    assert.equal(
      fill('{{amount}}|{{extra.branch}}|{{order_no}}|{{fee}}|', values),
      'KWD 1.500|{{amount}}|$&||',
    );
  });

  it('gives each value as it is, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        assert.equal(fill('<{{merchant_name}}>', { merchant_name: value }), `<${value}>`);
      }),
    );
  });

  it('of our own names only what exists, in both languages', () => {
    const ours = JSON.stringify([mailsEn, mailsAr, staffWords, debitWords('en'), debitWords('ar')]);
    assert.deepEqual(unknownPlaceholders(ours), []);
    assert.ok(ours.includes('{{merchant_name}}') && PLACEHOLDERS.length > 30);
  });
});

describe('what a mail server said', () => {
  for (const [handed, status] of [
    [{ kind: 'accepted' }, 'sent'],
    [{ kind: 'unsent', why: 'ECONNECTION', final: false }, 'wanted'],
    [{ kind: 'unsent', why: 'EENVELOPE 550', final: true }, 'failed'],
    [{ kind: 'silent', why: 'ETIMEDOUT' }, 'unknown'],
  ] as const)
    it(`"${handed.kind}"${'final' in handed && handed.final ? ' for good' : ''} makes it ${status}`, () => {
      assert.equal(statusAfter(handed), status);
    });
});
