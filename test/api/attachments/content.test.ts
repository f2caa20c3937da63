import assert from 'node:assert/strict';
import { contentTypeOf, isTrue } from '../../../api/attachments/content.ts';
import { ATTACHMENT_EXTENSIONS, type AttachmentExtension } from '../../../domain/attachment.ts';
import { DOCUMENTS } from '../../support/documents.ts';

const bytesOf = (kind: string): Buffer => {
  const bytes = DOCUMENTS[kind];
  assert.ok(bytes, kind);
  return bytes;
};

/** Kinds that nothing in their beginning tells apart: what is true of one is true of the other. */
const ALIKE = [
  ['jpg', 'jpeg'],
  ['doc', 'xls'],
];

describe('the content of an attachment', () => {
  for (const extension of ATTACHMENT_EXTENSIONS) {
    it(`is believed to be ${extension} when it is`, async () => {
      assert.equal(await isTrue(extension, bytesOf(extension)), true);
    });

    for (const other of ATTACHMENT_EXTENSIONS.filter(
      (one) =>
        one !== extension && !ALIKE.some((pair) => [one, extension].every((x) => pair.includes(x))),
    ))
      it(`is not believed to be ${extension} when it is ${other}`, async () => {
        assert.equal(await isTrue(extension, bytesOf(other)), false);
      });
  }

  const impostors: readonly (readonly [AttachmentExtension, string, Buffer])[] = [
    ['png', 'a page with a script', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['jpg', 'a program', Buffer.from('7f454c4602010100', 'hex')],
    ['pdf', 'a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['pdf', 'a PDF behind a page', Buffer.from('<html></html>%PDF-1.4')],
    ['docx', 'any archive', zipOf(bytesOf('docx'))],
    ['txt', 'a text with a zero byte', Buffer.from('a\0b')],
    ['txt', 'a text with an escape', Buffer.from('a\u001b[31mb')],
    ['txt', 'no UTF-8', Buffer.from('c3e4e1', 'hex')],
    ['txt', 'half of a picture', bytesOf('png').subarray(0, 20)],
    ['png', 'the first byte of a picture', bytesOf('png').subarray(0, 1)],
  ];
  for (const [extension, what, bytes] of impostors)
    it(`is not believed to be ${extension} when it is ${what}`, async () => {
      assert.equal(await isTrue(extension, bytes), false);
    });

  it('is served as what it is, and never as a page', () => {
    const types = ATTACHMENT_EXTENSIONS.map(contentTypeOf);
    assert.equal(
      types.every((type) => !/html|xml(?!formats)|svg|javascript/.test(type)),
      true,
    );
    assert.equal(contentTypeOf('txt'), 'text/plain; charset=utf-8');
  });
});

/** The same archive with names that no document has. */
function zipOf(document: Buffer): Buffer {
  return Buffer.from(
    document
      .toString('latin1')
      .replaceAll('[Content_Types].xml', '[Somebody_Types].xm')
      .replaceAll('word/', 'elsw/'),
    'latin1',
  );
}
