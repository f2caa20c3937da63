import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import * as fc from 'fast-check';
import { sealer, type SealedPlace, type StorageKey } from '../../store/sealed.ts';

const PLACE: SealedPlace = { collection: 'merchants', record: ['pearl-shop'], field: 'webhookKey' };

describe('a sealed text', () => {
  const first = aKey('first');
  const second = aKey('second');

  it('opens where it was sealed', () => {
    const { seal, open } = sealer([first]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(open(PLACE, seal(PLACE, text)), text);
      }),
    );
  });

  it('shows the id of its key and nothing of the text, and is another one each time', () => {
    const { seal } = sealer([first]);
    const sealed = seal(PLACE, 'whk_0123456789');
    assert.match(sealed, /^first\.[A-Za-z0-9_-]+$/);
    assert.ok(!sealed.includes('whk_0123'));
    assert.ok(!Buffer.from(sealed.slice('first.'.length), 'base64url').includes('whk_0123'));
    assert.notEqual(sealed, seal(PLACE, 'whk_0123456789'));
  });

  it('opens nowhere else', () => {
    const { seal, open } = sealer([first]);
    const sealed = seal(PLACE, 'secret');
    const elsewhere: readonly SealedPlace[] = [
      { ...PLACE, record: ['other-shop'] },
      { ...PLACE, record: ['pearl', 'shop'] },
      { ...PLACE, collection: 'gateway_accounts' },
      { ...PLACE, field: 'settings' },
    ];
    for (const place of elsewhere)
      assert.throws(() => open(place, sealed), /was changed or moved after it was sealed/);
  });

  it('does not open once any character of it was changed', () => {
    const { seal, open } = sealer([first]);
    const sealed = seal(PLACE, 'secret');
    for (let at = 'first.'.length; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const forged = sealed.slice(0, at) + other + sealed.slice(at + 1);
      assert.throws(() => open(PLACE, forged), /was changed or moved after it was sealed/);
    }
    assert.throws(() => open(PLACE, sealed.slice(0, 30)), /changed|not sealed/);
  });

  it('opens with every key of the ring, and is sealed with the first', () => {
    const old = sealer([first]).seal(PLACE, 'secret');
    const rotated = sealer([second, first]);
    assert.equal(rotated.open(PLACE, old), 'secret');
    const renewed = rotated.renew(PLACE, old, assert.ifError);
    assert.match(renewed ?? '', /^second\./);
    assert.equal(sealer([second]).open(PLACE, renewed ?? ''), 'secret');
    assert.equal(rotated.renew(PLACE, renewed ?? '', assert.ifError), undefined);
  });

  it('is not sealed anew where it cannot be opened, which is said', () => {
    const old = sealer([first]).seal(PLACE, 'secret');
    const left: string[] = [];
    assert.equal(
      sealer([second]).renew(PLACE, old, ({ message }) => left.push(message)),
      undefined,
    );
    assert.match(left.join('\n'), /^The webhookKey of pearl-shop in merchants is .*"first", which/);
  });

  it('names the key that it lacks, and the record', () => {
    const old = sealer([first]).seal(PLACE, 'secret');
    assert.throws(
      () => sealer([second]).open(PLACE, old),
      /webhookKey of pearl-shop in merchants is sealed with the key "first", which/,
    );
  });

  it('does not open with another key under the same id', () => {
    const old = sealer([first]).seal(PLACE, 'secret');
    assert.throws(() => sealer([aKey('first')]).open(PLACE, old), /is another one than it was/);
  });

  it('is not taken for sealed when it is in clear, and is not shown', () => {
    for (const clear of ['whk_0123456789', '', '{"secret_key":"abc.def"}'])
      assert.throws(
        () => sealer([first]).open(PLACE, clear),
        ({ message }: Error) =>
          message ===
          'The webhookKey of pearl-shop in merchants is not sealed. Write it again with its secret.',
      );
  });
});

function aKey(id: string): StorageKey {
  return { id, secret: generateKeySync('aes', { length: 256 }) };
}
