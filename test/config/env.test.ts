import assert from 'node:assert/strict';
import { apiEnv, filesSettings, storeEnv, temporalSettings, workerEnv } from '../../config/env.ts';
import { mailSettings, plugSettings } from '../../config/message-env.ts';
import { TEST_ONLY_KEYS } from '../../config/key-ring.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const HASH = 'a'.repeat(64);
const COMPLETE = {
  MONGODB_URI: 'mongodb://127.0.0.1/sarraf',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  SARRAF_PAYLOAD_KEYS: `p1:${KEY}`,
  SARRAF_STORAGE_KEYS: `s1:${KEY}`,
  SARRAF_SEARCH_KEYS: `f1:${KEY}`,
  API_PORT: '3000',
  PUBLIC_URL: 'https://pay.example.com',
  FILES_URL: 'file:///var/lib/sarraf/files',
};

describe('the environment', () => {
  it('gives the keys, and production unless it says otherwise', () => {
    const env = apiEnv(COMPLETE);
    assert.equal(env.SARRAF_MODE, 'production');
    assert.deepEqual(
      [env.SARRAF_PAYLOAD_KEYS, env.SARRAF_STORAGE_KEYS, env.SARRAF_SEARCH_KEYS].map(
        ([{ id }]) => id,
      ),
      ['p1', 's1', 'f1'],
    );
  });

  for (const name of [
    'SARRAF_PAYLOAD_KEYS',
    'SARRAF_STORAGE_KEYS',
    'SARRAF_SEARCH_KEYS',
  ] as const) {
    it(`is refused without ${name}, and with one that cannot be read, which is not shown`, () => {
      const { [name]: _, ...without } = COMPLETE;
      const faulty = { ...COMPLETE, [name]: `k1:${KEY}x` };
      for (const read of [apiEnv, workerEnv]) {
        assert.throws(() => read(without), new RegExp(`"${name}" is required`));
        assert.throws(
          () => read(faulty),
          ({ message }: Error) =>
            message.includes(`"${name}" cannot be read: key no. 1`) && !message.includes(KEY),
        );
      }
    });

    it(`is refused in production when ${name} is the key of the tests`, () => {
      const open = { ...COMPLETE, [name]: TEST_ONLY_KEYS };
      for (const read of [apiEnv, workerEnv]) {
        assert.throws(() => read(open), new RegExp(`"${name}" holds the key of the tests`));
        assert.throws(() => read({ ...open, SARRAF_MODE: 'production' }), /key of the tests/);
        assert.doesNotThrow(() => read({ ...open, SARRAF_MODE: 'embedded' }));
      }
    });
  }

  it('is enough for the database alone with its address and its keys', () => {
    const { MONGODB_URI, SARRAF_STORAGE_KEYS, SARRAF_SEARCH_KEYS } = COMPLETE;
    const given = storeEnv({ MONGODB_URI, SARRAF_STORAGE_KEYS, SARRAF_SEARCH_KEYS });
    assert.deepEqual(
      [given.SARRAF_STORAGE_KEYS[0].id, given.SARRAF_SEARCH_KEYS[0].id],
      ['s1', 'f1'],
    );
    assert.throws(() => storeEnv({ MONGODB_URI }), /"SARRAF_STORAGE_KEYS" is required/);
  });

  it('pauses nothing, trusts no proxy and asks the old endpoints for HTTPS, unless it says otherwise', () => {
    const plain = apiEnv({ ...COMPLETE });
    assert.equal(plain.SARRAF_PAUSED, false);
    assert.equal(plain.SETTINGS_IN_MEMORY, true);
    assert.equal(workerEnv({ ...COMPLETE }).SETTINGS_IN_MEMORY, true);
    assert.deepEqual(plain.TRUSTED_PROXIES, []);
    assert.equal(plain.LEGACY_HTTPS, 'required');
    const said = apiEnv({
      ...COMPLETE,
      SARRAF_PAUSED: 'true',
      SETTINGS_IN_MEMORY: 'false',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7',
      LEGACY_HTTPS: 'optional',
    });
    assert.equal(said.SARRAF_PAUSED, true);
    assert.equal(said.SETTINGS_IN_MEMORY, false);
    assert.equal(workerEnv({ ...COMPLETE, SARRAF_PAUSED: 'true' }).SARRAF_PAUSED, true);
    assert.equal(workerEnv({ ...COMPLETE }).SARRAF_PAUSED, false);
    assert.deepEqual(said.TRUSTED_PROXIES, ['10.0.0.0/8', '192.0.2.7']);
    assert.equal(said.LEGACY_HTTPS, 'optional');
    for (const [name, value] of [
      ['SARRAF_PAUSED', 'maybe'],
      ['TRUSTED_PROXIES', 'everywhere'],
      ['LEGACY_HTTPS', 'no'],
    ])
      assert.throws(() => apiEnv({ ...COMPLETE, [`${name}`]: value }), new RegExp(`${name}`));
  });

  it('names nobody who may decrypt, unless it does', () => {
    const none = apiEnv({ ...COMPLETE, SARRAF_CODEC_TOKENS: '' });
    assert.equal(none.SARRAF_CODEC_TOKENS.size, 0);
    assert.deepEqual(none.SARRAF_CODEC_ORIGINS, []);
    const some = apiEnv({
      ...COMPLETE,
      SARRAF_CODEC_TOKENS: `sara:${HASH},ali@shop.example:${HASH}`,
      SARRAF_CODEC_ORIGINS: 'https://temporal.example.com, http://127.0.0.1:8233',
    });
    assert.deepEqual([...some.SARRAF_CODEC_TOKENS.keys()], ['sara', 'ali@shop.example']);
    assert.deepEqual(some.SARRAF_CODEC_ORIGINS, [
      'https://temporal.example.com',
      'http://127.0.0.1:8233',
    ]);
  });

  const faulty: readonly (readonly [name: string, value: string])[] = [
    ['SARRAF_CODEC_TOKENS', 'sara'],
    ['SARRAF_CODEC_TOKENS', 'sara:my-token'],
    ['SARRAF_CODEC_TOKENS', `sara:${HASH.toUpperCase()}`],
    ['SARRAF_CODEC_TOKENS', `sara:${HASH},sara:${HASH}`],
    ['SARRAF_CODEC_ORIGINS', '*'],
    ['SARRAF_CODEC_ORIGINS', 'https://temporal.example.com/'],
    ['SARRAF_CODEC_ORIGINS', 'temporal.example.com'],
  ];
  for (const [name, value] of faulty)
    it(`is refused when ${name} is ${value}`, () => {
      assert.throws(
        () => apiEnv({ ...COMPLETE, [name]: value }),
        new RegExp(`"${name}" cannot be read`),
      );
    });

  it('believes no proxy and sets no limit of its own, unless it says so', () => {
    const unset = apiEnv({ ...COMPLETE, RATE_LIMITS: '', RATE_LIMIT_WAIT_MS: '' });
    assert.deepEqual([unset.TRUSTED_PROXIES, unset.RATE_LIMITS], [[], {}]);
    assert.equal(unset.RATE_LIMIT_WAIT_MS, 500);
    const set = apiEnv({ ...COMPLETE, TRUSTED_PROXIES: '10.0.0.0/8', RATE_LIMITS: 'pages=5/60' });
    assert.deepEqual(set.TRUSTED_PROXIES, ['10.0.0.0/8']);
    assert.deepEqual(set.RATE_LIMITS, { pages: { points: 5, seconds: 60 } });
  });

  for (const [name, value] of [
    ['TRUSTED_PROXIES', 'balancer'],
    ['RATE_LIMITS', 'pages'],
    ['RATE_LIMIT_WAIT_MS', '0'],
    ['RATE_LIMIT_WAIT_MS', 'soon'],
  ] as const)
    it(`is refused when ${name} is ${value}`, () => {
      assert.throws(() => apiEnv({ ...COMPLETE, [name]: value }), new RegExp(`"${name}"`));
    });
});

