import assert from 'node:assert/strict';
import {
  admitsLogin,
  isIssuerAddress,
  personOfEmail,
  type SingleSignOn,
  type SsoMode,
} from '../../domain/single-sign-on.ts';
import type { User } from '../../domain/user.ts';
import { SHOP } from '../support/builders.ts';

const ISSUER = 'https://login.example';
const HERA: User = {
  id: 1,
  merchantId: SHOP,
  username: 'hera',
  active: true,
  superuser: true,
  service: false,
  permissions: [],
  email: 'Hera@shop.example',
  secondFactor: true,
};

const settings = (mode: SsoMode, more: Partial<SingleSignOn> = {}): SingleSignOn => ({
  merchantId: SHOP,
  mode,
  issuer: ISSUER,
  clientId: 'sarraf',
  version: 1,
  ...more,
});

describe('single sign-on', () => {
  for (const [what, sso, login, user, goesOn] of [
    ['none is set up, by password', undefined, {}, HERA, true],
    ['it is allowed, by password', settings('allowed'), {}, HERA, true],
    ['it is allowed, by the issuer', settings('allowed'), { issuer: ISSUER }, HERA, true],
    ['it is required, by the issuer', settings('required'), { issuer: ISSUER }, HERA, true],
    ['it is required, by password', settings('required'), {}, HERA, false],
    [
      'it is required, by the password of the one for emergencies',
      settings('required', { emergencyUserId: 1 }),
      {},
      HERA,
      true,
    ],
    [
      'that one is no superuser any more',
      settings('required', { emergencyUserId: 1 }),
      {},
      { ...HERA, superuser: false },
      false,
    ],
    [
      'that one has no second factor any more',
      settings('required', { emergencyUserId: 1 }),
      {},
      { ...HERA, secondFactor: false },
      false,
    ],
    ['it is off, by the issuer', settings('off'), { issuer: ISSUER }, HERA, false],
    ['it was taken away, by the issuer', undefined, { issuer: ISSUER }, HERA, false],
    [
      'there is another issuer',
      settings('allowed', { issuer: 'https://login.example/other' }),
      { issuer: ISSUER },
      HERA,
      false,
    ],
  ] as const)
    it(`${goesOn ? 'keeps' : 'ends'} a login where ${what}`, () => {
      assert.equal(admitsLogin(sso, login, user), goesOn);
    });

  it('means one person by an address, whatever its case, and nobody where it is not plain', () => {
    const service = { ...HERA, id: 2, service: true, username: 'robot' };
    const gone = { ...HERA, id: 3, active: false, username: 'gone' };
    const kelvin = { ...HERA, id: 4, username: 'kim', email: 'kim@shop.example' };
    const users = [HERA, service, gone, kelvin];
    assert.equal(personOfEmail(users, 'hera@SHOP.example'), HERA);
    assert.equal(personOfEmail(users, 'nobody@shop.example'), undefined);
    assert.equal(personOfEmail([...users, { ...HERA, id: 5 }], HERA.email), undefined);
    // The sign of kelvin becomes a k in lower case.
    assert.equal(personOfEmail(users, '\u212Aim@shop.example'), undefined);
  });

  for (const [text, inProduction, embedded] of [
    ['https://login.example/realms/shop', true, true],
    ['http://login.example', false, false],
    ['http://127.0.0.1:9000', false, true],
    ['http://localhost:9000', false, false],
    ['http://127.0.0.1.evil.example', false, false],
    ['https://mona:secret@login.example', false, false],
    ['javascript:alert(1)', false, false],
    ['file:///etc/passwd', false, false],
  ] as const)
    it(`asks ${text} ${inProduction ? 'always' : embedded ? 'in the embedded mode' : 'never'}`, () => {
      assert.deepEqual(
        [false, true].map((loopback) => isIssuerAddress(new URL(text), { loopback })),
        [inProduction, embedded],
      );
    });
});
