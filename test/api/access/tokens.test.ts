import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import type { ProvedUser } from '../../../api/access/passwords.ts';
import { signing } from '../../../api/access/signing.ts';
import { tokens, type OutsideIssuer, type Tokens } from '../../../api/access/tokens.ts';
import type { User } from '../../../domain/user.ts';
import type { PublishedKey, SigningKey } from '../../../store/signing-keys.ts';
import { aMerchantId, SHOP } from '../../support/builders.ts';
import { loopbackUrl } from '../../support/listening.ts';

const HUDA: ProvedUser = {
  passwordSince: 0,
  id: 7,
  merchantId: SHOP,
  username: 'huda',
  email: 'huda@shop.example',
  active: true,
  superuser: false,
  service: false,
  permissions: [],
};
const ISSUER = 'https://sso.example/realms/pearl';
const PUBLIC_URL = 'https://pay.example';

describe('a token', () => {
  let server: Server;
  let keysAt: string;
  let keys: JWK[] = [];
  let isDown = false;
  let theirs: CryptoKey;
  let published: JWK;
  let users: readonly User[] = [HUDA];
  let passwordSince = 0;
  let all: Tokens;
  let book: SigningKey[] = [];

  before(async () => {
    server = createServer((_, response) => {
      response.statusCode = isDown ? 500 : 200;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ keys }));
    }).listen(0, '127.0.0.1');
    keysAt = `${await loopbackUrl(server)}/certs`;
    const pair = await generateKeyPair('RS256', { extractable: true });
    theirs = pair.privateKey;
    published = { ...(await exportJWK(pair.publicKey)), kid: 'theirs', alg: 'RS256', use: 'sig' };
  });
  after(() => server.close());
  beforeEach(() => {
    keys = [published];
    isDown = false;
    users = [HUDA];
    passwordSince = 0;
    book = [];
    all = fresh();
  });

  function fresh(outside: Partial<OutsideIssuer> = {}): Tokens {
    return tokens({
      signing: signing(bookOf(book)),
      users: {
        findSecret: (name) => {
          const user = users.find(({ username }) => username === name);
          return Promise.resolve(user && { user, passwordHash: '', passwordSince });
        },
      },
      publicUrl: PUBLIC_URL,
      outside: [
        {
          issuer: ISSUER,
          jwksUrl: keysAt,
          audience: 'sarraf',
          merchant: SHOP,
          realm: 'pearl',
          algorithms: ['RS256'],
          ...outside,
        },
      ],
    });
  }

  const signed = (given: object = claims(), header: object = {}, key = theirs) =>
    new SignJWT({ ...given })
      .setProtectedHeader({ alg: 'RS256', kid: 'theirs', ...header })
      .sign(key);

  describe('of our own', () => {
    it('names its user until they are let go', async () => {
      const token = await all.issue(HUDA, 'desk');
      assert.equal(await all.userOf(token, ''), HUDA);
      assert.equal(await all.userOf(token, SHOP), HUDA);
      assert.equal(await all.userOf(token, 'other'), undefined);
      users = [{ ...HUDA, active: false }];
      assert.equal(await all.userOf(token, ''), undefined);
      users = [];
      assert.equal(await all.userOf(token, ''), undefined);
    });

    it('ends with the password', async () => {
      const token = await all.issue(HUDA, 'desk');
      // A moment before: the token is younger, and was asked for with the old one.
      passwordSince = Date.now() - 5000;
      assert.equal(await all.userOf(token, ''), undefined);
    });

    it('is worth nothing for the realm of another merchant', async () => {
      const token = await all.issue({ ...HUDA, merchantId: aMerchantId('other') }, 'desk');
      assert.equal(await all.userOf(token, ''), undefined);
    });

    it('is believed by another process, also with a key that this one has just made', async () => {
      const here = fresh();
      await here.issue(HUDA, 'desk');
      const there = fresh();
      await there.issue(HUDA, 'desk');
      const [key] = book;
      assert.ok(key);
      book.length = 0;
      const token = await fresh().issue(HUDA, 'desk');
      book.push(key);
      await new Promise((done) => setTimeout(done, 2100));
      assert.equal(await here.userOf(token, ''), HUDA);
    });

    it('is signed by another key after 30 days, and the old key is published for one more', async () => {
      const day = 24 * 60 * 60 * 1000;
      const keysOf = async () => (await signing(bookOf(book)).published()).map(({ kid }) => kid);
      await fresh().issue(HUDA, 'desk');
      const [first] = book;
      assert.ok(first);
      book[0] = { ...first, createdAt: Date.now() - 29.9 * day };
      assert.deepEqual(await keysOf(), [first.kid]);
      book[0] = { ...first, createdAt: Date.now() - 30.1 * day };
      assert.deepEqual(await keysOf(), [book[1]?.kid ?? '', first.kid]);
      book[0] = { ...first, createdAt: Date.now() - 31.1 * day };
      assert.deepEqual(await keysOf(), [book[1]?.kid]);
    });

    it('makes one key when many ask for the first one at once', async () => {
      await Promise.all([1, 2, 3, 4].map(() => all.issue(HUDA, 'desk')));
      assert.equal(book.length, 1);
    });
  });

  describe('of an outside issuer', () => {
    it('names the user of that name at the one merchant', async () => {
      assert.equal(await all.userOf(await signed(), ''), HUDA);
      assert.equal(await all.userOf(await signed(), 'pearl'), HUDA);
      users = [{ ...HUDA, merchantId: aMerchantId('other') }];
      assert.equal(await all.userOf(await signed(), ''), undefined);
    });

    it('is good within half a minute of difference between the clocks, and not beyond', async () => {
      const at = (seconds: number) =>
        signed({ ...claims(), iat: now() - 90, exp: now() + seconds });
      assert.equal(await all.userOf(await at(-20), ''), HUDA);
      assert.equal(await all.userOf(await at(-40), ''), undefined);
      const later = await signed({ ...claims(), nbf: now() + 40 });
      assert.equal(await all.userOf(later, ''), undefined);
    });

    const wrong: readonly (readonly [string, () => Promise<string>])[] = [
      ['of nobody we know', () => signed({ ...claims(), iss: 'https://evil.example' })],
      [
        'that says it is ours',
        () => signed({ ...claims(), iss: `${PUBLIC_URL}/auth/realms/${SHOP}` }),
      ],
      ['for somebody else', () => signed({ ...claims(), aud: 'account' })],
      ['for nobody', () => signed(without('aud'))],
      ['without an end', () => signed(without('exp'))],
      ['without an issue time', () => signed(without('iat'))],
      ['without a name', () => signed(without('preferred_username'))],
      [
        'with a name that is no text',
        () => signed({ ...claims(), preferred_username: { $ne: '' } }),
      ],
      ['with an unknown key', () => signed(claims(), { kid: 'unknown' })],
      [
        'signed by another key under the name of a known one',
        async () => signed(claims(), {}, (await generateKeyPair('RS256')).privateKey),
      ],
      [
        'signed with the public key as if it were a shared secret',
        () =>
          new SignJWT({ ...claims() })
            .setProtectedHeader({ alg: 'HS256', kid: 'theirs' })
            .sign(new TextEncoder().encode(JSON.stringify(keys[0]))),
      ],
      ['not signed', () => Promise.resolve(new UnsecuredJWT({ ...claims() }).encode())],
      [
        'signed with an algorithm that was not agreed',
        () => signed(claims(), { alg: 'PS256' }, theirs).catch(() => 'a.b.c'),
      ],
      ['cut short', async () => (await signed()).slice(0, -3)],
      ['that is none', () => Promise.resolve('abc')],
    ];
    for (const [what, make] of wrong)
      it(`is worth nothing when it is one ${what}`, async () => {
        assert.equal(await all.userOf(await make(), ''), undefined);
      });

    it('is tried again later while the keys cannot be had', async () => {
      isDown = true;
      await assert.rejects(all.userOf(await signed(), ''), { status: 503, code: 'unavailable' });
      isDown = false;
      assert.equal(await all.userOf(await signed(), ''), HUDA);
    });

    it('is tried again later while nobody answers', async () => {
      const silent = fresh({ jwksUrl: 'http://127.0.0.1:9/certs' });
      await assert.rejects(silent.userOf(await signed(), ''), { status: 503, code: 'unavailable' });
    });
  });
});

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function claims() {
  return { iss: ISSUER, aud: 'sarraf', preferred_username: 'huda', iat: now(), exp: now() + 60 };
}

function without(name: string): object {
  return Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));
}

/** A store in memory, newest first. */
function bookOf(book: SigningKey[]) {
  return {
    add: async (key: SigningKey): Promise<void> => {
      book.push(key);
    },
    since: async (at: number): Promise<readonly PublishedKey[]> =>
      book.filter(({ createdAt }) => createdAt >= at).toSorted((a, b) => b.createdAt - a.createdAt),
    privateJwk: async (kid: string) => book.find((key) => key.kid === kid)?.privateJwk,
  };
}
