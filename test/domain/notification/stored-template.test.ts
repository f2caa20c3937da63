import assert from 'node:assert/strict';
import { templateFaults } from '../../../domain/notification/stored-template.ts';
import {
  TEMPLATE_NAMES,
  templateIdOf,
  templateNamed,
} from '../../../domain/notification/template-id.ts';

const MAIL = { channel: 'email' } as const;
const noHtml = () => [];

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
    assert.deepEqual(templateFaults(MAIL, words, noHtml), {
      subject: ['There is no placeholder {{nope}}.'],
      text: ['There is no placeholder {{a.b}}.'],
      html: ['There is no placeholder {{x}}.'],
    });
    assert.deepEqual(templateFaults(MAIL, { subject: 's', text: '{{amount' }, noHtml), {
      text: ['A placeholder is not closed.'],
    });
  });

  it('has the parts of its channel', () => {
    assert.deepEqual(Object.keys(templateFaults(MAIL, { text: 't' }, noHtml)), ['subject']);
    const sms = templateFaults({ channel: 'sms' }, { subject: 's', text: 't', html: 'h' }, noHtml);
    assert.deepEqual(Object.keys(sms), ['subject', 'html']);
  });
});
