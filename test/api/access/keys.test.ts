import assert from 'node:assert/strict';
import { validKeys } from '../../../api/access/keys.ts';
import { USED_WITHIN_MS, type ApiKey, keyHash } from '../../../store/api-keys.ts';
import { SHOP } from '../../support/builders.ts';

const SECRET = 'abcd1234.0123456789abcdef0123456789abcdef';
const KEY: ApiKey = {
  prefix: 'abcd1234',
  hash: keyHash(SECRET),
  kind: 'private',
  merchantId: SHOP,
  name: 'Till',
  revoked: false,
};

describe('a living key', () => {
  let kept: ApiKey;
  let marks: number;
  beforeEach(() => {
    kept = KEY;
    marks = 0;
  });

  const find = () =>
    validKeys(
      {
        findByPrefix: (prefix) => Promise.resolve(prefix === kept.prefix ? kept : undefined),
        markUsed: () => {
          marks += 1;
          return Promise.resolve();
        },
      },
      (work) => void work,
    );

  it('is found by the whole of it only', async () => {
    assert.equal(await find()(SECRET), KEY);
    for (const wrong of ['', 'abcd1234', SECRET.slice(0, -1), `${SECRET}0`, SECRET.toUpperCase()])
      assert.equal(await find()(wrong), undefined, wrong);
  });

  it('ends when it is revoked, and at the moment in which it expires', async () => {
    kept = { ...KEY, revoked: true };
    assert.equal(await find()(SECRET), undefined);
    kept = { ...KEY, expiresAt: Date.now() - 1 };
    assert.equal(await find()(SECRET), undefined);
    kept = { ...KEY, expiresAt: Date.now() + 10_000 };
    assert.equal(await find()(SECRET), kept);
  });

  it('is marked as used now and then, and not at each request', async () => {
    const byKey = find();
    for (let count = 0; count < 5; count += 1) await byKey(SECRET);
    assert.equal(marks, 1);
    kept = { ...KEY, lastUsedAt: Date.now() - 1000 };
    await find()(SECRET);
    assert.equal(marks, 1);
    kept = { ...KEY, lastUsedAt: Date.now() - USED_WITHIN_MS };
    await find()(SECRET);
    assert.equal(marks, 2);
    await byKey(`${SECRET}x`);
    assert.equal(marks, 2);
  });
});
