import assert from 'node:assert/strict';
import { tokenIssuers } from '../../config/token-issuers.ts';

const GOOD = {
  issuer: 'https://sso.example/realms/shop',
  jwks_url: 'https://sso.example/certs',
  audience: 'sarraf',
  merchant: 'shop',
};

const at = (url: string) => () => tokenIssuers(JSON.stringify([{ ...GOOD, jwks_url: url }]));

describe('the issuers of tokens in the environment', () => {
  it('are read with what was left out', () => {
    assert.deepEqual(tokenIssuers(JSON.stringify([GOOD])), [
      {
        issuer: GOOD.issuer,
        jwksUrl: GOOD.jwks_url,
        audience: 'sarraf',
        merchant: 'shop',
        realm: 'shop',
        algorithms: ['RS256'],
      },
    ]);
    const [more] = tokenIssuers(
      JSON.stringify([{ ...GOOD, realm: 'r', algorithms: ['ES256', 'EdDSA'] }]),
    );
    assert.deepEqual([more?.realm, more?.algorithms], ['r', ['ES256', 'EdDSA']]);
    assert.deepEqual(tokenIssuers('[]'), []);
  });

  it('may have their keys on this machine without TLS, and nowhere else', () => {
    assert.doesNotThrow(at('http://127.0.0.1:8080/certs'));
    for (const url of [
      'http://sso.example/certs',
      'http://127.0.0.1.evil.example/',
      'ftp://a/b',
      'x',
    ])
      assert.throws(at(url), url);
  });

  it('are refused when one is not whole, or has no signature worth the name', () => {
    const wrong: readonly unknown[] = [
      {},
      [{}],
      'x',
      [{ ...GOOD, issuer: 'no address' }],
      [{ ...GOOD, audience: '' }],
      [{ ...GOOD, merchant: 'Not A Slug' }],
      [{ ...GOOD, algorithms: [] }],
      [{ ...GOOD, algorithms: ['HS256'] }],
      [{ ...GOOD, algorithms: ['none'] }],
      [{ ...GOOD, more: 1 }],
      [GOOD, GOOD],
    ];
    for (const value of wrong) assert.throws(() => tokenIssuers(JSON.stringify(value)));
    assert.throws(() => tokenIssuers('{'));
  });
});
