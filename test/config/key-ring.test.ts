import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isPublic, keyRing, TEST_ONLY_KEYS } from '../../config/key-ring.ts';

const ONE = Buffer.alloc(32, 1).toString('base64');
const TWO = Buffer.alloc(32, 2).toString('base64');

describe('a key ring', () => {
  it('is read in its order, each key with its id', () => {
    const keys = keyRing(`new:${TWO}, old-1:${ONE}`);
    assert.deepEqual(
      keys.map(({ id, secret }) => [id, secret.export().toString('base64')]),
      [
        ['new', TWO],
        ['old-1', ONE],
      ],
    );
  });

  it('shows no byte of a key, however it is printed', () => {
    const keys = keyRing(`one:${ONE}`);
    const printed = `${inspect(keys, { depth: Infinity, showHidden: true })} ${JSON.stringify(keys)}`;
    assert.match(printed, /one/);
    assert.doesNotMatch(printed, /01 01|1,1|AQEB/);
  });

  const faulty: Readonly<Record<string, string>> = {
    'is empty': '',
    'has an empty part': `one:${ONE},`,
    'has no id': ONE,
    'has an empty id': `:${ONE}`,
    'has an id with a dot, which parts id and text in the database': `a.b:${ONE}`,
    'has a key of 31 bytes': `one:${Buffer.alloc(31, 1).toString('base64')}`,
    'has a key of 33 bytes': `one:${Buffer.alloc(33, 1).toString('base64')}`,
    'has a key with something behind it': `one:${ONE}!`,
    'has a key in hex': `one:${Buffer.alloc(32, 1).toString('hex')}`,
    'has three parts': `one:${ONE}:${TWO}`,
    'has one id twice': `one:${ONE},one:${TWO}`,
  };
  for (const [fault, text] of Object.entries(faulty))
    it(`is refused when it ${fault}, and the message shows no key`, () => {
      assert.throws(
        () => keyRing(text),
        ({ message }: Error) => !message.includes(ONE.slice(0, 10)) && /key/.test(message),
      );
    });

  it('is public when it holds the key of the tests, at any place and under any id', () => {
    const [, known = ''] = TEST_ONLY_KEYS.split(':');
    assert.equal(isPublic(keyRing(TEST_ONLY_KEYS)), true);
    assert.equal(isPublic(keyRing(`one:${ONE},mine:${known}`)), true);
    assert.equal(isPublic(keyRing(`one:${ONE}`)), false);
  });
});
