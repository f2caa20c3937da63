import assert from 'node:assert/strict';
import { officeFrame } from '../../office/frame.ts';

type Framed = Parameters<typeof officeFrame>[0];

/** What is written of somebody on every page. */
function named(names: object): string {
  const user = { username: 'sara', ...names } as Framed['person']['user'];
  return officeFrame({
    language: 'en',
    otherLanguageUrl: '/',
    stylesheetUrl: '/',
    person: { user, login: {} as Framed['person']['login'] },
    may: (permission) => permission === 'payment.refund',
    form: (action) => ({ action, token: '', number: '' }),
    merchant: { name: 'Pearl', currencies: [], isPaused: false },
  }).personName;
}

describe('what stands around a page of the office', () => {
  it('has a name for everybody: the user name where the others are blank', () => {
    assert.equal(named({ firstName: 'Sara', lastName: 'Ali' }), 'Sara Ali');
    assert.equal(named({ firstName: ' Sara ', lastName: '  ' }), 'Sara');
    assert.equal(named({ lastName: 'Ali' }), 'Ali');
    assert.equal(named({ firstName: ' ', lastName: '' }), 'sara');
    assert.equal(named({}), 'sara');
  });
});
