import assert from 'node:assert/strict';
import { workerEnv } from '../../config/env.ts';

const COMPLETE = { MONGODB_URI: 'mongodb://127.0.0.1/sarraf', TEMPORAL_ADDRESS: '127.0.0.1:7233' };

describe("the worker's environment", () => {
  it('opens no network and is of production unless it says otherwise', () => {
    const { WEBHOOK_ALLOW, SARRAF_MODE } = workerEnv(COMPLETE);
    assert.deepEqual([WEBHOOK_ALLOW, SARRAF_MODE], [[], 'production']);
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
});
