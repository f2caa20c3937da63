import assert from 'node:assert/strict';
import { workerEnv } from '../../config/env.ts';

/** What else a worker needs is another test's business: only the faults of this variable are looked at. */
function faultOf(uri: string): string | undefined {
  try {
    workerEnv({ MONGODB_URI: uri });
    return undefined;
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : [];
    return lines.find((line) => line.includes('MONGODB_URI'));
  }
}

describe('MONGODB_URI', () => {
  for (const uri of [
    'mongodb://127.0.0.1:27017/sarraf',
    'mongodb://a:27017,b:27017,c:27017/sarraf?replicaSet=rs0',
    'mongodb://user:p%40ss@a,b/sarraf?tls=true',
    'mongodb+srv://user:secret@cluster.example.test/sarraf',
    'mongodb://[::1]:27017/sarraf',
  ])
    it(`may be ${uri}`, () => {
      assert.equal(faultOf(uri), undefined);
    });

  for (const uri of ['', 'localhost:27017', 'http://a/sarraf', 'mongodb://', 'mongodb:///sarraf'])
    it(`may not be "${uri}"`, () => {
      assert.ok(faultOf(uri));
    });

  it('is not shown when it is wrong, for it may hold a password', () => {
    const fault = faultOf('mongodb:/user:topsecret@a/sarraf');
    assert.match(fault ?? '', /must be like mongodb:\/\/host:27017/);
    assert.doesNotMatch(fault ?? '', /topsecret/);
  });
});