describe("the worker's environment", () => {
  it('opens no network and is of production unless it says otherwise', () => {
    const { WEBHOOK_ALLOW, SARRAF_MODE } = workerEnv(COMPLETE);
    assert.deepEqual([WEBHOOK_ALLOW, SARRAF_MODE], [[], 'production']);
  });

  const MAIL = {
    SMTP_URL: 'smtps://u:secret@mail.example',
    MAIL_FROM: 'Pearl Pay <a@pay.example>',
  };

  it('makes workers versions of a deployment where one is named, and of no other name', () => {
    assert.equal(workerEnv({ ...COMPLETE }).WORKER_DEPLOYMENT, undefined);
    assert.equal(workerEnv({ ...COMPLETE, WORKER_DEPLOYMENT: '' }).WORKER_DEPLOYMENT, undefined);
    const named = workerEnv({ ...COMPLETE, WORKER_DEPLOYMENT: 'sarraf-eu_1' });
    assert.equal(named.WORKER_DEPLOYMENT, 'sarraf-eu_1');
    for (const WORKER_DEPLOYMENT of ['sarraf.eu', 'a b', '-x', 'x'.repeat(101)])
      assert.throws(() => workerEnv({ ...COMPLETE, WORKER_DEPLOYMENT }), /WORKER_DEPLOYMENT/);
  });

  it('does one thing a second for agreements, or as many as it says', () => {
    assert.deepEqual([rate(), rate(''), rate('0.5'), rate('200')], [1, 1, 0.5, 200]);
    for (const faulty of ['0', '-1', 'many', '10001'])
      assert.throws(() => rate(faulty), /"DEBITS_PER_SECOND" must be/);
  });

  it('sends mails with TLS, from somebody and to pages of ours, or not at all', () => {
    assert.equal(mailSettings(workerEnv(COMPLETE)), undefined);
    const { SMTP_URL: url, MAIL_FROM: from } = MAIL;
    const settings = mailSettings(workerEnv({ ...COMPLETE, ...MAIL }));
    assert.deepEqual(settings, { url, from, allowPlain: false });
    assert.throws(() => workerEnv({ ...COMPLETE, SMTP_URL: url }), /"MAIL_FROM"/);
  });

  it('hands messages by telephone to a provider for each channel, or to none', () => {
    assert.deepEqual(plugSettings(workerEnv(COMPLETE)), {});
    const url = 'https://sms.example/v1';
    const given = { SMS_URL: url, SMS_TOKEN: 'secret', SMS_FROM: 'PEARL', PHONE_COUNTRY: 'KW' };
    assert.deepEqual(plugSettings(workerEnv({ ...COMPLETE, ...given, WHATSAPP_URL: url })), {
      sms: { url, token: 'secret', from: 'PEARL', country: 'KW' },
      whatsapp: { url, country: 'KW' },
    });
    const { PUBLIC_URL: _none, ...pageless } = COMPLETE;
    assert.throws(() => workerEnv({ ...pageless, SMS_URL: url }), /"PUBLIC_URL"/);
  });

  for (const wrong of [
    { SMS_URL: 'sms.example' },
    { WHATSAPP_URL: 'smtp://u:secret@sms.example' },
    { PHONE_COUNTRY: 'Kuwait' },
    { SMTP_URL: 'https://u:secret@mail.example' },
    { SMTP_URL: 'secret' },
    { MAIL_FROM: 'Pearl <a@pay.example>\r\nBcc: b@pay.example' },
    { MAIL_FROM: 'pay.example' },
    { SMTP_TLS: 'maybe' },
  ])
    it(`refuses ${JSON.stringify(wrong)}, and does not repeat a password`, () => {
      assert.throws(
        () => workerEnv({ ...COMPLETE, ...MAIL, ...wrong }),
        ({ message }: Error) =>
          message.includes(Object.keys(wrong)[0] ?? '?') && !message.includes('secret'),
      );
    });

  const LISTS: readonly (readonly [text: string, networks: readonly string[]])[] = [
    ['', []],
    ['10.1.2.3', ['10.1.2.3']],
    ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
    [' 10.0.0.0/8 , fd00::/8, ', ['10.0.0.0/8', 'fd00::/8']],
  ];
  for (const [text, networks] of LISTS)
    it(`reads the networks ${JSON.stringify(text)}`, () => {
      assert.deepEqual(workerEnv({ ...COMPLETE, WEBHOOK_ALLOW: text }).WEBHOOK_ALLOW, networks);
    });

  for (const text of ['10/8', 'shop.example', '10.0.0.0/33', '*', '10.0.0.1 10.0.0.2', '127.1'])
    it(`does not take ${JSON.stringify(text)} for a network`, () => {
      assert.throws(() => workerEnv({ ...COMPLETE, WEBHOOK_ALLOW: text }), /"WEBHOOK_ALLOW"/);
    });

  it('has two modes', () => {
    assert.equal(workerEnv({ ...COMPLETE, SARRAF_MODE: 'embedded' }).SARRAF_MODE, 'embedded');
    assert.throws(() => workerEnv({ ...COMPLETE, SARRAF_MODE: 'prod' }), /"SARRAF_MODE"/);
  });

  it('tells of a wrong network and a missing variable at once', () => {
    assert.throws(
      () => workerEnv({ WEBHOOK_ALLOW: 'x', TEMPORAL_ADDRESS: 'x:1' }),
      ({ message }: Error) => /WEBHOOK_ALLOW/.test(message) && /MONGODB_URI/.test(message),
    );
  });

  it('says where files are kept, with keys for a bucket where there are some', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const bucket = { ...COMPLETE, FILES_URL: 's3://sarraf?region=eu-1' };
    assert.deepEqual(filesSettings(apiEnv({ ...COMPLETE, ...keys })), {
      kind: 'local',
      directory: '/var/lib/sarraf/files',
    });
    const place = { kind: 's3', bucket: 'sarraf', prefix: '', region: 'eu-1', pathStyle: false };
    assert.deepEqual(filesSettings(apiEnv(bucket)), place);
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    assert.deepEqual(filesSettings(apiEnv({ ...bucket, ...keys })), { ...place, credentials });
    const session = { ...bucket, ...keys, AWS_SESSION_TOKEN: 'token' };
    assert.deepEqual(filesSettings(apiEnv(session)), {
      ...place,
      credentials: { ...credentials, sessionToken: 'token' },
    });
  });

  it('is refused with half of a certificate for Temporal', () => {
    const cert = 'TEMPORAL_TLS_CLIENT_CERT_PATH';
    const key = 'TEMPORAL_TLS_CLIENT_KEY_PATH';
    for (const read of [apiEnv, workerEnv])
      for (const [half, other] of [
        [cert, key],
        [key, cert],
      ] as const)
        assert.throws(
          () => read({ ...COMPLETE, [half]: '/run/tls.pem' }),
          new RegExp(`${half}.*without.*${other}`),
        );
    const both = apiEnv({ ...COMPLETE, [cert]: '/run/tls.crt', [key]: '/run/tls.key' });
    assert.deepEqual(temporalSettings(both).tls, { cert: '/run/tls.crt', key: '/run/tls.key' });
  });

  it('is refused without a place for files, and with half of the keys to one', () => {
    const { FILES_URL: _url, ...without } = COMPLETE;
    assert.throws(() => apiEnv(without), /"FILES_URL" is required/);
    assert.throws(() => apiEnv({ ...COMPLETE, FILES_URL: 'files' }), /"FILES_URL" cannot be read/);
    assert.throws(() => apiEnv({ ...COMPLETE, AWS_ACCESS_KEY_ID: 'id' }), /AWS_SECRET_ACCESS_KEY/);
    assert.throws(() => apiEnv({ ...COMPLETE, AWS_SESSION_TOKEN: 'x' }), /AWS_ACCESS_KEY_ID/);
  });
});

function rate(DEBITS_PER_SECOND?: string): number {
  const said = DEBITS_PER_SECOND !== undefined && { DEBITS_PER_SECOND };
  return workerEnv({ ...COMPLETE, ...said }).DEBITS_PER_SECOND;
}
