import { crc32 } from 'node:zlib';

/** A small file of each kind that can be attached, true to its kind. */
export const DOCUMENTS: Readonly<Record<string, Buffer>> = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< >>\n%%EOF\n'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  doc: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]),
  xls: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]),
  docx: office('word/document.xml', 'wordprocessingml.document'),
  xlsx: office('xl/workbook.xml', 'spreadsheetml.sheet'),
  txt: Buffer.from('فاتورة رقم ١٢\nTotal: 12.340 KWD\n'),
};

/** An Office document as far as its beginning tells: a zip with its list of parts and its main part. */
function office(part: string, kind: string): Buffer {
  const types =
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
  return Buffer.concat([entry('[Content_Types].xml', types), entry(part, '<x/>')]);
}

/** One file of a zip, uncompressed. */
function entry(name: string, content: string): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(crc32(body), 14);
  header.writeUInt32LE(body.length, 18);
  header.writeUInt32LE(body.length, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name), body]);
}
