import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/**
 * A WOFF 1 file as the plain font that it compresses (W3C WOFF 1.0): the typesetter reads no other. A RangeError when
 * the file is none.
 */
export function fontOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF')
    throw new RangeError('This is no WOFF 1 file: take the .woff, not the .woff2.');
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_table, index) =>
    tableAt(woff, HEADER_BYTES + index * ENTRY_BYTES),
  );
  const directory = Buffer.alloc(12 + tables.length * 16);
  woff.copy(directory, 0, 4, 8); // The flavour of the font.
  const rounds = Math.floor(Math.log2(tables.length));
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** rounds * 16, 6);
  directory.writeUInt16BE(rounds, 8);
  directory.writeUInt16BE((tables.length - 2 ** rounds) * 16, 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

/** A table that did not shrink is stored as it is. */
function tableAt(woff: Buffer, entry: number): Table {
  const read = (at: number) => woff.readUInt32BE(entry + at);
  const [offset, packed, length, checksum] = [read(4), read(8), read(12), read(16)] as const;
  const bytes = woff.subarray(offset, offset + packed);
  const data = packed < length ? inflateSync(bytes) : Buffer.from(bytes);
  return { tag: woff.toString('latin1', entry, entry + 4), checksum, data };
}
