import assert from 'node:assert/strict';
import { username, type User } from '../../domain/user.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { SHOP } from '../support/builders.ts';

const HUDA: User = {
  id: 35,
  merchantId: SHOP,
  username: 'huda',
  email: 'huda@shop.example',
  active: true,
  superuser: true,
  service: false,
  permissions: ['payment.refund'],
};

describe('a user', () => {
  it('has a name of letters, digits and few signs', () => {
    for (const text of ['a', 'huda@shop.example', 'A.b+c-d_9', 'x'.repeat(150)])
      assert.equal(username(text), text);
    for (const text of ['', 'a b', 'a:b', 'هدى', '<b>', 'x'.repeat(151), 'a\n'])
      assert.equal(username(text), undefined, text);
  });

  it('as an initiator is who they are, not what they may', () => {
    assert.deepEqual(initiatorOf(HUDA), { id: 35, username: 'huda', email: 'huda@shop.example' });
    const whole = { ...HUDA, firstName: 'Huda', lastName: 'Ali', phone: '+965' };
    assert.deepEqual(initiatorOf(whole), {
      id: 35,
      username: 'huda',
      email: 'huda@shop.example',
      firstName: 'Huda',
      lastName: 'Ali',
      phone: '+965',
    });
  });
});
