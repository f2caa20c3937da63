import assert from 'node:assert/strict';
import { isLogoName, LOGO_BYTES, readLogo } from '../../domain/logo.ts';
import { DOCUMENTS } from '../support/documents.ts';

/** The beginning of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(width, 0);
  sizes.writeUInt32BE(height, 4);
  return Buffer.concat([head, sizes, Buffer.alloc(16)]);
}

/** A JPEG with a comment before its frame, which is 3 pixels high and `width` wide. */
function jpeg(width: number): Buffer {
  const frame = Buffer.from('ffc2000b0800030000', 'hex');
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from('fffe0006', 'hex'),
    Buffer.from('fffe'),
    frame,
    Buffer.alloc(8),
  ]);
}

describe('a logo', () => {
  it('is a PNG or a JPEG, and its size is what the file says', () => {
    assert.deepEqual(readLogo(png(300, 90)), { kind: 'png', width: 300, height: 90 });
    assert.deepEqual(readLogo(jpeg(7)), { kind: 'jpg', width: 7, height: 3 });
    assert.deepEqual(readLogo(DOCUMENTS['png'] ?? Buffer.alloc(0)), {
      kind: 'png',
      width: 1,
      height: 1,
    });
  });

  const refused: readonly (readonly [string, Buffer, RegExp])[] = [
    ['nothing', Buffer.alloc(0), /PNG or a JPEG/],
    ['a drawing that can hold code', Buffer.from('<svg xmlns="…"/>'), /PNG or a JPEG/],
    ['a PNG that is cut off', png(3, 3).subarray(0, 20), /PNG or a JPEG/],
    ['a JPEG without a picture', Buffer.from('ffd8ffe00002ffd9', 'hex'), /PNG or a JPEG/],
    ['a JPEG that says nothing', Buffer.concat([Buffer.from('ffd8'), Buffer.alloc(64)]), /PNG/],
    ['a picture of very many pixels', png(60_000, 60_000), /2000 pixels/],
    ['a picture without height', png(10, 0), /2000 pixels/],
    ['a file that is too large', Buffer.concat([png(3, 3), Buffer.alloc(LOGO_BYTES)]), /256 kB/],
  ];
  for (const [name, bytes, sentence] of refused)
    it(`is not ${name}`, () => {
      const why = readLogo(bytes);
      assert.ok(typeof why === 'string');
      assert.match(why, sentence);
    });

  it('has the hash of its bytes for a name, and no name leads anywhere else', () => {
    assert.ok(isLogoName(`${'a1'.repeat(32)}.png`));
    for (const name of ['../x.png', `${'a1'.repeat(32)}.svg`, `${'A1'.repeat(32)}.png`, 'x'])
      assert.ok(!isLogoName(name), name);
  });
});
