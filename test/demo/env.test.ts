import assert from 'node:assert/strict';
import { readEnv } from '../../demo/env.ts';

const complete = {
  DEMO_PORT: '4300',
  DEMO_PUBLIC_URL: 'http://localhost:4300/',
  SARRAF_API_URL: 'http://localhost:4000/',
  SARRAF_PRIVATE_KEY: 'private',
  SARRAF_WEBHOOK_KEY: 'webhook',
  DEMO_PG_CODES: 'sandbox, cash|sandbox-hold',
};

describe('readEnv', () => {
  it('reads a complete environment, with groups of codes and addresses without a slash at the end', () => {
    assert.deepEqual(readEnv(complete), {
      port: 4300,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4300',
      apiUrl: 'http://localhost:4000',
      privateKey: 'private',
      webhookKey: 'webhook',
      pgGroups: [['sandbox', 'cash'], ['sandbox-hold']],
      formOrigins: [],
    });
  });

  it('takes what is optional', () => {
    const env = readEnv({
      ...complete,
      DEMO_HOST: '0.0.0.0',
      TEMPORAL_UI_URL: 'http://localhost:8233/',
      DEMO_WEBHOOK_URL: 'http://demo:4300/',
      DEMO_FORM_ORIGINS: 'http://localhost:4100, http://localhost:4200',
    });
    assert.equal(env.host, '0.0.0.0');
    assert.equal(env.webhookUrl, 'http://demo:4300');
    assert.equal(env.temporalUiUrl, 'http://localhost:8233');
    assert.deepEqual(env.formOrigins, ['http://localhost:4100', 'http://localhost:4200']);
  });

  it('names all that is missing at once', () => {
    assert.throws(
      () => readEnv({}),
      ({ message }: Error) =>
        Object.keys(complete).every((name) => message.includes(`${name} is missing`)),
    );
  });

  for (const [name, value] of [
    ['DEMO_PORT', '0'],
    ['DEMO_PORT', '65536'],
    ['DEMO_PORT', '43a'],
    ['DEMO_PUBLIC_URL', 'localhost'],
    ['SARRAF_API_URL', 'ftp://localhost'],
    ['TEMPORAL_UI_URL', 'temporal'],
    ['DEMO_WEBHOOK_URL', 'demo:4300'],
    ['DEMO_FORM_ORIGINS', 'http://ok.example.test,nowhere'],
    ['DEMO_PG_CODES', 'sandbox,,cash'],
    ['DEMO_PG_CODES', 'sandbox|'],
    ['DEMO_PG_CODES', 'sand box'],
  ] as const)
    it(`refuses ${name} = "${value}"`, () => {
      assert.throws(() => readEnv({ ...complete, [name]: value }), new RegExp(`^Error: ${name} `));
    });
});
